import type { Edge, GraphStep } from '../../flow/index.ts';
import type { DraftStep } from '../draft.ts';
import type { FlowRule } from './flow-rule.ts';
import { reachable, stepsByName } from './reachability.ts';

/** What begins a recording comes after a bridge that still stands on some way. */
export const recordingBeforeBridge: FlowRule = {
  needsAll: true,
  check({ graph, steps, document, source }, report) {
    const starts = steps.filter(startsRecording);
    // A flow that another one runs may begin on a bridge.
    if (starts.length === 0 || source.returns !== undefined) return;
    const byName = stepsByName(graph);
    const onBridge = reachable(
      byName,
      graph.steps.flatMap((step) =>
        step.edges.filter((edge) => beginsOnBridge(step, edge)).map(({ to }) => to),
      ),
      ({ outcome }) => outcome !== 'completed',
    );
    const reached = reachable(byName, [graph.entry]);
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

/** Along an edge of `connect` that its author has from `bridged` or from one of `keys`, the bridge stands. */
function beginsOnBridge({ verb }: GraphStep, { outcome, kind }: Edge): boolean {
  return verb === 'connect' && (outcome === 'bridged' || kind === 'goto');
}
