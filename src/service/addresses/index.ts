export { RANGES, parseRangeList } from './ranges.ts';
export type { Ranges } from './ranges.ts';
