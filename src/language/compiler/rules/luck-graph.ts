/** The graph of what can happen to callers without their doing: the luck of others, and time. */
import {
  type Edge,
  findWays,
  type Graph,
  type GraphStep,
  HANGUP,
  RETURN,
  type Successors,
} from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';

/** Steps that can follow one another although no caller decides anything, across flows that lead to each other. */
export interface LuckGraph {
  /** The flow's own steps only. */
  own: Successors;
  /** With the flows that `goto` leads to. Their steps are named `<flow>/<step>`. */
  all: Successors;
  steps: ReadonlyMap<string, GraphStep>;
}

/** Builds the graph of a flow. The finalizer is left out, since nobody hears it. */
export function buildLuckGraph({ graph, source, others, params }: FlowDraft): LuckGraph {
  const canAsk = (flow: string) =>
    asksCaller(flow, (name) => (name === source.name ? graph : others.signature(name)?.graph));
  const own = listLuckTargets(graph, canAsk);
  const all = new Map<string, string[]>();
  const flows = new Map<string, { graph: Graph; prefix: string }>();
  const enter = (flow: string): string[] => {
    const isOwn = flow === source.name;
    const target = isOwn ? { graph, params } : others.signature(flow);
    if (target === undefined || Object.keys(target.params).length > 0) return [];
    const prefix = isOwn ? '' : `${flow}/`;
    flows.set(flow, { graph: target.graph, prefix });
    return [`${prefix}${target.graph.entry}`];
  };
  enter(source.name ?? '');
  // The iterator of a map also visits entries that are added meanwhile.
  for (const { graph: one, prefix } of flows.values()) {
    const gotos = new Map(
      one.steps.map(({ name, verb, flow }) => [name, verb === 'goto' ? flow : undefined]),
    );
    for (const [name, targets] of listLuckTargets(one, canAsk)) {
      const flow = gotos.get(name);
      const further = flow === undefined ? [] : enter(flow);
      all.set(`${prefix}${name}`, [...targets.map((to) => `${prefix}${to}`), ...further]);
    }
  }
  return { own, all, steps: new Map(graph.steps.map((step) => [step.name, step])) };
}

/** Maps each step at which no caller decides to the steps that can follow. */
function listLuckTargets(graph: Graph, canAsk: (flow: string) => boolean): Map<string, string[]> {
  const ways = findWays(graph);
  const steps = graph.steps.filter(
    ({ name, verb, waits, flow }) =>
      waits !== 'caller' && ways.get(name)?.road !== 'end' && !(verb === 'run' && canAsk(flow ?? '')),
  );
  return new Map(
    steps.map((step) => [
      step.name,
      step.edges
        .filter(
          (edge) => edge.kind !== 'error' && edge.to !== HANGUP && edge.to !== RETURN && isLuck(step, edge),
        )
        .map(({ to }) => to),
    ]),
  );
}

/** True for an outcome that comes about without the caller: another party, a service, the clock, a failure. */
function isLuck({ verb, edges }: GraphStep, { outcome, failure }: Edge): boolean {
  if (failure) return true;
  if (verb === 'connect') return NOT_REACHED.has(outcome);
  if (verb === 'stream') return outcome !== 'ended' && outcome !== 'timeout';
  if (verb === 'room') return false;
  // A wait for an event can fail; its end is an event that somebody caused.
  if (verb === 'wait')
    return outcome === 'timeout' || (outcome === 'done' && !edges.some((edge) => edge.failure));
  return true;
}

const NOT_REACHED = new Set(['busy', 'no_answer', 'unreached']);

/** True when a flow, or one that it leads to, asks the caller; an unknown flow may. */
function asksCaller(flow: string, findGraph: (flow: string) => Graph | undefined): boolean {
  // The iterator of a set also visits elements that are added meanwhile.
  const flows = new Set([flow]);
  for (const name of flows) {
    const graph = findGraph(name);
    if (graph === undefined || graph.steps.some(({ waits }) => waits === 'caller')) return true;
    for (const step of graph.steps) if (step.flow !== undefined) flows.add(step.flow);
  }
  return false;
}
