/** Searches the graph of explored situations. */
import { deedOf } from '../explore.ts';
import type { Edge, Node } from '../explore.ts';

/** True in a conversation, a stream or a room. */
export function isWithSomebody({ situation: { line } }: Node): boolean {
  return line.partner !== undefined || line.isStreaming || line.isInRoom;
}

/** True if the call is over, finalizer included. */
export function isOver({ situation: { record } }: Node): boolean {
  return record.endedAt !== undefined;
}

/** True if nobody hangs up, no limit is reached and nothing fails. */
export function isOrdinary(edge: Edge): boolean {
  const { kind } = deedOf(edge);
  return kind !== 'hangs_up' && kind !== 'limit' && edge.failed === undefined;
}

/** Finds the nodes from which a good node can be reached along such edges, good nodes included. */
export function findPredecessors(
  nodes: readonly Node[],
  isGood: (node: Node) => boolean,
  counts: (edge: Edge) => boolean,
): Set<Node> {
  const links = nodes.flatMap((from) => from.edges.filter(counts).map(({ to }) => ({ from, to })));
  const before = Map.groupBy(links, ({ to }) => to);
  const found = new Set(nodes.filter(isGood));
  // A set's iterator also visits elements that are added while it runs.
  for (const node of found) for (const { from } of before.get(node) ?? []) found.add(from);
  return found;
}

/** Finds the nodes that can be reached from other nodes along such edges, those included. */
export function findSuccessors(
  from: Iterable<Node>,
  counts: (edge: Edge) => boolean = () => true,
): Set<Node> {
  const found = new Set(from);
  for (const node of found) for (const edge of node.edges.filter(counts)) found.add(edge.to);
  return found;
}

/** Finds the shortest path from a node to one that satisfies a condition; undefined if there is none. */
export function findWay(
  from: Node,
  holds: (node: Node) => boolean,
  counts: (edge: Edge) => boolean,
): Edge[] | undefined {
  const by = new Map<Node, Edge | undefined>([[from, undefined]]);
  for (const node of by.keys()) {
    if (holds(node)) return traceBack(node, by);
    for (const edge of node.edges.filter(counts)) if (!by.has(edge.to)) by.set(edge.to, edge);
  }
  return undefined;
}

function traceBack(node: Node, by: ReadonlyMap<Node, Edge | undefined>): Edge[] {
  const way: Edge[] = [];
  for (let edge = by.get(node); edge?.from !== undefined; edge = by.get(edge.from)) way.unshift(edge);
  return way;
}

/** True if something is heard or a party is called on an edge. */
export function isHeard(edge: Edge): boolean {
  return countPrompts(edge) > 0 || edge.commands.some(({ command: { kind } }) => kind === 'connect');
}

/** Counts the prompts that start on an edge; silent plays do not count. */
export function countPrompts({ commands, failedAt }: Edge): number {
  return commands.filter((sent, index) => index !== failedAt && sent.refusal === undefined && sent.isHeard)
    .length;
}
