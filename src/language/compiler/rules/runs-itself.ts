import type { Graph } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports steps that run their own flow, or one that leads back to it: each round is nested in the one before, with
 * variables of its own, so nothing can count the rounds. A flow with parameters may count in them and is left alone.
 */
export const runsItself: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { graph, params, source } = draft;
    if (source.name === undefined || Object.keys(params).length > 0) return;
    for (const { verb, flow, name, span } of graph.steps) {
      if (verb !== 'run' || flow === undefined || !leadsBack(flow, draft)) continue;
      const through = flow === source.name ? '' : ` through "${flow}"`;
      report({
        code: 'runs-itself',
        message: `step "${name}" runs this flow inside itself${through}: each round is nested in the one before and begins with empty variables, until a limit ends the call`,
        span,
        hint: 'lead back to a step of this flow instead, and count the rounds',
      });
    }
  },
};

/** True when a flow runs or continues with the draft's flow, directly or through others; each is told of one flow only. */
function leadsBack(flow: string, { source: { name = '' }, others }: FlowDraft): boolean {
  const flows = new Set([flow]);
  for (const one of flows) {
    if (one === name) return true;
    const signature = others.signature(one);
    // A flow with parameters may count in them; a flow that comes first tells it itself.
    if (signature === undefined || Object.keys(signature.params).length > 0 || one < name) continue;
    for (const next of listFlows(signature.graph)) flows.add(next);
  }
  return false;
}

function listFlows({ steps }: Graph): string[] {
  return steps.flatMap(({ flow }) => flow ?? []);
}
