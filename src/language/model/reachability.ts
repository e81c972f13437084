import type { Edge, Graph, GraphStep } from './graph.ts';

/** What ways lead through: a step, or what stands between steps. */
export type GraphNode = Pick<GraphStep, 'name' | 'waits' | 'edges'>;

/** The steps of a graph by name. */
export function stepsByName({ steps }: Graph): ReadonlyMap<string, GraphStep> {
  return new Map(steps.map((step) => [step.name, step]));
}

/** The steps from which the call can come to one of which this holds, these included. */
export function leadingTo(
  steps: ReadonlyMap<string, GraphNode>,
  holds: (step: GraphNode) => boolean,
): Set<string> {
  const ways = [...steps.values()].flatMap(({ name, edges }) => edges.map(({ to }) => ({ name, to })));
  const before = Map.groupBy(ways, ({ to }) => to);
  const found = new Set([...steps.values()].filter(holds).map(({ name }) => name));
  // A set's iterator also comes to what is added while it runs.
  for (const name of found) for (const way of before.get(name) ?? []) found.add(way.name);
  return found;
}

/** The steps that can be reached from some others, these included, along the edges that count. */
export function reachable(
  steps: ReadonlyMap<string, GraphNode>,
  from: Iterable<string>,
  counts: (edge: Edge) => boolean = () => true,
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const step = steps.get(name);
    if (!step || reached.has(name)) continue;
    reached.add(name);
    for (const edge of step.edges) if (counts(edge)) waiting.push(edge.to);
  }
  return reached;
}
