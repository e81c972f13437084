export {
  coverageKinds,
  gradeShare,
  toPercent,
  countShares,
  findMissedThresholds,
  renderCoverageJson,
} from './coverage.ts';
export type { CoverageItem, CoverageKind, FlowCoverage, Share, Thresholds, FlowSource } from './coverage.ts';
export { addHits } from './hits.ts';
export type { Hits } from './hits.ts';
export { measure } from './measure.ts';
export { renderCoverageLcov } from './render-lcov.ts';
export { renderCoveragePage } from './render-page.ts';
export { renderCoverageText } from './render-text.ts';
export { watchFlow } from './watched.ts';
