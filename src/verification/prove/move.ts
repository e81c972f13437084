/** Moves of an explored call. */
import type { CallEvent } from '../../call/index.ts';
import type { Reply } from './reply.ts';
import type { Situation } from '../situations/index.ts';

/** An act of a person, a service or the platform, as a scenario can describe it. */
export type Deed =
  /** `others` have the same meaning for the step, but may lead elsewhere later. */
  | { kind: 'presses'; keys: string; others: readonly string[] }
  | { kind: 'says'; words: string; others: readonly string[] }
  | { kind: 'mumbles' }
  /** The caller does not answer in time. */
  | { kind: 'stays_silent' }
  /** The caller speaks for this time into a recording; 0: not at all. */
  | { kind: 'message'; speechMs: number }
  | { kind: 'hangs_up' }
  | { kind: 'texts'; text: string }
  /** The person whom an outbound call dials. */
  | { kind: 'callee'; does: 'answers' | 'busy' | 'no_answer' | 'rejects' }
  | { kind: 'party'; number: string; does: 'answers' | 'busy' | 'no_answer' | 'rejects' | 'hangs_up' }
  /** `others` have other values at the same places. */
  | { kind: 'web'; request: string; answer: WebDeed; others: readonly Reply[]; timeoutMs: number }
  | { kind: 'stream'; how: 'ends' | 'breaks' }
  | { kind: 'phone'; number: string; does: 'delivers' | 'fails' | 'never' }
  /** A request succeeds, or time passes. */
  | { kind: 'passes' }
  /** A call or a conversation reaches its maximum duration; `isCut`: before the step could end. */
  | { kind: 'limit'; isCut: boolean }
  /**
   * Data decides which way a step takes; -1: none matches. `isCounted`: the decision is open only because a computed
   * variable took too many values.
   */
  | { kind: 'decides'; flow: string; step: string; way: number; isOpen: boolean; isCounted?: true };

/** Response of a web service. */
export type WebDeed = Reply | 'timeout' | 'unreachable';

/** A possible move, with the event that the call receives. */
export interface Move {
  deed: Deed;
  /** The situation, with the changes of the deed applied. */
  from: Situation;
  event: CallEvent;
  /** Set if the step is left as if all values were saved: no response is known with which they are. */
  isAssumed?: true;
  /** True for the moves of a caller who wants to proceed, an available party and a working service. */
  isCooperative: boolean;
  /** Intended meaning of the input, if any. */
  written?: string;
  means?: string;
  /** Maximum time without audio before it, ms. */
  silentMs?: number;
}
