export { RANGES, rangesOf } from './ranges.ts';
export type { Ranges } from './ranges.ts';
