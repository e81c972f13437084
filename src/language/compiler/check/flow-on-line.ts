/** Summarizes a flow's effects on the line for the flows that run it. */
import { RETURN } from '../../model/index.ts';
import {
  afterStep,
  changedBy,
  changeSince,
  FROM_ELSEWHERE,
  possibly,
  stepsFrom,
  type Line,
} from './line-state.ts';
import type { LineChange, FlowDraft, FlowOnLine } from '../types.ts';

/** Considers only the flow itself: when it leads to other flows, its effects per outcome are unknown. */
export function flowOnLine(whole: FlowDraft): FlowOnLine {
  // No flow returns from its finalizer.
  const { endStep: _endStep, ...graph } = whole.graph;
  const draft = { ...whole, graph };
  const talking = stepsFrom(draft, changedBy(FROM_ELSEWHERE, { bridged: 'yes' }));
  const leadsOn = graph.steps.some(({ flow }) => flow !== undefined);
  return {
    isAlone: talking.some(({ content, line }) => content.verb.alone === true && possibly(line, 'bridged')),
    leaves: leadsOn ? new Map() : leavesOf(draft),
  };
}

function leavesOf(draft: FlowDraft): ReadonlyMap<string, LineChange> {
  const { graph, others } = draft;
  const edges = new Map(graph.steps.map((step) => [step.name, step.edges]));
  const left = new Map<string, Line>();
  for (const step of stepsFrom(draft, FROM_ELSEWHERE))
    for (const edge of edges.get(step.name) ?? []) {
      if (edge.to !== RETURN) continue;
      const outcome = step.content.verb.name === 'return' ? edge.outcome : 'done';
      left.set(outcome, (left.get(outcome) ?? 0) | afterStep(step, edge, others));
    }
  return new Map([...left].map(([outcome, line]) => [outcome, changeSince(FROM_ELSEWHERE, line)]));
}
