/** Finds what switches have decided before a call comes to a step. */
import { memoize, type Edge } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { conjoin, type Alternatives } from '../check/condition-formula.ts';
import { listConditions } from '../check/known-values.ts';
import { findStep } from './unasked-ways.ts';

/** What a switch has decided on the only way to a step. */
interface Decision {
  step: string;
  held: Alternatives;
}

/**
 * Returns the decisions of the switches through which all calls come to a step, the first one first. Between them a flow
 * may speak; behind anything else values may have changed.
 */
export function listDecisionsBefore(draft: FlowDraft, step: string): readonly Decision[] {
  const decisions: Decision[] = [];
  const passed = new Set([step]);
  for (let way = findOnlyWay(draft, step); way !== undefined; way = findOnlyWay(draft, way.from)) {
    const { from, edge } = way;
    const held = readDecision(draft, from, edge.outcome);
    const isSpeaking = findStep(draft, from)?.verb === 'say' && !edge.failure;
    if (passed.has(from) || (held === undefined && !isSpeaking)) break;
    passed.add(from);
    if (held !== undefined) decisions.unshift({ step: from, held });
  }
  return decisions;
}

/** Returns what holds behind an outcome of a switch; undefined for other steps, and where nothing is known. */
function readDecision(draft: FlowDraft, step: string, outcome: string): Alternatives {
  const conditions = listConditions(draft).get(step) ?? [];
  const index =
    outcome === 'otherwise' ? conditions.length : Number(/^case_(\d+)$/.exec(outcome)?.[1] ?? 0) - 1;
  if (conditions.length === 0 || index < 0) return undefined;
  const refused = conditions.slice(0, index).map(({ isFalse }) => isFalse);
  const [taken] = conditions.slice(index, index + 1);
  return conjoin(...refused, ...(taken === undefined ? [] : [taken.isTrue]));
}

interface Way {
  from: string;
  edge: Pick<Edge, 'outcome' | 'failure'>;
}

/** Returns the only edge that leads to a step; undefined when calls come to it in several ways. */
function findOnlyWay(draft: FlowDraft, step: string): Way | undefined {
  const [only, ...others] = groupWays(draft).get(step) ?? [];
  return others.length === 0 && only?.from !== '' ? only : undefined;
}

/** Step → the edges that lead to it. Calls also begin, fail, end and follow global keys. */
const groupWays = memoize(({ graph }: FlowDraft): ReadonlyMap<string, readonly Way[]> => {
  const starts = [graph.entry, graph.errorStep, graph.endStep, ...graph.always.map(({ to }) => to)];
  const began = starts.flatMap((to) =>
    to === undefined ? [] : [{ from: '', to, edge: { outcome: '', failure: false } }],
  );
  const drawn = graph.steps.flatMap(({ name, edges }) =>
    edges.map((edge) => ({ from: name, to: edge.to, edge })),
  );
  return Map.groupBy([...began, ...drawn], ({ to }) => to);
});
