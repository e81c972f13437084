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
/** Flows with more steps are not searched: it would take longer than the whole import. */
const MAX_STEPS = 300;

/** Notes what `validate` and `prove` find in flows that equal their originals: what callers meet is the originals' own. */
export function noteOriginalFaults(flows: readonly JudgedFlow[]): readonly ImportedFlow[] {
  if (!flows.every(isFlawless)) return flows;
  return flows.map((flow) => {
    const { found, searched } = proveFlow(flow);
    return { ...flow, ...noteFaults(flow.text, [...flow.diagnostics, ...found]), searched };
  });
}

function proveFlow({ name, text, draft, comparison, compilation }: JudgedFlow): {
  found: readonly Diagnostic[];
  searched: ImportedFlow['searched'];
} {
  const { flow, graph, graphs = {}, diagnostics } = compilation;
  const isLarge = Object.keys(draft.flow.steps).length > MAX_STEPS;
  if (isLarge || flow === undefined || graph === undefined || comparison === undefined)
    return { found: [], searched: 'none' };
  const file = `${name}.flow.yaml`;
  const source = (asked: string) => (asked === file ? text : undefined);
  const proof = prove({ file, flow, graph, graphs, diagnostics, source }, { limits, budget });
  return {
    found: proof.found.flatMap(({ diagnostic, unconfirmed }) =>
      unconfirmed === undefined && diagnostic.file === file && diagnostic.severity === 'warning'
        ? [diagnostic]
        : [],
    ),
    searched: proof.exploration.stoppedBy === undefined ? 'whole' : 'part',
  };
}
