import type { FlowRule } from './flow-rule.ts';
import { reachable, stepsByName } from './reachability.ts';

/** No step of the finalizer needs a living call. */
export const mediaAfterEnd: FlowRule = {
  needsAll: true,
  check({ graph, steps, document }, report) {
    if (graph.endStep === undefined) return;
    const reached = reachable(stepsByName(graph), [graph.endStep], ({ kind }) => kind !== 'error');
    for (const { name, nameRange, content } of steps) {
      if (!content?.verb.needsCall || !reached.has(name)) continue;
      report({
        code: 'media-after-end',
        message: `step "${name}" (${content.verb.name}) needs a living call, but it can run after the call has ended, from "${graph.endStep}" on`,
        span: document.span(nameRange),
        hint: 'end the path of "on.end" with next: hangup',
      });
    }
  },
};
