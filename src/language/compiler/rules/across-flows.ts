/** What follows for a step from the flow that it runs or goes to, and from those that this one leads to in turn. */
import { BACK, HANGUP, type Graph, type GraphStep, reachable, stepsByName } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { verbs } from '../verbs/index.ts';

/** What can come of a flow, failures aside. */
export interface Passage {
  /** It can come to a step that waits for somebody, or to the end of the call. */
  rests: boolean;
  /** It can come back to the flow that runs it. */
  returns: boolean;
}

/** The graph of a flow; undefined where it is not known. */
type Graphs = (flow: string) => Graph | undefined;

function graphsOf({ source, graph, others }: FlowDraft): Graphs {
  return (flow) => (flow === source.name ? graph : others.signature(flow)?.graph);
}

/** What can come of the flows to which a flow leads. One that is not known may do anything. */
export function passagesFrom(draft: FlowDraft): (flow: string) => Passage {
  const graphs = graphsOf(draft);
  const known = new Map<string, Passage>();
  for (const flow of flowsFrom(draft.graph, graphs)) known.set(flow, { rests: false, returns: false });
  const passage = (flow: string) => known.get(flow) ?? { rests: true, returns: true };
  // What is found out of one flow may open another one, so it is looked again until nothing changes.
  for (let isChanging = true; isChanging;) {
    isChanging = false;
    // From the farthest ones back, which is the way that it spreads.
    for (const [flow, before] of [...known].reverse()) {
      const after = passageOf(graphs(flow), passage);
      if (after.rests === before.rests && after.returns === before.returns) continue;
      known.set(flow, after);
      isChanging = true;
    }
  }
  return passage;
}

/** What can come of a step, failures aside. */
interface WaysOn {
  /** The call can wait for somebody in it, or end after it. */
  rests: boolean;
  /** Its flow can end after it for the one that runs it. */
  returns: boolean;
  /** The steps that can follow. */
  next: string[];
}

/** The ways on from a step of a flow that has steps of these names. */
export function waysOn(step: GraphStep, names: Names, of: (flow: string) => Passage): WaysOn {
  const { verb, waits, flow, edges } = step;
  const own = { rests: waits === 'caller' || waits === 'party', returns: true };
  const passage = flow === undefined ? own : of(flow);
  if (verb === 'goto' && flow !== undefined) return { ...passage, next: [] };
  if (!passage.returns) return { ...passage, next: [] };
  const targets = edges.filter(({ failure }) => !failure).map(({ to }) => to);
  return {
    rests: passage.rests || targets.length === 0 || targets.some((to) => REST.has(to)),
    returns: targets.some((to) => !REST.has(to) && !names.has(to)),
    next: targets.filter((to) => names.has(to)),
  };
}

/** Where the call ends, or asks somebody. */
const REST: ReadonlySet<string> = new Set([HANGUP, BACK]);

interface Names {
  has: (name: string) => boolean;
}

function passageOf(graph: Graph | undefined, of: (flow: string) => Passage): Passage {
  if (graph === undefined) return { rests: true, returns: true };
  const steps = stepsByName(graph);
  const passage = { rests: false, returns: !steps.has(graph.entry) };
  const passed = new Set([graph.entry]);
  // A set's iterator also comes to what is added while it runs.
  for (const name of passed) {
    const step = steps.get(name);
    if (step === undefined) continue;
    const { rests, returns, next } = waysOn(step, steps, of);
    passage.rests ||= rests;
    passage.returns ||= returns;
    for (const one of next) passed.add(one);
  }
  return passage;
}

/** The flows to which a graph leads, however far away. */
function flowsFrom(graph: Graph, graphs: Graphs): Set<string> {
  const found = new Set(graph.steps.flatMap(({ flow }) => flow ?? []));
  for (const flow of found)
    for (const step of graphs(flow)?.steps ?? []) if (step.flow !== undefined) found.add(step.flow);
  return found;
}

/** The first flow on the way from a step that needs a living call by itself, and the step there that does. */
export function callNeededBy(step: GraphStep, draft: FlowDraft): { flow: string; step: string } | undefined {
  const graphs = graphsOf(draft);
  const flows = new Set(step.flow === undefined ? [] : [step.flow]);
  for (const flow of flows) {
    const graph = graphs(flow);
    if (graph === undefined) continue;
    const reached = reachable(stepsByName(graph), [graph.entry], ({ kind }) => kind !== 'error');
    for (const one of graph.steps.filter(({ name }) => reached.has(name))) {
      if (verbs.get(one.verb)?.needsCall === true) return { flow, step: one.name };
      if (one.flow !== undefined) flows.add(one.flow);
    }
  }
  return undefined;
}
