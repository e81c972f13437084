/**
 * Deadlines of a call that its machine does not know of (R6): `limit` for `limits.duration` or, while a bridge lasts,
 * `bridge_limit` for `limits.bridge` instead, so that a conversation does not use up the flow's own time; `gone` for a
 * call that is said to be over, until `disconnected` comes with the reason.
 */
import type { CompiledFlow } from '../language/model/index.ts';
import type { CallRecord, Leg } from './record.ts';

/** Names of the deadlines, and of the events that they become. */
export const LIMIT = 'limit';
export const BRIDGE_LIMIT = 'bridge_limit';
export const GONE = 'gone';

/** How long the error path may take once a call has outlived its limit, ms. */
const GRACE_MS = 60_000;

/** How long to wait for `disconnected` once a refusal has said that the call is over. */
const GONE_WAIT_MS = 5_000;

/** The deadlines of a call that begins. */
export function firstDeadlines({ limits }: CompiledFlow, at: number): CallRecord['timers'] {
  return withDeadline({}, LIMIT, at + limits.durationMs);
}

/** Stops the flow's own time when a bridge begins, lets it run on when that has ended; `gone` ends with the call. */
export function onLeg(record: CallRecord, leg: Leg, { limits }: CompiledFlow, at: number): CallRecord {
  const was = record.context.leg === 'bridged';
  const is = leg === 'bridged';
  const timers = leg === 'ended' ? without(record.timers, GONE) : record.timers;
  if (is === was) return timers === record.timers ? record : { ...record, timers };
  const { [LIMIT]: limit = at } = timers;
  const others = without(without(timers, LIMIT), BRIDGE_LIMIT);
  if (!is) return { ...record, timers: withDeadline(others, LIMIT, at + (record.limitLeftMs ?? 0)) };
  const bridging = withDeadline(others, BRIDGE_LIMIT, at + limits.bridgeMs);
  return { ...record, timers: bridging, limitLeftMs: limit - at };
}

/** The deadlines and one more. A computed key in a literal would be left to the runtime. */
export function withDeadline(
  timers: CallRecord['timers'],
  name: string,
  deadline: number,
): CallRecord['timers'] {
  const after = { ...timers };
  after[name] = deadline;
  return after;
}

/** The deadlines but one; the same ones where there is no such. What `delete` leaves behind would be slow to copy and write. */
export function without(timers: CallRecord['timers'], name: string): CallRecord['timers'] {
  if (timers[name] === undefined) return timers;
  const left: CallRecord['timers'] = {};
  for (const other in timers) if (other !== name) left[other] = timers[other] ?? 0;
  return left;
}

/** The deadlines of a call that a refusal says is over. */
export function whenGone(timers: CallRecord['timers'], at: number): CallRecord['timers'] {
  return { [GONE]: at + GONE_WAIT_MS, ...timers };
}

/** The deadlines after one of them has fired: the error path gets some time of its own. */
export function afterFiring(timers: CallRecord['timers'], name: string, at: number): CallRecord['timers'] {
  const rest = without(timers, name);
  return name === LIMIT ? withDeadline(rest, LIMIT, at + GRACE_MS) : rest;
}
