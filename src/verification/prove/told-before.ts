/** Suppresses findings that `validate` already reports in other words. */
import type { Diagnostic, DiagnosticCode } from '../../language/diagnostics/index.ts';
import { HANGUP, memoize, type CompiledFlow, type Graph } from '../../language/model/index.ts';
import type { Suspicion } from './findings/suspicion.ts';
import { placeKey } from './place.ts';

/** Finding → rules of `validate` that report the same mistake. */
const SAME: Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>> = {
  trap: ['silence-leads-nowhere', 'loop-without-input', 'endless-circle'],
  'endless-silence': ['silence-leads-nowhere', 'endless-circle', 'endless-guessing'],
  'cut-off-by-failure': ['failure-cut-off'],
  'refused-command': ['recording-before-bridge', 'media-in-bridge', 'wrong-order'],
  'unbounded-loop': ['redial-loop', 'loop-without-input', 'endless-circle'],
  'long-dead-air': ['dead-air'],
  'finalizer-left-out': ['finalizer-cut-short'],
  'unreached-step': ['unreachable-step'],
};

interface Validated {
  flow: CompiledFlow;
  graph: Graph;
  diagnostics: readonly Diagnostic[];
}

/**
 * True if `validate` reports the same mistake for one of the steps. If the flow has no `on.error`, one diagnostic
 * covers all failures; with `on: { error: hangup }` its author has chosen to end the call. Findings in called flows are not suppressed.
 */
export function isReportedByValidate(
  suspicion: Suspicion,
  { flow: own, graph, diagnostics }: Validated,
): boolean {
  const { code, flow, step, also = [] } = suspicion;
  if (flow !== own.name) return false;
  const hasNoErrorPath =
    graph.errorStep === HANGUP || diagnostics.some((one) => one.code === 'unhandled-failure');
  if (code === 'cut-off-by-failure' && hasNoErrorPath) return true;
  const codes = listSameCodes(suspicion);
  const same = diagnostics.filter((one) => codes.includes(one.code));
  const places = [placeKey(flow, step), ...also];
  return same.some(({ span }) =>
    places.includes(placeKey(own.name, findStepAt(graph, span.start.offset) ?? '')),
  );
}

/** Lists the codes under which `validate` reports a mistake: a comment that suppresses one of them suppresses the finding, too. */
export function listSameCodes({ code, sameAs = [] }: Suspicion): readonly DiagnosticCode[] {
  return [...(SAME[code] ?? []), ...sameAs];
}

/** Finds the step at an offset of the flow's own file. */
function findStepAt(graph: Graph, offset: number): string | undefined {
  const own = listOwnSteps(graph);
  let [from, to] = [0, own.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((own[middle]?.span.start.offset ?? 0) <= offset) from = middle + 1;
    else to = middle;
  }
  return own[from - 1]?.name;
}

/** Lists the steps of the flow's own file in their order there. */
const listOwnSteps = memoize(({ steps }: Graph) =>
  steps
    .filter(({ file }) => file === undefined)
    .toSorted((one, other) => one.span.start.offset - other.span.start.offset),
);
