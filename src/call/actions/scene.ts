/** The context of actions, and helpers for actions of all families. */
import { checkLength, type Action, type Value } from '../../language/model/index.ts';
import type { Command, CommandAction, CommandAnswer } from '../commands.ts';
import type { CommandFailure, Delivery } from '../events.ts';
import { commandId } from '../ids.ts';
import type { CommandId } from '../ids.ts';
import { maskKeys } from '../keys.ts';
import type { CallContext, Returned } from '../record.ts';
import type { FlowText } from '../render.ts';
import type { Note } from '../notes.ts';
import type { WebAnswer } from '../web.ts';
import { checkNotes, checkVariables, shortenForNote, measureValue } from '../workload.ts';

/** Event of a flow's machine. Its other members depend on the type. */
export interface MachineEvent {
  type: string;
  /** The fingerprint of its notification. */
  key?: string;
  digits?: string;
  lossy?: boolean;
  reason?: string;
  detail?: string;
  failure?: CommandFailure;
  /** Of `command_done`. */
  answer?: CommandAnswer | WebAnswer;
  /** Of `returned`. */
  returned?: Returned;
  /** Of `delivery`, `command_done` and `command_failed`: the number of the command. */
  number?: number;
  /** Of `disconnected`: the caller has been bridged to somebody. */
  hasTalked?: boolean;
  /** Of `stream_ended`. */
  failed?: boolean;
  /** Of `delivery`. */
  reports?: Delivery[];
  /** Of `recording`; `command` started it. */
  state?: string;
  url?: string;
  command?: CommandId;
  speechMs?: number;
  /** Of `message` and `speech`. */
  text?: string;
  from?: string;
  heard?: string;
}

/** Context of an action. */
export interface Scene {
  draft: CallContext;
  event: MachineEvent;
  text: FlowText;
  /** When it happens, ms since the epoch. */
  at: number;
}

export type ParamsOf<Type extends Action['type']> =
  Extract<Action, { type: Type }> extends { params: infer Params } ? Params : undefined;

/** The effects of some types of actions. */
export type Actions<Type extends Action['type']> = {
  [Name in Type]: (scene: Scene, params: ParamsOf<Name>) => void;
};

/** Appends a command; returns its number. */
export function send(draft: CallContext, action: CommandAction): number {
  const number = draft.nextCommand;
  const command: Command = { ...action, number, id: commandId(draft.call.id, number) };
  draft.nextCommand = number + 1;
  draft.out.commands.push(command);
  return number;
}

/** Begins a visit; events for earlier visits are late from here on (R2). */
export function beginVisit(draft: CallContext): void {
  draft.visit = { number: draft.visit.number + 1, firstCommand: draft.nextCommand };
}

/** Characters charged for each note in addition to the call's values in it. */
const NOTE_CHARS = 80;

/** Adds a note to the trace entry of this event. `chars`: length of the call's values in the note. */
export function addNote(draft: CallContext, entry: Note, chars = 0): void {
  const { notes, work } = draft.out;
  if (work !== undefined) work.noteChars += NOTE_CHARS + chars;
  notes.push(entry);
}

/** Shows `count` keys of the event in the trace, those in front of the last `before` ones. All others stay masked (I7). */
export function keepKeys(
  draft: CallContext,
  { digits = '' }: MachineEvent,
  { count, before }: { count: number; before: number },
): void {
  const { keptKeys = maskKeys(digits) } = draft.out;
  const until = digits.length - before;
  const from = Math.max(0, until - count);
  draft.out = {
    ...draft.out,
    keptKeys: keptKeys.slice(0, from) + digits.slice(from, until) + keptKeys.slice(until),
  };
}

/**
 * Assigns a variable; the note masks the value of a secret one (I7). Throws `ExpressionError`, with nothing changed, when
 * the value, all variables together or the trace would be too large.
 */
export function assign({ draft, text }: Pick<Scene, 'draft' | 'text'>, variable: string, value: Value): void {
  if (typeof value === 'string') checkLength(value.length, `the value of "${variable}"`);
  checkVariables(draft, measureValue(value) - measureValue(draft.vars[variable] ?? ''));
  checkNotes(draft);
  draft.vars = { ...draft.vars, [variable]: value };
  const shown = text.flow.vars[variable]?.secret === true ? '•••' : shortenForNote(String(value));
  addNote(draft, { kind: 'set', variable, value: shown }, shown.length);
}
