/**
 * Lists moves that time brings: plays end, questions time out, deadlines pass, limits are reached. Only the earliest is a move,
 * and a limit that comes before it on the path by which the situation was found; on a quicker path it may come later.
 */
import { AFTER, BRIDGE_LIMIT, LIMIT } from '../../call/index.ts';
import type { CallEvent } from '../../call/index.ts';
import type { CompiledFlow, MachineState } from '../../language/model/index.ts';
import { letRingOn, reportTime } from '../situations/index.ts';
import type { Move } from './move.ts';
import { UNLIMITED_MS } from './open-flow.ts';
import type { Situation } from '../situations/index.ts';
import { findTransitions } from './states-at.ts';

type Limits = CompiledFlow['limits'];

/** Lists the next moves if nobody acts; empty if nothing ever happens. */
export function listTimeMoves(situation: Situation, states: readonly MachineState[], limits: Limits): Move[] {
  // The platform always reports the result of a dial.
  if (situation.line.isDialing) return [];
  // The response of a web service that is late counts as its timeout.
  if (isAwaitingAnswer(situation, states)) return [];
  // A message ends before any deadline of its step.
  const next = situation.line.message === undefined ? findNext(situation, states) : undefined;
  const limit = findLimit(situation, limits);
  if (limit === undefined) return next === undefined ? [] : [next];
  const reached = createLimit(situation, limit, next !== undefined);
  if (next === undefined) return [reached];
  if (next.event.at < limit.at) return [next];
  const isCertain = next.event.at - situation.at > limit.mostMs;
  return isCertain ? [reached] : [reached, { ...next, from: withoutBridgeLimit(next.from) }];
}

/** True if the next deadline is that of a pending web request. */
function isAwaitingAnswer({ record, request, line }: Situation, states: readonly MachineState[]): boolean {
  const asking = states.findLast(({ on }) => on?.answered !== undefined);
  if (request === undefined || asking === undefined || line.play !== undefined) return false;
  const [first] = Object.entries(listTimers(record)).sort(([, one], [, other]) => one - other);
  return Object.keys(asking.after ?? {}).some((delay) => first?.[0].startsWith(`${AFTER}${delay}.`));
}

/** Returns the next event that is no limit. */
function findNext(situation: Situation, states: readonly MachineState[]): Move | undefined {
  const told = createPlatformEvent(situation);
  const at = findFirstDeadline(situation);
  if (told !== undefined && (at === undefined || told.at <= at)) return createPlayEnd(situation, told);
  if (at === undefined) return undefined;
  const { calling } = situation.line;
  if (calling !== undefined && findTransitions(states, 'bridged').length > 0)
    return createRingTimeout(situation, calling, at);
  const isAsking =
    situation.line.play?.listens === true || situation.record.context.input.decision === 'more';
  return {
    deed: { kind: isAsking ? 'stays_silent' : 'passes' },
    from: situation,
    event: { type: 'wake', at },
    isCooperative: !isAsking,
    silentMs: isAsking ? 0 : at - situation.at,
  };
}

/** A limit of the call: when it is reached, and the most that can be left of it. */
interface Limit {
  timer: typeof LIMIT | typeof BRIDGE_LIMIT;
  at: number;
  mostMs: number;
}

/** Returns the limit that runs: of the conversation, or of the call without its conversations. */
function findLimit({ record, at }: Situation, { durationMs, bridgeMs }: Limits): Limit | undefined {
  const { [LIMIT]: limit, [BRIDGE_LIMIT]: bridge } = record.timers;
  if (bridge !== undefined) return { timer: BRIDGE_LIMIT, at: Math.max(at, bridge), mostMs: bridgeMs };
  if (limit === undefined) return undefined;
  // Once it was reached, the error path has a limit of its own.
  const due = record.context.isOverTime ? limit : limit - UNLIMITED_MS + durationMs;
  return { timer: LIMIT, at: Math.max(at, due), mostMs: durationMs };
}

function createLimit(situation: Situation, { timer, at }: Limit, isCut: boolean): Move {
  const { record } = situation;
  return {
    deed: { kind: 'limit', isCut },
    from: { ...situation, record: { ...record, timers: { ...record.timers, [timer]: at } } },
    event: { type: 'wake', at },
    isCooperative: false,
    silentMs: at - situation.at,
  };
}

function withoutBridgeLimit(situation: Situation): Situation {
  const { record } = situation;
  const { [BRIDGE_LIMIT]: _limit, ...timers } = record.timers;
  return { ...situation, record: { ...record, timers } };
}

function createRingTimeout(situation: Situation, number: string, at: number): Move {
  return {
    deed: { kind: 'party', number, does: 'no_answer' },
    from: { ...situation, line: letRingOn(situation.line, situation.at) },
    event: { type: 'wake', at },
    isCooperative: false,
  };
}

function createPlayEnd(situation: Situation, event: CallEvent): Move {
  const { play, ...line } = situation.line;
  const isAsking = play?.listens === true;
  return {
    deed: { kind: isAsking ? 'stays_silent' : 'passes' },
    from: { ...situation, line },
    event,
    isCooperative: !isAsking,
    silentMs: 0,
  };
}

/** Returns the event that the platform sends at the end of a play that nobody answered. */
function createPlatformEvent({ line: { play }, at }: Situation): CallEvent | undefined {
  if (play === undefined) return undefined;
  const { ref: promptRef, listens, words } = play;
  const told = reportTime({ listens, endsAt: Math.max(at, play.endsAt) });
  if (!listens) return { type: 'played', promptRef, at: told };
  if (!words) return { type: 'silence', promptRef, at: told };
  return { type: 'speech', heard: 'timeout', text: '', promptRef, at: told };
}

/** Returns the first deadline of the current step; undefined if it has none. */
function findFirstDeadline({ record, at }: Situation): number | undefined {
  const first = Math.min(...Object.values(listTimers(record)));
  return Number.isFinite(first) ? Math.max(at, first) : undefined;
}

/** Returns the deadlines of the current step. */
function listTimers({ timers }: Situation['record']): Record<string, number> {
  const { [LIMIT]: _limit, [BRIDGE_LIMIT]: _bridgeLimit, ...own } = timers;
  return own;
}
