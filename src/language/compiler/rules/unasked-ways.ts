/** Follows calls over the ways on which nobody asks the caller anything. */
import { HANGUP, indexSteps, memoize, type Edge, type GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/** Maximum number of steps that are followed. */
const MAX_STEPS = 200;

/** Verbs by which callers reach somebody, or another flow that may help them. */
const HELPING = new Set(['connect', 'run', 'goto', 'return', 'stream', 'room']);

const getSteps = memoize(({ graph }: FlowDraft) => indexSteps(graph));

/** Returns a step of the graph by its name. */
export function findStep(draft: FlowDraft, name: string | undefined): GraphStep | undefined {
  return name === undefined ? undefined : getSteps(draft).get(name);
}

/** Returns the edge of an outcome. */
export function findEdge(draft: FlowDraft, name: string, outcome: string): Edge | undefined {
  return findStep(draft, name)?.edges.find((edge) => edge.outcome === outcome);
}

/** Returns the steps that a call reaches from a target before a question, which is the last of its way. */
export function findUnasked(draft: FlowDraft, from: string | undefined): Map<string, GraphStep> {
  const found = new Map<string, GraphStep>();
  const waiting = from === undefined ? [] : [from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const step = findStep(draft, name);
    if (step === undefined || found.has(name) || found.size === MAX_STEPS) continue;
    found.set(name, step);
    if (step.waits === 'caller') continue;
    waiting.push(...step.edges.filter(({ kind }) => kind !== 'error').map(({ to }) => to));
  }
  return found;
}

/** Returns the first steps on the successful ways from these targets that are not passed over. */
export function findFirst(
  draft: FlowDraft,
  targets: readonly string[],
  isPassed: (step: GraphStep) => boolean,
): GraphStep[] {
  const reached = new Set(targets);
  const found: GraphStep[] = [];
  // Steps that are added while the loop runs are visited too.
  for (const name of reached) {
    const step = findStep(draft, name);
    if (step === undefined) continue;
    if (isPassed(step)) for (const to of listSuccessors(step)) reached.add(to);
    else found.push(step);
  }
  return found;
}

/** Returns the targets of a step that has not failed. */
export function listSuccessors(step: GraphStep | undefined): string[] {
  return step?.edges.filter(({ failure }) => !failure).map(({ to }) => to) ?? [];
}

/** Returns the steps from a target on to which exactly one way leads, failures aside, up to a question or the end. */
export function followOnlyWay(draft: FlowDraft, from: string | undefined): GraphStep[] {
  const passed: GraphStep[] = [];
  let step = findStep(draft, from);
  while (step !== undefined && !passed.includes(step) && passed.length < MAX_STEPS) {
    passed.push(step);
    const ways = step.edges.filter(({ failure }) => !failure);
    step = step.waits === 'caller' || ways.length !== 1 ? undefined : findStep(draft, ways[0]?.to);
  }
  return passed;
}

/** True for a target from which callers hear an apology or a refusal and reach nobody: no person, question or other flow. */
export function endsAfterWords(draft: FlowDraft, to: string | undefined): boolean {
  const steps = [...findUnasked(draft, to).values()];
  const isHelped = steps.some(({ verb, waits }) => waits === 'caller' || HELPING.has(verb));
  return to !== HANGUP && !isHelped && steps.some(({ name }) => groupSaidByStep(draft).has(name));
}

/** True when the step itself says an apology. */
export function saysApology(draft: FlowDraft, name: string | undefined): boolean {
  const said = groupSaidByStep(draft).get(name ?? '') ?? [];
  return said.some((one) => saysAny(one, ({ apology }) => apology));
}
