/** One thing that can happen to a call that is explored. */
import type { Json } from '../../../schemas/types/scenario.ts';
import type { CallEvent } from '../../call/index.ts';
import type { Situation } from './situation.ts';

/** An act of a person, a service or the platform, as a scenario can describe it. */
export type Deed =
  /** `others` mean the same to the step, and may lead elsewhere later. */
  | { kind: 'presses'; keys: string; others: readonly string[] }
  | { kind: 'says'; words: string; others: readonly string[] }
  | { kind: 'mumbles' }
  /** The caller answers nothing in time. */
  | { kind: 'stays_silent' }
  | { kind: 'hangs_up' }
  | { kind: 'texts'; text: string }
  /** The person whom an outbound call is for. */
  | { kind: 'callee'; does: 'answers' | 'busy' | 'no_answer' | 'rejects' }
  | { kind: 'party'; number: string; does: 'answers' | 'busy' | 'no_answer' | 'rejects' | 'hangs_up' }
  | { kind: 'web'; request: string; answer: WebDeed; timeoutMs: number }
  | { kind: 'stream'; how: 'ends' | 'breaks' }
  | { kind: 'phone'; number: string; does: 'delivers' | 'fails' | 'never' }
  /** A request succeeds, or time passes. */
  | { kind: 'passes' }
  /** The longest time is over that a call or a conversation may take. */
  | { kind: 'limit' }
  /**
   * Data decides where a step leads; -1: none of its ways fits. `isCounted`: it is open only because a variable that the flow
   * itself computes took too many values.
   */
  | { kind: 'decides'; flow: string; step: string; way: number; isOpen: boolean; isCounted?: true };

/** Response of a web service. */
export type WebDeed = { json: Json } | { status: number } | 'timeout' | 'unreachable';

/** A possible move, with the event that the call receives. */
export interface Move {
  deed: Deed;
  /** The situation, with the changes of the deed applied. */
  from: Situation;
  event: CallEvent;
  /** A person who wants to get on, a party who is there and a service that works would do this. */
  isCooperative: boolean;
  /** Meaning that the author gave the input, if any. */
  written?: string;
  means?: string;
  /** Maximum time without audio before it, ms. */
  silentMs?: number;
}
