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

/** Maximum duration of the error path after `limit` has fired, ms. */
const GRACE_MS = 60_000;

/** Timeout for `disconnected` after a refusal has said that the call is over, ms. */
const GONE_WAIT_MS = 5_000;

/** Returns the deadlines of a new call. */
export function createDeadlines({ limits }: CompiledFlow, at: number): CallRecord['timers'] {
  return setDeadline({}, LIMIT, at + limits.durationMs);
}

/** Pauses `limit` when a bridge begins and resumes it when the bridge ends; `gone` ends with the call. */
export function moveLimits(record: CallRecord, leg: Leg, { limits }: CompiledFlow, at: number): CallRecord {
  const was = record.context.leg === 'bridged';
  const is = leg === 'bridged';
  const timers = leg === 'ended' ? removeDeadline(record.timers, GONE) : record.timers;
  if (is === was) return timers === record.timers ? record : { ...record, timers };
  const { [LIMIT]: limit = at } = timers;
  const others = removeDeadline(removeDeadline(timers, LIMIT), BRIDGE_LIMIT);
  if (!is) return { ...record, timers: setDeadline(others, LIMIT, at + (record.limitLeftMs ?? 0)) };
  const bridging = setDeadline(others, BRIDGE_LIMIT, at + limits.bridgeMs);
  return { ...record, timers: bridging, limitLeftMs: limit - at };
}

/** Returns the deadlines with one more. A computed key in a literal would take the slow path of the runtime. */
export function setDeadline(
  timers: CallRecord['timers'],
  name: string,
  deadline: number,
): CallRecord['timers'] {
  const after = { ...timers };
  after[name] = deadline;
  return after;
}

/** Returns the deadlines without one. Objects after `delete` would be slow to copy and write. */
export function removeDeadline(timers: CallRecord['timers'], name: string): CallRecord['timers'] {
  if (timers[name] === undefined) return timers;
  const left: CallRecord['timers'] = {};
  for (const other in timers) if (other !== name) left[other] = timers[other] ?? 0;
  return left;
}

/** Adds the deadline for `disconnected` after a refusal. */
export function addGoneDeadline(timers: CallRecord['timers'], at: number): CallRecord['timers'] {
  return { [GONE]: at + GONE_WAIT_MS, ...timers };
}

/** Removes a deadline that has fired. After `limit`, the error path gets a deadline of its own. */
export function removeFired(timers: CallRecord['timers'], name: string, at: number): CallRecord['timers'] {
  const rest = removeDeadline(timers, name);
  return name === LIMIT ? setDeadline(rest, LIMIT, at + GRACE_MS) : rest;
}
