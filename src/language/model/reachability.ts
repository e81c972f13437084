import { memoize } from './memoized.ts';
import type { Edge, Graph, GraphStep } from './graph.ts';

/** A node of a graph: a step, or a connection between steps. */
export type GraphNode = Pick<GraphStep, 'name' | 'waits' | 'edges'>;

/** Indexes the steps of a graph by name. */
export const indexSteps = memoize(
  ({ steps }: Graph): ReadonlyMap<string, GraphStep> => new Map(steps.map((step) => [step.name, step])),
);

/** Returns the steps for which the condition holds, and those that lead to them. */
export function findLeadingTo(
  steps: ReadonlyMap<string, GraphNode>,
  holds: (step: GraphNode) => boolean,
): Set<string> {
  const ways = [...steps.values()].flatMap(({ name, edges }) => edges.map(({ to }) => ({ name, to })));
  const before = Map.groupBy(ways, ({ to }) => to);
  const found = new Set([...steps.values()].filter(holds).map(({ name }) => name));
  // The iterator of a set also visits elements added during the iteration.
  for (const name of found) for (const way of before.get(name) ?? []) found.add(way.name);
  return found;
}

/** Returns the steps reachable from the given ones, these included, along the counted edges of each step. */
export function findReachable(
  steps: ReadonlyMap<string, GraphNode>,
  from: Iterable<string>,
  counts: (edge: Edge, from: string) => boolean = () => true,
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const step = steps.get(name);
    if (!step || reached.has(name)) continue;
    reached.add(name);
    for (const edge of step.edges) if (counts(edge, name)) waiting.push(edge.to);
  }
  return reached;
}
