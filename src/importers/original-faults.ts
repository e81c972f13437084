/** Finds faults that flows have as their originals had them. */
import type { Diagnostic } from '../language/diagnostics/index.ts';
import { prove } from '../verification/prove/index.ts';
import { isFlawless } from './folding.ts';
import type { JudgedFlow } from './folding.ts';
import type { ImportedFlow } from './project/index.ts';
import { noteFaults } from './writing/index.ts';

const limits = { prompts: 12, seconds: 180, deadAirMs: 5_000 };
/** An import looks at few situations, and at the same ones each time: `prove` looks at all. */
const budget = { states: 1_000, ms: 1, clock: () => 0 };

/** Notes what `validate` and `prove` find in flows that equal their originals: what callers meet is the originals' own. */
export function noteOriginalFaults(flows: readonly JudgedFlow[]): readonly ImportedFlow[] {
  if (!flows.every(isFlawless)) return flows;
  return flows.map((flow) => ({
    ...flow,
    ...noteFaults(flow.text, [...flow.diagnostics, ...proveFlow(flow)]),
  }));
}

function proveFlow({ name, text, comparison, compilation }: JudgedFlow): Diagnostic[] {
  const { flow, graph, graphs = {}, diagnostics } = compilation;
  if (flow === undefined || graph === undefined || comparison === undefined) return [];
  const file = `${name}.flow.yaml`;
  const source = (asked: string) => (asked === file ? text : undefined);
  const { found } = prove({ file, flow, graph, graphs, diagnostics, source }, { limits, budget });
  return found.flatMap(({ diagnostic, unconfirmed }) =>
    unconfirmed === undefined && diagnostic.file === file && diagnostic.severity === 'warning'
      ? [diagnostic]
      : [],
  );
}
