import process from 'node:process';

/** `npm run test:deep` sets this: properties have ten times their runs. */
const isDeep = process.env.RINGFLOW_TEST_DEEP === '1';

/** Returns how often a property runs: as often as said by day, ten times as often, or as said, in `npm run test:deep`. */
export function scaleRuns(byDay: number, deep = byDay * 10): number {
  return isDeep ? deep : byDay;
}
