import type { Edge, Graph, GraphStep } from '../../flow/index.ts';

/** The steps of a graph by name. */
export function stepsByName({ steps }: Graph): ReadonlyMap<string, GraphStep> {
  return new Map(steps.map((step) => [step.name, step]));
}

/** The steps that can be reached from some others, these included, along the edges that count. */
export function reachable(
  steps: ReadonlyMap<string, GraphStep>,
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
