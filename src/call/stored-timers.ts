/**
 * The stored form of deadlines: ms since the call began, and those of the current state under the names of their delays.
 *
 *   'xstate.after.no_input.front-desk.main.listening': 1795302210427   →   '.no_input': 8900
 */
import type { CallRecord } from './record.ts';

type Timers = CallRecord['timers'];

/** Position of a call in its current flow. */
interface Whereabouts {
  startedAt: number;
  state: unknown;
  /** The flow that runs. */
  flow: string;
}

/** Prefix of XState's events for delays; the delay and the id of its state follow. */
export const AFTER = 'xstate.after.';

/** Prefix of delays of the current state; no other name of a deadline begins with it. */
const OWN_STATE = '.';

/** Converts deadlines to their stored form. */
export function writeTimers(timers: Timers, where: Whereabouts): Timers {
  const written: Timers = {};
  const ending = findEnding(where);
  for (const name in timers) {
    const delay = name.slice(AFTER.length, -ending.length);
    written[name === AFTER + delay + ending ? OWN_STATE + delay : name] =
      (timers[name] ?? 0) - where.startedAt;
  }
  return written;
}

/** Converts deadlines from their stored form. */
export function readTimers(written: Timers, where: Whereabouts): Timers {
  const timers: Timers = {};
  const ending = findEnding(where);
  for (const name in written) {
    const full = name.startsWith(OWN_STATE) ? AFTER + name.slice(OWN_STATE.length) + ending : name;
    timers[full] = (written[name] ?? 0) + where.startedAt;
  }
  return timers;
}

/** Returns the id of the current state as XState makes it: the flow's name and the path of states. */
function findEnding({ flow, state }: Whereabouts): string {
  return `.${flow}${renderPath(state)}`;
}

/** Renders the path to the state; of parallel states, to the first. */
function renderPath(state: unknown): string {
  if (typeof state === 'string') return `.${state}`;
  for (const name in state as Record<string, unknown>)
    return `.${name}${renderPath((state as Record<string, unknown>)[name])}`;
  return '';
}
