/** One thing that can happen to a call that is explored. */
import type { Json } from '../../../schemas/types/scenario.ts';
import type { CallEvent } from '../../call/index.ts';
import type { Situation } from './situation.ts';

/** What somebody does, as far as a scenario has to say it. */
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
  /** What was asked for comes about, or time passes. */
  | { kind: 'passes' }
  /** The longest time is over that a call or a conversation may take. */
  | { kind: 'limit' }
  /**
   * Data decides where a step leads; -1: none of its ways fits. `isCounted`: it is open only because a variable that the flow
   * itself computes took too many values.
   */
  | { kind: 'decides'; flow: string; step: string; way: number; isOpen: boolean; isCounted?: true };

/** What a web service answers. */
export type WebDeed = { json: Json } | { status: number } | 'timeout' | 'unreachable';

/** One thing that can happen, and what the call is told of it. */
export interface Move {
  deed: Deed;
  /** From which situation: the present one, with what the deed changes of it. */
  from: Situation;
  event: CallEvent;
  /** A person who wants to get on, a party who is there and a service that works would do this. */
  isCooperative: boolean;
  /** What the step is meant to take it for, where it is input that its author wrote down. */
  written?: string;
  means?: string;
  /** How long the caller may have heard nothing before it, ms. */
  silentMs?: number;
}
