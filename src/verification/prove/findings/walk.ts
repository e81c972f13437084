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

/** Finds the shortest paths from the beginnings of calls along such edges: node → last edge of its path. */
export function findTree(roots: readonly Edge[], counts: (edge: Edge) => boolean): Map<Node, Edge> {
  const by = new Map<Node, Edge>();
  for (const root of roots.filter(counts)) if (!by.has(root.to)) by.set(root.to, root);
  for (const node of by.keys())
    for (const edge of node.edges.filter(counts)) if (!by.has(edge.to)) by.set(edge.to, edge);
  return by;
}

/** Lists the edges of the path to a node, the beginning of the call included. */
export function followTree(node: Node, tree: ReadonlyMap<Node, Edge>): Edge[] {
  const path: Edge[] = [];
  for (let edge = tree.get(node); edge !== undefined; edge = edge.from && tree.get(edge.from))
    path.unshift(edge);
  return path;
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

/** A queue that returns what comes first in time. */
export class TimeQueue<Item> {
  /** The earliest item comes last. */
  readonly #waiting: { ms: number; item: Item }[] = [];

  insert(ms: number, item: Item): void {
    let [from, to] = [0, this.#waiting.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((this.#waiting[middle]?.ms ?? 0) > ms) from = middle + 1;
      else to = middle;
    }
    this.#waiting.splice(from, 0, { ms, item });
  }

  take(): Item | undefined {
    return this.#waiting.pop()?.item;
  }
}
