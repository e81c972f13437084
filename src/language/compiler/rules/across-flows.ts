/** Determines where a step can lead through the flows that it runs or goes to, and through theirs in turn. */
import { BACK, HANGUP, type Graph, type GraphStep, findReachable, indexSteps } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { verbs } from '../verbs/index.ts';

/** Possible ends of a flow, failures aside. */
export interface Passage {
  /** It can reach a step that waits for somebody, or the end of the call. */
  stops: boolean;
  /** It can return to the calling flow. */
  returns: boolean;
}

type Graphs = (flow: string) => Graph | undefined;

function createGraphLookup({ source, graph, others }: FlowDraft): Graphs {
  return (flow) => (flow === source.name ? graph : others.signature(flow)?.graph);
}

/** Computes the passages of all flows that a flow leads to. An unknown flow may do anything. */
export function computePassages(draft: FlowDraft): (flow: string) => Passage {
  const graphs = createGraphLookup(draft);
  const known = new Map<string, Passage>();
  for (const flow of findReachedFlows(draft.graph, graphs)) known.set(flow, { stops: false, returns: false });
  const getPassage = (flow: string) => known.get(flow) ?? { stops: true, returns: true };
  // A result for one flow may change that of another, so the loop runs until nothing changes.
  for (let isChanging = true; isChanging;) {
    isChanging = false;
    // The farthest flows come first, since results propagate backwards.
    for (const [flow, before] of [...known].reverse()) {
      const after = computePassage(graphs(flow), getPassage);
      if (after.stops === before.stops && after.returns === before.returns) continue;
      known.set(flow, after);
      isChanging = true;
    }
  }
  return getPassage;
}

/** Possible continuations of a step, failures aside. */
interface Continuations {
  /** The call can wait for somebody in the step, or end after it. */
  stops: boolean;
  /** The flow can return after the step. */
  returns: boolean;
  /** The steps that can follow. */
  next: string[];
}

/** Returns the continuations of a step in a flow with these step names. */
export function findContinuations(
  step: GraphStep,
  names: ReadonlyMap<string, GraphStep>,
  getPassage: (flow: string) => Passage,
): Continuations {
  const { verb, waits, flow, edges } = step;
  const own = { stops: waits === 'caller' || waits === 'party', returns: true };
  const passage = flow === undefined ? own : getPassage(flow);
  if (!passage.returns || (verb === 'goto' && flow !== undefined)) return { ...passage, next: [] };
  const targets = edges.filter(({ failure }) => !failure).map(({ to }) => to);
  return {
    stops: passage.stops || targets.length === 0 || targets.some((to) => STOPPING_TARGETS.has(to)),
    returns: targets.some((to) => !STOPPING_TARGETS.has(to) && !names.has(to)),
    next: targets.filter((to) => names.has(to)),
  };
}

/** Targets that end the call or ask somebody. */
const STOPPING_TARGETS: ReadonlySet<string> = new Set([HANGUP, BACK]);

function computePassage(graph: Graph | undefined, getPassage: (flow: string) => Passage): Passage {
  if (graph === undefined) return { stops: true, returns: true };
  const steps = indexSteps(graph);
  const passage = { stops: false, returns: !steps.has(graph.entry) };
  const passed = new Set([graph.entry]);
  // The iterator of a set also visits elements added during the iteration.
  for (const name of passed) {
    const step = steps.get(name);
    if (step === undefined) continue;
    const { stops, returns, next } = findContinuations(step, steps, getPassage);
    passage.stops ||= stops;
    passage.returns ||= returns;
    for (const one of next) passed.add(one);
  }
  return passage;
}

function findReachedFlows(graph: Graph, graphs: Graphs): Set<string> {
  const found = new Set(graph.steps.flatMap(({ flow }) => flow ?? []));
  for (const flow of found)
    for (const step of graphs(flow)?.steps ?? []) if (step.flow !== undefined) found.add(step.flow);
  return found;
}

/** Returns the first flow reached from a step that needs a live call, and the step in it that does. */
export function findCallNeed(step: GraphStep, draft: FlowDraft): { flow: string; step: string } | undefined {
  const graphs = createGraphLookup(draft);
  const flows = new Set(step.flow === undefined ? [] : [step.flow]);
  for (const flow of flows) {
    const graph = graphs(flow);
    if (graph === undefined) continue;
    const reached = findReachable(indexSteps(graph), [graph.entry], ({ kind }) => kind !== 'error');
    for (const one of graph.steps.filter(({ name }) => reached.has(name))) {
      if (verbs.get(one.verb)?.needsCall === true) return { flow, step: one.name };
      if (one.flow !== undefined) flows.add(one.flow);
    }
  }
  return undefined;
}
