/**
 * A call that was asked for ahead: what it is to be, and what has become of it. Types and what follows from them alone.
 *
 * Each attempt is one call. Its id is known before it is placed, since it follows from the key under which it is.
 */
import { retryAfter } from '../campaigns/index.ts';
import type { CampaignSettings, Result } from '../campaigns/index.ts';
import type { CallId } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';

/** `waiting` for its time, or for that of another attempt; `calling`: a call of it was asked for. */
export const plannedStates = ['waiting', 'calling', 'done', 'cancelled'] as const;

export type PlannedState = (typeof plannedStates)[number];

/** `missed`: its time was over before it could be placed. */
type PlannedResult = Result | 'missed';

/** What is asked for. */
export interface Wanted {
  /** Name of a flow in service. */
  flow: string;
  /** E.164, as is `to`. */
  from: string;
  to: string;
  params?: Record<string, Value>;
  /** ms since the epoch, as are all times; absent: at once. */
  at?: number;
  /** Absent: it is called once. */
  retries?: NonNullable<CampaignSettings['retries']>;
}

/** A planned call as it is kept. */
export interface PlannedCall {
  wanted: Wanted;
  state: PlannedState;
  createdAt: number;
  createdBy: string;
  /** When the next attempt is to begin, or the last one was. */
  dueAt: number;
  /** Its calls, one for each attempt; the last one may not have been placed yet. */
  calls: CallId[];
  /** When the last one was asked for. */
  calledAt?: number;
  /** When somebody took it back; its call may still go on. */
  cancelledAt?: number;
  /** When it was done or cancelled. */
  endedAt?: number;
  result?: PlannedResult;
  /** What the last call got to that counts for the business. */
  outcomes?: string[];
  /** What else there is to say. */
  detail?: string;
  /** When somebody has to look at it next. */
  seeAt: number;
}

/** Which planned call. */
export interface PlannedRef {
  project: string;
  id: string;
}

/** What a call came to. */
export interface CameTo {
  result: PlannedResult;
  /** When it was over. */
  at: number;
  outcomes?: string[];
  detail?: string;
}

/** So late at most an attempt begins, ms: who was to be called in the morning is not called at night. */
export const LATEST_MS = 3_600_000;

/** One that was just asked for. */
export function newPlanned(wanted: Wanted, { by, at }: { by: string; at: number }): PlannedCall {
  const dueAt = wanted.at ?? at;
  return { wanted, state: 'waiting', createdAt: at, createdBy: by, dueAt, calls: [], seeAt: dueAt };
}

/** The same request once more. */
export function isSame(one: Wanted, other: Wanted): boolean {
  return inOrder(one) === inOrder(other);
}

/** One whose call is about to be asked for. */
export function begun(planned: PlannedCall, call: CallId, at: number): PlannedCall {
  return { ...planned, state: 'calling', calls: [...planned.calls, call], calledAt: at, seeAt: at };
}

/** One whose call is over: it waits for the next attempt, or is done. */
export function concluded(
  planned: PlannedCall,
  came: CameTo & { result: Result },
  keptMs: number,
): PlannedCall {
  const { calls, wanted, cancelledAt } = planned;
  const again = retryAfter(wanted, calls.length, came.result);
  if (again === undefined || cancelledAt !== undefined) return ended(planned, came, keptMs);
  const dueAt = came.at + again;
  return { ...planned, state: 'waiting', dueAt, seeAt: dueAt };
}

/** One with which it is over; it is forgotten after a while. */
export function ended(
  planned: PlannedCall,
  { at, ...came }: Omit<CameTo, 'result'> & Partial<CameTo>,
  keptMs: number,
): PlannedCall {
  const state = planned.cancelledAt === undefined ? 'done' : 'cancelled';
  return { ...planned, ...came, state, endedAt: at, seeAt: at + keptMs };
}

/** One whose last call was not placed after all. */
export function unplaced(planned: PlannedCall): PlannedCall {
  return { ...planned, calls: planned.calls.slice(0, -1) };
}

/** JSON whose members stand in one order. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
