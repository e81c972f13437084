/**
 * A planned call: its request and its state. Types and pure functions.
 *
 * Each attempt is one call. Its id is derived from its key, so it is known before the call is placed.
 */
import { computeRetryDelay } from '../campaigns/index.ts';
import type { CampaignSettings, Result } from '../campaigns/index.ts';
import type { CallId } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';

/** `waiting` for the time of the next attempt; `calling`: an attempt is in progress. */
export const plannedStates = ['waiting', 'calling', 'done', 'cancelled'] as const;

export type PlannedState = (typeof plannedStates)[number];

/** `missed`: the call could not be placed in time. */
type PlannedResult = Result | 'missed';

/** A request for a planned call. */
export interface Wanted {
  /** Name of a flow in service. */
  flow: string;
  /** E.164, as is `to`. */
  from: string;
  to: string;
  params?: Record<string, Value>;
  /** Name of the carrier that places it; absent: the default one of the project. */
  carrier?: string;
  /** ms since the epoch, as are all times; default: now. */
  at?: number;
  /** Default: one attempt. */
  retries?: NonNullable<CampaignSettings['retries']>;
}

/** A stored planned call. */
export interface PlannedCall {
  wanted: Wanted;
  state: PlannedState;
  createdAt: number;
  createdBy: string;
  /** Scheduled time of the next attempt, or of the last one. */
  dueAt: number;
  /** Ids of its calls, one per attempt; the last one may not be placed yet. */
  calls: CallId[];
  /** Time of the last request. */
  calledAt?: number;
  /** Time of cancellation; its call may continue. */
  cancelledAt?: number;
  /** Time of completion or cancellation. */
  endedAt?: number;
  result?: PlannedResult;
  /** Business outcomes that the last call reached. */
  outcomes?: string[];
  /** Further details. */
  detail?: string;
  /** Time of the next poll. */
  seeAt: number;
}

/** Reference to a planned call. */
export interface PlannedRef {
  project: string;
  id: string;
}

/** Result of a call. */
export interface AttemptResult {
  result: PlannedResult;
  /** Time of its end. */
  at: number;
  outcomes?: string[];
  detail?: string;
}

/** Maximum delay of an attempt, ms: a morning call must not be placed at night. */
export const MAX_DELAY_MS = 3_600_000;

/** Creates a planned call. */
export function createPlanned(wanted: Wanted, { by, at }: { by: string; at: number }): PlannedCall {
  const dueAt = wanted.at ?? at;
  return { wanted, state: 'waiting', createdAt: at, createdBy: by, dueAt, calls: [], seeAt: dueAt };
}

/** True when both requests are equal. */
export function isSame(one: Wanted, other: Wanted): boolean {
  return serializeSorted(one) === serializeSorted(other);
}

/** Returns the planned call with a new attempt. */
export function beginAttempt(planned: PlannedCall, call: CallId, at: number): PlannedCall {
  return { ...planned, state: 'calling', calls: [...planned.calls, call], calledAt: at, seeAt: at };
}

/** Returns the planned call after the end of its call: waiting for the next attempt, or done. */
export function concludeAttempt(
  planned: PlannedCall,
  came: AttemptResult & { result: Result },
  keptMs: number,
): PlannedCall {
  const { calls, wanted, cancelledAt } = planned;
  const again = computeRetryDelay(wanted, calls.length, came.result);
  if (again === undefined || cancelledAt !== undefined) return finishPlanned(planned, came, keptMs);
  const dueAt = came.at + again;
  return { ...planned, state: 'waiting', dueAt, seeAt: dueAt };
}

/** Returns the finished planned call; it expires after a while. */
export function finishPlanned(
  planned: PlannedCall,
  { at, ...came }: Omit<AttemptResult, 'result'> & Partial<AttemptResult>,
  keptMs: number,
): PlannedCall {
  const state = planned.cancelledAt === undefined ? 'done' : 'cancelled';
  return { ...planned, ...came, state, endedAt: at, seeAt: at + keptMs };
}

/** Returns the planned call without its last attempt, which was not placed. */
export function withdrawAttempt(planned: PlannedCall): PlannedCall {
  return { ...planned, calls: planned.calls.slice(0, -1) };
}

function serializeSorted(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
