/** Finds moments for every combination of opening states. */
import { DAY_MINUTES, findOpeningAt } from '../../language/model/index.ts';
import type { Hours, OpenState } from '../../language/model/index.ts';
import { STARTED_AT } from '../testkit/index.ts';

const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = DAY_MINUTES * 60_000;
const DAYS_OF_WEEK = 7;

/** Lists the possible states of opening hours. */
export function listOpenStates(hours: Hours): ReadonlySet<OpenState> {
  const states =
    found.get(hours) ?? new Set(findMoments([hours]).map((at) => findOpeningAt(hours, at).state));
  found.set(hours, states);
  return states;
}

const found = new WeakMap<Hours, ReadonlySet<OpenState>>();

/**
 * Returns the first moment of each combination, ms since the epoch; the default start of a call if there are no hours.
 */
export function findMoments(all: readonly Hours[]): number[] {
  if (all.length === 0) return [STARTED_AT];
  const kinds = new Map<string, number>();
  for (const at of sampleMoments(all)) {
    const kind = all.map((hours) => findOpeningAt(hours, at).state).join();
    if (!kinds.has(kind)) kinds.set(kind, at);
  }
  return [...kinds.values()];
}

/** Lists every half hour of a week, and noon and night of every special day. */
function sampleMoments(all: readonly Hours[]): number[] {
  const week = Array.from(
    { length: (DAYS_OF_WEEK * DAY_MS) / HALF_HOUR_MS },
    (_, index) => STARTED_AT + index * HALF_HOUR_MS,
  );
  const days = all.flatMap(({ holidays, exceptions }) => [
    ...holidays.map(({ from }) => from),
    ...Object.keys(exceptions),
  ]);
  const special = days
    .flatMap((day) => [`${day}T11:00:00Z`, `${day}T22:00:00Z`])
    .map((text) => Date.parse(text));
  return [...week, ...special];
}
