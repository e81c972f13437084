/** State of a call under the rules of Amazon Connect. It is never changed in place. */
import type { Answer } from './external.ts';

export interface CallState {
  caller: string;
  own: string;
  /** ms since the epoch. */
  at: number;
  /** Attributes of the contact. */
  attributes: Readonly<Record<string, string>>;
  queue: { name: string; number: string } | null;
  callback: string;
  language: string;
  isRecorded: boolean;
  /** Flows that are running, the innermost last. Empty: the call is over. */
  frames: readonly Frame[];
}

export interface Frame {
  /** Index of the flow in the project. */
  flow: number;
  /** The block that is run, or that the call waits at. */
  at: string;
  /** Rounds that each loop has made. */
  rounds: Readonly<Record<string, number>>;
  flowAttributes: Readonly<Record<string, string>>;
  /** Answer of the latest function. */
  external?: Answer;
  /** The latest entry. */
  input: string;
  /** Name of the intent that a bot understood last. */
  intent: string;
}

/** Returns a copy of a record with one more value; every name is a plain one. */
export function withValue<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
  value: Value,
): Record<string, Value> {
  return { ...record, [name]: value };
}
