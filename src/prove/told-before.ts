/** What `validate` has told already is not told once more in other words. */
import type { Diagnostic, DiagnosticCode } from '../diagnostics/index.ts';
import type { Graph } from '../flow/index.ts';
import type { Suspicion } from './findings/suspicion.ts';

/** What is found → the lints that say the same of the graph. */
const SAME: Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>> = {
  trap: ['silence-leads-nowhere', 'loop-without-input'],
  'endless-silence': ['silence-leads-nowhere'],
  'cut-off-by-failure': ['failure-cut-off'],
  'refused-command': ['recording-before-bridge', 'media-in-bridge', 'wrong-order'],
  'unbounded-loop': ['redial-loop', 'loop-without-input'],
  'long-dead-air': ['dead-air'],
  'finalizer-left-out': ['finalizer-cut-short'],
  'unreached-step': ['unreachable-step'],
};

/** True where a lint says the same of one of its steps; where the flow has no `on.error` one lint speaks for all. */
export function isToldBefore(
  { code, step, also = [] }: Suspicion,
  { graph, diagnostics }: { graph: Graph; diagnostics: readonly Diagnostic[] },
): boolean {
  if (code === 'cut-off-by-failure' && diagnostics.some((one) => one.code === 'unhandled-failure'))
    return true;
  const same = diagnostics.filter((one) => SAME[code]?.includes(one.code) === true);
  return same.some(({ span }) => [step, ...also].includes(stepAt(graph, span.start.offset) ?? ''));
}

/** The step in which a place of the flow's own file stands. */
function stepAt({ steps }: Graph, offset: number): string | undefined {
  const own = steps.filter(({ file }) => file === undefined);
  return own.findLast(({ span }) => span.start.offset <= offset)?.name;
}
