/** The context of actions, and helpers for actions of all families. */
import { checkLength } from '../../language/model/index.ts';
import type { Action, Value } from '../../language/model/index.ts';
import type { Command, CommandAction, CommandAnswer } from '../commands.ts';
import type { CommandFailure, Delivery } from '../events.ts';
import { commandId } from '../ids.ts';
import { maskKeys } from '../keys.ts';
import type { CallContext, CallFacts, Returned } from '../record.ts';
import type { FlowText } from '../render.ts';
import type { Note } from '../notes.ts';
import type { WebAnswer } from '../web.ts';
import { checkNotes, checkVariables, shortenForNote, measureValue } from '../workload.ts';

/** Event of a flow's machine. The payload depends on the type; actions read only members that theirs has. */
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
  /** Of `delivery` and of what comes of commands: which one. */
  number?: number;
  /** Of `disconnected`: the caller has been bridged to somebody. */
  hasTalked?: boolean;
  /** Of `stream_ended`. */
  failed?: boolean;
  /** Of `delivery`. */
  reports?: Delivery[];
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

/** A family of actions: what each of these types does. */
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

/** Returns our number on the call: the one that was dialled, or that the call was placed from. */
export function localNumber({ direction, from, to }: CallFacts): string {
  return direction === 'inbound' ? to : from;
}

/** Characters that a note counts for beside the call's values: its form, names of steps. */
const NOTE_CHARS = 80;

/** Adds a note to the trace entry of this event. `chars`: length of the call's values in the note. */
export function addNote(draft: CallContext, entry: Note, chars = 0): void {
  const { notes, work } = draft.out;
  if (work !== undefined) work.noteChars += NOTE_CHARS + chars;
  notes.push(entry);
}

/**
 * Keeps some of the keys of the event at hand: `count` of them, `before` so many others at the end. Keys that nothing
 * keeps are told as a number only (I7).
 */
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
 * Gives a variable a value; a secret one is not shown (I7). Throws `ExpressionError` where the value, the variables
 * together or the trace would be too large: then nothing has changed.
 */
export function assign({ draft, text }: Pick<Scene, 'draft' | 'text'>, variable: string, value: Value): void {
  if (typeof value === 'string') checkLength(value.length, `the value of "${variable}"`);
  checkVariables(draft, measureValue(value) - measureValue(draft.vars[variable] ?? ''));
  checkNotes(draft);
  draft.vars = { ...draft.vars, [variable]: value };
  const shown = text.flow.vars[variable]?.secret === true ? '•••' : shortenForNote(String(value));
  addNote(draft, { kind: 'set', variable, value: shown }, shown.length);
}
