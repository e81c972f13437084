import type { Clock } from '../../engine/ports/index.ts';

/** How long a result counts, ms: whoever asks more often learns nothing new, and the check is not free. */
const COUNTS_FOR_MS = 1_000;

/** A check for all who ask: one runs at a time, and its result counts for a second. */
export function shareCheck<Result>(check: () => Promise<Result>, clock: Clock): () => Promise<Result> {
  let last: { result: Promise<Result>; until: number } | undefined;
  return () => {
    if (last !== undefined && clock.now() < last.until) return last.result;
    const current = { result: check(), until: Infinity };
    const settled = () => {
      current.until = clock.now() + COUNTS_FOR_MS;
    };
    current.result.then(settled, settled);
    last = current;
    return current.result;
  };
}
