/**
 * The live calls of a project, from a list of the API and the events that follow it.
 *
 * LIVE-1 An event changes a call once: events with a `seq` that was applied before are dropped.
 * LIVE-2 A call that has ended does not come back, whatever arrives late.
 * LIVE-3 A new list replaces everything that no event has touched since it was requested, so that calls whose end was missed
 *        disappear.
 */
import type { ListCallsResponse } from '../../api/generated/index.ts';
import type { LiveCallEvent, LiveEvent } from '../../data/live.ts';

/** A call as the API lists it. */
export type CallSummary = ListCallsResponse['items'][number];

/** A live call. */
interface LiveCall {
  call: CallSummary;
  /** `seq` of the last applied event; 0 if none came since the list was read. */
  seq: number;
  /** Number of the list during or after which an event touched the call. */
  touchedAt: number;
}

/** A call went from one step to another. */
export interface StepMove {
  id: string;
  flow: string;
  from: string;
  to: string;
}

export interface LiveCalls {
  calls: ReadonlyMap<string, LiveCall>;
  /** Ids of ended calls, the latest last. */
  ended: ReadonlySet<string>;
  /** Number of lists requested so far. */
  lists: number;
  /** True when events are missing and a new list is needed. */
  isStale: boolean;
}

export const NO_CALLS: LiveCalls = { calls: new Map(), ended: new Set(), lists: 0, isStale: true };

/** Ended calls that are remembered: late events of a call come within seconds of its end. */
const MAX_ENDED = 2_000;

interface Applied {
  state: LiveCalls;
  /** Moves between steps, in order. */
  moves: readonly StepMove[];
}

/** Applies the events of a frame. Returns the same state if nothing changed. */
export function applyEvents(state: LiveCalls, events: readonly LiveEvent[]): Applied {
  const calls = new Map(state.calls);
  const ended = new Set(state.ended);
  const moves: StepMove[] = [];
  let { isStale } = state;
  let hasChanged = false;
  for (const event of events) {
    if (event.kind === 'gap') {
      hasChanged ||= !isStale;
      isStale = true;
      continue;
    }
    const call = event.data.call as unknown as CallSummary;
    const before = calls.get(call.id);
    const seq = readSeq(event.data.entry);
    if (ended.has(call.id) || (before !== undefined && seq <= before.seq)) continue;
    hasChanged = true;
    if (event.kind === 'call.ended' || call.endedAt !== undefined) {
      calls.delete(call.id);
      ended.add(call.id);
      continue;
    }
    calls.set(call.id, { call, seq, touchedAt: state.lists });
    const from = before?.call.step ?? '';
    if (from !== '' && from !== call.step) moves.push({ id: call.id, flow: call.flow, from, to: call.step });
  }
  return { state: hasChanged ? { ...state, calls, ended: keepLatest(ended), isStale } : state, moves };
}

/** Notes that a list is requested: events from here on are newer than what an earlier list says. */
export function requestList(state: LiveCalls): LiveCalls {
  return { ...state, lists: state.lists + 1, isStale: false };
}

/** Applies a list that was requested with `requestList`. */
export function applyList(state: LiveCalls, list: readonly CallSummary[]): LiveCalls {
  const calls = new Map<string, LiveCall>();
  for (const call of list) {
    if (state.ended.has(call.id)) continue;
    const known = state.calls.get(call.id);
    const isNewer = known !== undefined && known.touchedAt >= state.lists;
    // A list does not tell the position of a call, so the known one stays and older events remain dropped.
    calls.set(call.id, isNewer ? known : { call, seq: known?.seq ?? 0, touchedAt: known?.touchedAt ?? 0 });
  }
  for (const [id, known] of state.calls)
    if (known.touchedAt >= state.lists && !calls.has(id)) calls.set(id, known);
  return { ...state, calls };
}

/** Returns the calls of a flow, or of all flows, newest first. */
export function listCallsOf(state: LiveCalls, flow: string | undefined): CallSummary[] {
  return [...state.calls.values()]
    .map(({ call }) => call)
    .filter((call) => flow === undefined || call.flow === flow)
    .toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1));
}

/** Counts the live calls by flow, the most first. */
export function countByFlow(state: LiveCalls): { flow: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { call } of state.calls.values()) counts.set(call.flow, (counts.get(call.flow) ?? 0) + 1);
  return [...counts]
    .map(([flow, count]) => ({ flow, count }))
    .toSorted((one, other) => other.count - one.count || (one.flow < other.flow ? -1 : 1));
}

/** Counts calls by step. */
export function countBySteps(calls: readonly CallSummary[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { step } of calls) if (step !== '') counts.set(step, (counts.get(step) ?? 0) + 1);
  return counts;
}

function readSeq(entry: LiveCallEvent['entry']): number {
  const seq = entry?.seq;
  return typeof seq === 'number' ? seq : 0;
}

function keepLatest(ids: Set<string>): Set<string> {
  return ids.size <= MAX_ENDED ? ids : new Set([...ids].slice(-MAX_ENDED / 2));
}
