export { DIAL_PREFIX, DIAL_PREFIXES, parseDialPrefixes } from './dial-prefixes.ts';
export { RANGES, parseRangeList } from './ranges.ts';
export type { Ranges } from './ranges.ts';
