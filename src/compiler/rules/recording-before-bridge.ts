import type { DraftStep } from '../draft.ts';
import type { FlowRule } from './flow-rule.ts';
import { stepsOnBridge } from './on-bridge.ts';
import { reachable, stepsByName } from './reachability.ts';

/** What begins a recording comes after a bridge that still stands on some way. */
export const recordingBeforeBridge: FlowRule = {
  needsAll: true,
  check({ graph, steps, document, source }, report) {
    const starts = steps.filter(startsRecording);
    // A flow that another one runs may begin on a bridge.
    if (starts.length === 0 || source.returns !== undefined) return;
    const onBridge = stepsOnBridge(graph);
    const reached = reachable(stepsByName(graph), [graph.entry]);
    for (const { name, nameRange } of starts) {
      if (onBridge.has(name) || !reached.has(name)) continue;
      report({
        code: 'recording-before-bridge',
        message: `step "${name}" records before anybody else is on the line: the platform refuses that`,
        span: document.span(nameRange),
        hint: 'lead to it from the outcome "bridged" of a connect step, or give that step keys: { "*1": record }',
      });
    }
  },
};

function startsRecording({ content }: DraftStep): boolean {
  const { start } = (content?.body ?? {}) as { start?: unknown };
  return content?.verb.name === 'record' && start !== undefined;
}
