/**
 * What a comparison knows of a call: what others do (moves), what they notice (effects), and what the call waits for.
 * Both sides of a comparison are told the same moves; they are equal when others notice the same.
 */
import type { Json } from '../../../schemas/types/scenario.ts';

/** Start of a compared call. */
export interface Start {
  direction: 'inbound' | 'outbound';
  /** ms since the epoch. */
  at: number;
  /** The remote party's number, E.164. */
  remote: string;
  /** Number of the service, E.164. */
  own: string;
  params: Readonly<Record<string, string | number | boolean>>;
}

/** Response of a web service, or none. */
export type ServiceReply = { status: number; json?: Json; text?: string } | 'timeout' | 'unreachable';

/** What somebody does at a moment at which the call waits. */
export type Move =
  /** Presses keys without a pause, and then no more. */
  | { kind: 'presses'; keys: string }
  | { kind: 'says'; words: string }
  /** Neither presses nor says anything until the question times out. */
  | { kind: 'stays_silent' }
  | { kind: 'hangs_up' }
  /** `talked`: the party answered, and hung up after a conversation. */
  | { kind: 'party'; does: 'talked' | 'busy' | 'no_answer' | 'failed' }
  | { kind: 'replies'; reply: ServiceReply }
  /** Sends a text message. */
  | { kind: 'texts'; text: string }
  /** Time passes until the call goes on by itself: a pause, the end of a stream. */
  | { kind: 'passes' };

/** What a call waits for. */
export type Awaits =
  /** An answer of the caller. `keys` and `words` are examples of answers that mean something. */
  | { kind: 'answer'; keys: readonly string[]; words: readonly string[] }
  /** Somebody who was called. */
  | { kind: 'party' }
  /** A web service. `replies` are examples that make a difference. */
  | { kind: 'reply'; replies: readonly ServiceReply[] }
  | { kind: 'message'; texts: readonly string[] }
  | { kind: 'time' }
  /** Nothing: the call is over. */
  | { kind: 'nothing' };

/** Something that a caller, a called party or a service notices. */
export type Effect =
  /** A text; marks are removed. `language`: BCP 47, absent where the side does not know it. */
  | { kind: 'heard'; text: string; language?: string }
  /** An audio file by its address, or a stored prompt by its name. */
  | { kind: 'heard_audio'; audio: string }
  | { kind: 'dialled'; to: string }
  /** `fields`: query, form or JSON fields that the request sends, as text. */
  | { kind: 'requested'; method: string; url: string; fields: Readonly<Record<string, string>> }
  | { kind: 'sent'; to: string; template: string; data: Readonly<Record<string, string>> }
  | { kind: 'recording'; does: 'starts' | 'stops' }
  | { kind: 'streamed'; to: string }
  /** The call moved into a video room. */
  | { kind: 'joined' }
  /** The call went on in another flow, which is not part of the comparison. */
  | { kind: 'left_for'; flow: string }
  /** A construct that has no counterpart was reached: the rest of the path cannot be compared. */
  | { kind: 'unsupported'; what: string }
  | { kind: 'ended'; by: 'flow' | 'caller' };

/** A call after a move. */
export interface Turn<State> {
  /** Plain data that is never changed in place, so that a call can be continued in several ways. */
  state: State;
  effects: readonly Effect[];
  awaits: Awaits;
}

/** A call flow that can be called: a compiled flow, or the source of an import under the rules of its system. */
export interface Side<State = unknown> {
  /** Starts of calls that make a difference, such as times inside and outside of opening hours. At least one. */
  starts(): readonly Start[];
  begin(start: Start): Turn<State>;
  /**
   * Continues a call. A move that the call does not wait for has no effect beyond a hang-up, which is always possible: the state
   * and what is awaited stay the same, and there are no effects.
   */
  move(state: State, move: Move): Turn<State>;
}

/** What has no counterpart where a call goes round without waiting for anybody. */
export const ENDLESS_LOOP = 'a loop without an end';

/** Maximum number of steps between two moves; a call that takes more is stuck, which is an effect of kind `unsupported`. */
export const MAX_STEPS = 1_000;
