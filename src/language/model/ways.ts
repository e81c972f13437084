/** Finds the way on which a call reaches each step: its path, and the edge from the step before. */
import type { Edge, Graph } from './graph.ts';
import { indexSteps } from './reachability.ts';

/** The path of a call: the main path, the error path (R6), or the finalizer (R5). */
export type Road = 'main' | 'error' | 'end';

/** The shortest way to a step, given by its last edge. */
export interface Way {
  road: Road;
  /** The step before and the edge from there; absent at the beginning of a path. */
  by?: { from: string; edge: Edge };
  /** The global key that leads here, when no step does. */
  key?: string;
}

/** Step → the way to it. */
type Ways = ReadonlyMap<string, Way>;

/** Finds the way to each reachable step. Steps reached only by the error path or the finalizer belong to them. */
export function findWays(graph: Graph): Ways {
  const ways = new Map<string, Way>();
  const steps = indexSteps(graph);
  const walk = (from: string, way: Way): void => {
    const queue: [string, Way][] = [[from, way]];
    for (const [name, found] of queue) {
      const step = steps.get(name);
      if (step === undefined || ways.has(name)) continue;
      ways.set(name, found);
      const edges = step.edges.filter(({ kind }) => kind !== 'error');
      for (const edge of edges) queue.push([edge.to, { road: way.road, by: { from: name, edge } }]);
    }
  };
  walk(graph.entry, { road: 'main' });
  for (const { key, to } of graph.always) walk(to, { road: 'main', key });
  if (graph.errorStep !== undefined) walk(graph.errorStep, { road: 'error' });
  if (graph.endStep !== undefined) walk(graph.endStep, { road: 'end' });
  return ways;
}
