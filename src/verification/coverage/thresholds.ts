/** How much has to be covered. */
import { coverageKinds, percentOf, sharesOf } from './coverage.ts';
import type { CoverageKind, FlowCoverage } from './coverage.ts';

/** Kind → percent, of all flows together. What is not named need not be covered. */
export type Thresholds = Partial<Record<CoverageKind, number>>;

/** A threshold that was not reached. */
export interface MissedThreshold {
  kind: CoverageKind;
  wanted: number;
  percent: number;
}

/** The thresholds that were not reached, in the order of the kinds. */
export function missedThresholds(flows: readonly FlowCoverage[], wanted: Thresholds): MissedThreshold[] {
  const shares = sharesOf(flows);
  return coverageKinds.flatMap((kind) => {
    const percent = percentOf(shares[kind]);
    const least = wanted[kind];
    return least === undefined || percent >= least ? [] : [{ kind, wanted: least, percent }];
  });
}
