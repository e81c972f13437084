/** State of a call that is in documents, as plain data. */
import type { Value } from '../ecmascript/index.ts';
import type { Start } from '../../verification/compare/index.ts';

export type Scope = Readonly<Record<string, Value>>;

/** A dialog that is being run, with the documents around it. A subdialog has one of its own. */
export interface Frame {
  doc: string;
  dialog: string;
  /** Variables of the documents, by their names. */
  documents: Readonly<Record<string, Scope>>;
  /** Variables of the dialog, those of its items included. */
  vars: Scope;
  /** Index of the item that is visited. */
  item: number;
  /** Item that a goto names. */
  next?: string;
  /** How often the prompts of each item were queued. */
  prompted: Readonly<Record<string, number>>;
  /** How often each event was thrown, by item and event. */
  thrown: Readonly<Record<string, number>>;
  /** False after a handler that did not ask for it: the prompts are not repeated. */
  isPrompting: boolean;
}

export interface State {
  start: Start;
  frames: readonly Frame[];
  waiting: 'nothing' | 'answer' | 'party' | 'reply' | 'selection';
}

/** How executable content ended. */
export type Control =
  | { kind: 'next' }
  | { kind: 'goto'; doc: string; dialog: string }
  | { kind: 'goto_item'; item: string }
  | { kind: 'return'; names: readonly string[]; event?: string }
  | { kind: 'throw'; event: string }
  /** The call is over, or waits for a reply that ends it. */
  | { kind: 'stop' };

/** An object without a prototype: no name has a meaning of its own. */
export function toScope(entries: Iterable<readonly [string, Value]>): Scope {
  const scope = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) scope[name] = value;
  return scope;
}

/** Creates a dialog that has just been entered. */
export function createFrame(doc: string, dialog: string): Frame {
  return {
    doc,
    dialog,
    documents: {},
    vars: toScope([]),
    item: 0,
    prompted: {},
    thrown: {},
    isPrompting: true,
  };
}
