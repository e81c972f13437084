/** Renders coverage as JSON. */
import { coverageKinds, toPercent, countShares } from './coverage.ts';
import type { FlowCoverage } from './coverage.ts';

/** Incremented when a field is removed or changes its meaning. */
const FORMAT = 1;

/** Renders every item with its hits as JSON. */
export function renderCoverageJson(flows: readonly FlowCoverage[]): string {
  const told = flows.map((flow) => ({
    flow: flow.flow,
    file: flow.file,
    totals: computeTotals([flow]),
    items: flow.items,
  }));
  return `${JSON.stringify({ format: FORMAT, totals: computeTotals(flows), flows: told }, undefined, 2)}\n`;
}

function computeTotals(flows: readonly FlowCoverage[]) {
  const shares = countShares(flows);
  return Object.fromEntries(
    coverageKinds.map((kind) => [kind, { ...shares[kind], percent: toPercent(shares[kind]) }]),
  );
}
