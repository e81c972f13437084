/** Finds faults that flows have as their originals had them. */
import type { Diagnostic } from '../language/diagnostics/index.ts';
import { compileFlow, createFlowCatalogue } from '../language/compiler/index.ts';
import { prove } from '../verification/prove/index.ts';
import { fillStubs, hasStubs } from './fill-stubs.ts';
import { isFlawless } from './folding.ts';
import type { JudgedFlow } from './folding.ts';
import type { ImportedFlow } from './project/index.ts';
import { isFault, noteFaults, writeFlow } from './writing/index.ts';

const limits = { prompts: 12, seconds: 180, deadAirMs: 5_000 };
/** An import looks at few situations, and at the same ones each time: `prove` looks at all. */
const budget = { states: 1_000, ms: 1, clock: () => 0 };
/** Flows with more steps are not searched: it would take longer than the whole import. */
const MAX_STEPS = 300;

/**
 * Notes what `validate` and `prove` find in flows that equal their originals: what callers meet is the originals' own, unless it is
 * gone once something stands in the place of what was left to the author.
 */
export function noteOriginalFaults(flows: readonly JudgedFlow[]): readonly ImportedFlow[] {
  if (!flows.every(isFlawless)) return flows;
  const proved = flows.map((flow) => {
    const { found, searched } = proveFlow(flow, flow.text);
    return { flow, searched, found: [...flow.diagnostics, ...found] };
  });
  const areLeft = flows.some(({ draft }) => hasStubs(draft));
  const hasFaults = proved.some(({ found }) => found.some(isFault));
  const own = areLeft && hasFaults ? findOwnFaults(flows) : undefined;
  return proved.map(({ flow, searched, found }) => {
    const known = own?.get(flow.name);
    const isOwn = (fault: Diagnostic) => known === undefined || known.has(toKey(fault));
    return { ...flow, ...noteFaults(flow, found, isOwn), searched };
  });
}

/** Finds the faults that flows have without what was left to the author, by the name of the flow. */
function findOwnFaults(flows: readonly JudgedFlow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const files = flows.map(({ name, draft }) => ({
    file: `${name}.flow.yaml`,
    text: writeFlow(fillStubs(draft)),
  }));
  const others = createFlowCatalogue(files);
  return new Map(
    flows.flatMap((flow, at) => {
      const file = files[at];
      if (file === undefined) return [];
      const compilation = compileFlow(file, { others });
      const { found } = proveFlow({ ...flow, compilation }, file.text);
      return [[flow.name, new Set([...compilation.diagnostics, ...found].map(toKey))] as const];
    }),
  );
}

function toKey({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

function proveFlow(
  { name, draft, comparison, compilation }: JudgedFlow,
  text: string,
): {
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
