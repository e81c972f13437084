import { findReachable, indexSteps, type GraphStep, memoize } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { listExpressions, stepNameOf } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports failures in the finalizer that skip the steps after them without the author having said so. */
export const finalizerCutShort: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { graph } = draft;
    if (graph.endStep === undefined) return;
    const steps = indexSteps(graph);
    const run = findReachable(steps, [graph.endStep], ({ kind }) => kind !== 'error');
    for (const step of graph.steps) {
      const behind = step.edges.find(({ failure, to }) => !failure && steps.has(to))?.to;
      const isUnrouted = step.edges.some(({ kind }) => kind === 'error');
      if (!run.has(step.name) || !isUnrouted || behind === undefined || !canFail(step, draft)) continue;
      report({
        code: 'finalizer-cut-short',
        message: `when step "${step.name}" fails, the finalizer ends and step "${behind}" is not run`,
        span: step.span,
        hint: `add on: { failed: ${behind} } to continue anyway`,
      });
    }
  },
};

/** True when the step may fail: it depends on another party, or types cannot rule out an error of its expressions. */
function canFail({ name, waits }: GraphStep, draft: FlowDraft): boolean {
  return waits === 'party' || riskySteps(draft).has(name);
}

const riskySteps = memoize((draft: FlowDraft) => {
  const risky = listExpressions(draft).filter(({ source }) => isRisky(source));
  return new Set(risky.map(({ reference }) => stepNameOf(reference)));
});

/** True when an expression divides, accesses an element, or converts text. */
function isRisky(source: string): boolean {
  const withoutTexts = source.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  return /[/%]|[\w\])"]\[|\b(?:int|uint|double|timestamp|duration)\(/.test(withoutTexts);
}
