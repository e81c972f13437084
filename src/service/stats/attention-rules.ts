/** Decides from counts what needs attention. Pure. */
import type { Tally } from '../management/index.ts';
import type { CallSums, StepSums } from './read-sums.ts';

/** Share of calls or visits that went wrong. */
interface Share {
  count: number;
  /** Ended calls, or visits of the step. */
  of: number;
  /** Rounded to a tenth. */
  percent: number;
}

/** Something about a flow that needs attention. */
export type CountedItem =
  | { code: 'calls_failing' | 'callers_hanging_up'; share: Share }
  | { code: 'step_failing' | 'input_exhausted'; step: string; share: Share };

interface Limit {
  /** Minimum number of ended calls or visits. */
  least: number;
  /** Percentage above which it needs attention. */
  percent: number;
}

const CALLS_FAILING: Limit = { least: 20, percent: 5 };
const CALLERS_HANGING_UP: Limit = { least: 20, percent: 10 };
const STEP: Limit = { least: 10, percent: 50 };

/** Outcomes of steps whose work has failed, by verb; those of others are `failed`. */
const FAILURES: Readonly<Record<string, readonly string[]>> = {
  http: ['failed', 'client_error', 'server_error', 'timeout'],
};
/** Verbs that ask, and their outcomes after the last attempt without an answer. */
const ASKING = ['menu', 'collect'];
const EXHAUSTED = ['exhausted', 'silent'];

/** Lists what needs attention about calls and steps of one version. */
export function listCountedItems(
  calls: Pick<CallSums, keyof Tally>,
  steps: readonly StepSums[],
): CountedItem[] {
  const failed = findShare(calls.failed, calls.ended, CALLS_FAILING);
  const hungUp = findShare(calls.hungUp, calls.ended, CALLERS_HANGING_UP);
  return [
    ...(failed === undefined ? [] : [{ code: 'calls_failing' as const, share: failed }]),
    ...(hungUp === undefined ? [] : [{ code: 'callers_hanging_up' as const, share: hungUp }]),
    ...steps.flatMap(listStepItems),
  ];
}

function listStepItems({ step, verb = '', visits, outcomes }: StepSums): CountedItem[] {
  const countOutcomes = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0);
  const failing = findShare(countOutcomes(FAILURES[verb] ?? ['failed']), visits, STEP);
  const exhausted = ASKING.includes(verb) ? findShare(countOutcomes(EXHAUSTED), visits, STEP) : undefined;
  return [
    ...(failing === undefined ? [] : [{ code: 'step_failing' as const, step, share: failing }]),
    ...(exhausted === undefined ? [] : [{ code: 'input_exhausted' as const, step, share: exhausted }]),
  ];
}

function findShare(count: number, of: number, { least, percent }: Limit): Share | undefined {
  if (of < least || 100 * count <= percent * of) return undefined;
  return { count, of, percent: Math.round((1_000 * count) / of) / 10 };
}
