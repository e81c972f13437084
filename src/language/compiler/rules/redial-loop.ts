import { quote } from '../../text/index.ts';
import { type GraphStep, indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports cycles of steps that dial or ask a web service and contain neither a pause nor a counter: each attempt
 * may be refused at once.
 */
export const redialLoop: FlowRule = {
  needsAll: true,
  check({ graph }, report) {
    const steps = indexSteps(graph);
    const reported = new Set<string>();
    for (const step of graph.steps) {
      if (!Object.hasOwn(ASKING, step.verb) || reported.has(step.name)) continue;
      const cycle = findCycle(step, steps);
      for (const name of cycle) reported.add(name);
      if (cycle.length === 0) continue;
      report({
        code: 'redial-loop',
        message: `the loop ${[...cycle, step.name].map(quote).join(' -> ')} ${ASKING[step.verb]} repeatedly without a pause`,
        span: step.span,
        hint: 'add a wait, or count the attempts with set and leave the loop with a switch',
      });
    }
  },
};

/** Verbs that wait for an answer which may come at once. */
const ASKING: Record<string, string> = { connect: 'dials', http: 'calls a web service' };

/** The outcomes of `connect` without a conversation. */
const UNANSWERED = new Set(['busy', 'no_answer', 'failed']);

/** Returns the shortest way from a step back to itself on which nothing takes time; empty when there is none. */
function findCycle(start: GraphStep, steps: ReadonlyMap<string, GraphStep>): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const to of listImmediateTargets(way.at(-1) ?? start)) {
      if (to === start.name) return way.map(({ name }) => name);
      const next = steps.get(to);
      if (next === undefined || seen.has(to)) continue;
      seen.add(to);
      ways.push([...way, next]);
    }
  }
  return [];
}

/** Returns the targets that a step may reach without delay. A `set` is excluded, since it may count the attempts. */
function listImmediateTargets({ verb, waits, edges }: GraphStep): string[] {
  const chosen = edges.filter(({ kind }) => kind !== 'error');
  if (verb === 'connect') return chosen.filter(({ outcome }) => UNANSWERED.has(outcome)).map(({ to }) => to);
  const takesNoTime = verb === 'http' || (waits === 'nothing' && verb !== 'set');
  return takesNoTime ? chosen.map(({ to }) => to) : [];
}
