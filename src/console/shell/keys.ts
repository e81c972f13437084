/**
 * Handles the keys of the table.
 *
 * KEYS-1 Single keys never act in a field or a dialog, with a modifier, or after they were switched off.
 */
import { signal } from '@preact/signals';
import { readKeys } from './key-table.ts';
import type { KeyEntry, ShellDialog } from './key-table.ts';

/** The dialog of the shell that is open. */
export const shownDialog = signal<ShellDialog | undefined>(undefined);

const KEYS_ITEM = 'ringflow.keys';

/** False after the user switched single keys off; kept between sessions. */
export const areSingleKeysOn = signal(localStorage.getItem(KEYS_ITEM) !== 'off');

/** Switches single keys on or off, and remembers it. */
export function switchSingleKeys(isOn: boolean): void {
  areSingleKeysOn.value = isOn;
  if (isOn) localStorage.removeItem(KEYS_ITEM);
  else localStorage.setItem(KEYS_ITEM, 'off');
}

/** Handles keys until the returned function is called. */
export function watchKeys(): () => void {
  let pending = '';
  const forget = () => {
    pending = '';
  };
  const handle = (event: KeyboardEvent) => {
    const key = nameKey(event);
    if (key === undefined || !mayAct(event, key)) return;
    const { entry, pending: begun } = readKeys(pending, key);
    pending = begun;
    if (entry === undefined) return;
    event.preventDefault();
    perform(entry);
  };
  document.addEventListener('keydown', handle);
  document.addEventListener('pointerdown', forget);
  return () => {
    document.removeEventListener('keydown', handle);
    document.removeEventListener('pointerdown', forget);
  };
}

/** True on computers whose shortcuts use ⌘. */
export const isMac = navigator.userAgent.includes('Mac');

/** Returns the key as the table names it; undefined for other combinations, and for a modifier itself. */
function nameKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  const isModifier = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'].includes(key);
  const [isMod, isOther] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (isModifier || isOther || altKey) return undefined;
  if (isMod) return shiftKey ? undefined : `Mod+${key.toLowerCase()}`;
  return key;
}

const isCombination = (key: string) => key.startsWith('Mod+');

/** KEYS-1 */
function mayAct(event: KeyboardEvent, key: string): boolean {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null)
    return false;
  return isCombination(key) || (areSingleKeysOn.value && !isField(event.composedPath()[0]));
}

const NO_TEXT = ['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file'];

/** True where keys are text, or choose an option by its first letter. */
function isField(target: EventTarget | undefined): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type);
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('select, textarea, [role="textbox"]'))
  );
}

function perform({ keys, act }: KeyEntry): void {
  if (act.kind === 'row') focusRow(act.by);
  if (act.kind === 'dialog') shownDialog.value = act.dialog;
  if (act.kind !== 'element') return;
  const assigned = document.querySelector<HTMLElement>(`[data-keys="${keys}"]`);
  if (assigned === null) shownDialog.value = act.otherwise;
  else if (isField(assigned)) assigned.focus();
  else assigned.click();
}

/** Focuses the link of a row: of the table that has the focus, else of the first table whose rows have links. */
function focusRow(by: 1 | -1): void {
  const focusedTable = document.activeElement?.closest('table');
  const tables = focusedTable ? [focusedTable] : [...document.querySelectorAll('main table')];
  const links = tables.map(listRowLinks).find((found) => found.length > 0) ?? [];
  const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  links[current === -1 ? 0 : current + by]?.focus();
}

function listRowLinks(table: Element): HTMLAnchorElement[] {
  return [...table.querySelectorAll('tbody tr')].flatMap(
    (row) => row.querySelector<HTMLAnchorElement>('a[href]') ?? [],
  );
}
