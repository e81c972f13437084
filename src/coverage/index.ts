export { coverageKinds, percentOf, sharesOf } from './coverage.ts';
export type { CoverageItem, CoverageKind, FlowCoverage, Share } from './coverage.ts';
export { addHits } from './hits.ts';
export type { Hits } from './hits.ts';
export { measure } from './measure.ts';
export type { FlowSource } from './source.ts';
export { missedThresholds } from './thresholds.ts';
export type { MissedThreshold, Thresholds } from './thresholds.ts';
export { watched } from './watched.ts';
