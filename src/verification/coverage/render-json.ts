/** Coverage as JSON, for other programs. */
import { coverageKinds, percentOf, sharesOf } from './coverage.ts';
import type { FlowCoverage } from './coverage.ts';

/** Raised when a field changes its meaning or goes. */
const FORMAT = 1;

/** Everything that there is to cover, with how often calls came there. */
export function coverageAsJson(flows: readonly FlowCoverage[]): string {
  const told = flows.map((flow) => ({
    flow: flow.flow,
    file: flow.file,
    totals: totals([flow]),
    items: flow.items,
  }));
  return `${JSON.stringify({ format: FORMAT, totals: totals(flows), flows: told }, undefined, 2)}\n`;
}

function totals(flows: readonly FlowCoverage[]) {
  const shares = sharesOf(flows);
  return Object.fromEntries(
    coverageKinds.map((kind) => [kind, { ...shares[kind], percent: percentOf(shares[kind]) }]),
  );
}
