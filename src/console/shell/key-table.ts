/** The keys of the console, and what they do. */

type KeyAct =
  /** Activates the element of the view to which the key is assigned; without one, `otherwise` opens. */
  | { kind: 'element'; otherwise?: ShellDialog }
  | { kind: 'row'; by: 1 | -1 }
  | { kind: 'dialog'; dialog: ShellDialog }
  /** A view handles the key itself, most of them only where the focus is. */
  | { kind: 'view' };

export interface KeyEntry {
  /** Names of keys as events have them, separated by spaces; `Mod+` is Ctrl, or ⌘ on a Mac. */
  keys: string;
  does: string;
  act: KeyAct;
}

export type ShellDialog = 'find' | 'keys';

const element = { kind: 'element' } as const;
const ofView = { kind: 'view' } as const;

/** All keys, by where they act. */
export const keyTable = [
  {
    title: 'Everywhere',
    entries: [
      {
        keys: 'Mod+k',
        does: 'finds flows, steps, calls, numbers and commands',
        act: { kind: 'dialog', dialog: 'find' },
      },
      { keys: 'g o', does: 'Overview', act: element },
      { keys: 'g f', does: 'Flows', act: element },
      { keys: 'g l', does: 'Live', act: element },
      { keys: 'g c', does: 'Calls', act: element },
      { keys: '?', does: 'lists the keys', act: { kind: 'dialog', dialog: 'keys' } },
    ],
  },
  {
    title: 'Lists',
    entries: [
      { keys: '/', does: 'filters the list, or finds', act: { kind: 'element', otherwise: 'find' } },
      { keys: 'j', does: 'the next row', act: { kind: 'row', by: 1 } },
      { keys: 'k', does: 'the row before', act: { kind: 'row', by: -1 } },
      { keys: 'Enter', does: 'opens the row', act: ofView },
    ],
  },
  {
    title: 'Flow',
    entries: [
      { keys: 'e', does: 'edits it', act: element },
      { keys: 'd', does: 'deploys it', act: element },
    ],
  },
  {
    title: 'Diagram',
    entries: [
      { keys: 'ArrowDown', does: 'the next step, straight on', act: ofView },
      { keys: 'ArrowUp', does: 'the step before', act: ofView },
      { keys: 'ArrowLeft', does: 'the step to the left', act: ofView },
      { keys: 'ArrowRight', does: 'the step to the right', act: ofView },
      { keys: 'Home', does: 'the first step', act: ofView },
      { keys: 'Enter', does: 'chooses the step', act: ofView },
    ],
  },
  {
    title: 'Call',
    entries: [
      { keys: 'ArrowLeft', does: 'one move back', act: ofView },
      { keys: 'ArrowRight', does: 'one move forth', act: ofView },
      { keys: 'Space', does: 'plays the call', act: ofView },
    ],
  },
  {
    title: 'Editor',
    entries: [
      { keys: 'Mod+s', does: 'saves', act: ofView },
      { keys: 'Mod+.', does: 'applies the fix of the mistake on this line', act: ofView },
      { keys: 'F8', does: 'the next mistake', act: ofView },
      { keys: 'F2', does: 'renames everywhere', act: ofView },
      { keys: 'Shift+Alt+F', does: 'formats', act: ofView },
      { keys: 'Mod+f', does: 'finds in the text', act: ofView },
    ],
  },
] as const satisfies readonly { title: string; entries: readonly KeyEntry[] }[];

/** Keys that the handler acts on. */
const handledKeys: readonly KeyEntry[] = keyTable
  .flatMap(({ entries }): readonly KeyEntry[] => entries)
  .filter(({ act }) => act.kind !== 'view');

/** Keys that a view assigns to one of its elements. */
export type ElementKeys = Extract<
  (typeof keyTable)[number]['entries'][number],
  { act: { kind: 'element' } }
>['keys'];

/** Returns the attribute of the element that the keys activate: a link or button is clicked, a field gets the focus. */
export function assignKeys(keys: ElementKeys): { 'data-keys': string } {
  return { 'data-keys': keys };
}

interface KeyReading {
  /** The entry that the keys so far complete. */
  entry?: KeyEntry;
  /** The beginning of a longer entry; '' for none. */
  pending: string;
}

/** Reads one more key after the beginning of a sequence. A key that does not continue the sequence begins a new one. */
export function readKeys(before: string, key: string): KeyReading {
  const keys = before === '' ? key : `${before} ${key}`;
  const entry = handledKeys.find((one) => one.keys === keys);
  if (entry !== undefined) return { entry, pending: '' };
  if (handledKeys.some((one) => one.keys.startsWith(`${keys} `))) return { pending: keys };
  return before === '' ? { pending: '' } : readKeys('', key);
}
