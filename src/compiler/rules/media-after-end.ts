import type { FlowRule } from './flow-rule.ts';
import type { FlowDraft } from '../draft.ts';
import { callNeededBy } from './across-flows.ts';
import { reachable, stepsByName } from './reachability.ts';

/** No step of the finalizer needs a living call. */
export const mediaAfterEnd: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { graph, steps, document } = draft;
    if (graph.endStep === undefined) return;
    const reached = reachable(stepsByName(graph), [graph.endStep], ({ kind }) => kind !== 'error');
    for (const { name, nameRange, content } of steps) {
      if (!content || !reached.has(name)) continue;
      const need = content.verb.needsCall ? 'needs' : needThrough(name, draft);
      if (need === undefined) continue;
      report({
        code: 'media-after-end',
        message: `step "${name}" (${content.verb.name}) ${need} a living call, but it can run after the call has ended, from "${graph.endStep}" on`,
        span: document.span(nameRange),
        hint: 'end the path of "on.end" with next: hangup',
      });
    }
  },
};

function needThrough(name: string, draft: FlowDraft): string | undefined {
  const step = draft.graph.steps.find((one) => one.name === name);
  const needed = step && callNeededBy(step, draft);
  return needed && `leads to the step "${needed.step}" of the flow "${needed.flow}", which needs`;
}
