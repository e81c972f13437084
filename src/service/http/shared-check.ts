import type { Clock } from '../../engine/ports/index.ts';

/** Lifetime of a result, ms; limits the cost of frequent checks. */
const COUNTS_FOR_MS = 1_000;

/** Shares a check: one runs at a time, and its result is reused for a second. */
export function shareCheck<Result>(check: () => Promise<Result>, clock: Clock): () => Promise<Result> {
  let last: { result: Promise<Result>; until: number } | undefined;
  return () => {
    if (last !== undefined && clock.now() < last.until) return last.result;
    const current = { result: check(), until: Infinity };
    const expireResult = () => {
      current.until = clock.now() + COUNTS_FOR_MS;
    };
    current.result.then(expireResult, expireResult);
    last = current;
    return current.result;
  };
}
