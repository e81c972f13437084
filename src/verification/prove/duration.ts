/** Removes what cannot happen within the maximum duration of a call, on however quick a path. */
import { deedOf, listEdges } from './explore.ts';
import type { Edge, Exploration, Node } from './explore.ts';
import { findTree, TimeQueue } from './findings/walk.ts';

/** Returns an exploration without the situations that no call reaches in time. Conversations take no time of the call. */
export function removeTooLate(exploration: Exploration): Exploration {
  const { flow, nodes, roots } = exploration;
  const { durationMs } = flow.limits;
  const isLong = listEdges(exploration).some((edge) => deedOf(edge).kind === 'limit');
  if (!isLong) return exploration;
  const earliest = findEarliest(roots);
  const isInTime = (edge: Edge) =>
    isOverTime(edge.to) ||
    deedOf(edge).kind === 'limit' ||
    (edge.from === undefined ? 0 : (earliest.get(edge.from) ?? Infinity)) + measureEdge(edge) <= durationMs;
  const late = nodes.flatMap(({ edges }) => edges.filter((edge) => !isInTime(edge)));
  if (late.length === 0) return exploration;
  for (const node of nodes) node.edges = node.edges.filter(isInTime);
  const tree = findTree(roots, () => true);
  for (const [node, by] of tree) node.by = by;
  return { ...exploration, nodes: nodes.filter((node) => tree.has(node)) };
}

function isOverTime({ situation: { record } }: Node): boolean {
  return record.context.isOverTime;
}

/** Returns the least time of the call after which each situation is reached, ms. */
function findEarliest(roots: readonly Edge[]): Map<Node, number> {
  const earliest = new Map<Node, number>();
  const waiting = new TimeQueue<{ node: Node; ms: number }>();
  for (const { to } of roots) waiting.insert(0, { node: to, ms: 0 });
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    const { node, ms } = next;
    if (earliest.has(node)) continue;
    earliest.set(node, ms);
    for (const edge of node.edges) {
      // Once the limit was reached, the error path has a time of its own, of which nothing is removed.
      const at = isOverTime(edge.to) ? ms : ms + measureEdge(edge);
      if (!earliest.has(edge.to)) waiting.insert(at, { node: edge.to, ms: at });
    }
  }
  return earliest;
}

/** Returns the least time that an edge takes: people and services may be quick, prompts and waits are not. */
function measureEdge(edge: Edge): number {
  const { kind } = deedOf(edge);
  const isTime = kind === 'passes' || kind === 'stays_silent';
  return isTime && edge.from?.situation.record.context.leg !== 'bridged' ? edge.ms : 0;
}
