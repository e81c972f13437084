/** Summarizes a flow's effects on the line for the flows that run it. */
import { RETURN } from '../../model/index.ts';
import {
  computeLineAfter,
  changeLine,
  diffLines,
  FROM_ELSEWHERE,
  isPossible,
  listStepsFrom,
  type Line,
} from './line-state.ts';
import type { LineChange, FlowDraft, LineEffects } from '../types.ts';

/** Considers only the flow itself: when it leads to other flows, its effects per outcome are unknown. */
export function summarizeLineEffects(whole: FlowDraft): LineEffects {
  // No flow returns from its finalizer.
  const { endStep: _endStep, ...graph } = whole.graph;
  const draft = { ...whole, graph };
  const talking = listStepsFrom(draft, changeLine(FROM_ELSEWHERE, { bridged: 'yes' }));
  const leadsOn = graph.steps.some(({ flow }) => flow !== undefined);
  return {
    isAlone: talking.some(({ content, line }) => content.verb.alone === true && isPossible(line, 'bridged')),
    changesByOutcome: leadsOn ? new Map() : collectLineChanges(draft),
  };
}

function collectLineChanges(draft: FlowDraft): ReadonlyMap<string, LineChange> {
  const { graph, others } = draft;
  const edges = new Map(graph.steps.map((step) => [step.name, step.edges]));
  const left = new Map<string, Line>();
  for (const step of listStepsFrom(draft, FROM_ELSEWHERE))
    for (const edge of edges.get(step.name) ?? []) {
      if (edge.to !== RETURN) continue;
      const outcome = step.content.verb.name === 'return' ? edge.outcome : 'done';
      left.set(outcome, (left.get(outcome) ?? 0) | computeLineAfter(step, edge, others));
    }
  return new Map([...left].map(([outcome, line]) => [outcome, diffLines(FROM_ELSEWHERE, line)]));
}
