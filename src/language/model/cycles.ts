/** Finds the cycles of a directed graph. */

/** Node → the nodes that can follow it. */
export type Successors = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the strongly connected components that contain a cycle: sets of nodes of which each leads to all others. A
 * single node counts only when it leads to itself. Successors that are no nodes are ignored.
 */
export function findCyclicParts(successors: Successors): Set<string>[] {
  const search = new ComponentSearch(successors);
  for (const name of successors.keys()) search.visit(name);
  return search.found.filter((part) => {
    const [only = ''] = part;
    return part.size > 1 || successors.get(only)?.includes(only) === true;
  });
}

/** Tarjan's algorithm without recursion, since flows can be long chains. */
class ComponentSearch {
  readonly found: Set<string>[] = [];
  readonly #successors: Successors;
  readonly #order = new Map<string, number>();
  readonly #lowest = new Map<string, number>();
  readonly #open: string[] = [];
  readonly #isOpen = new Set<string>();

  constructor(successors: Successors) {
    this.#successors = successors;
  }

  visit(start: string): void {
    if (this.#order.has(start)) return;
    const path = [this.#enter(start)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const to = at.rest.pop();
      if (to === undefined) {
        path.pop();
        this.#leave(at.name, path.at(-1)?.name);
      } else if (!this.#order.has(to)) path.push(this.#enter(to));
      else if (this.#isOpen.has(to)) this.#lower(at.name, this.#order.get(to) ?? 0);
    }
  }

  #enter(name: string): { name: string; rest: string[] } {
    const index = this.#order.size;
    this.#order.set(name, index);
    this.#lowest.set(name, index);
    this.#open.push(name);
    this.#isOpen.add(name);
    return { name, rest: (this.#successors.get(name) ?? []).filter((to) => this.#successors.has(to)) };
  }

  #leave(name: string, before: string | undefined): void {
    const lowest = this.#lowest.get(name) ?? 0;
    if (before !== undefined) this.#lower(before, lowest);
    if (lowest !== this.#order.get(name)) return;
    const part = this.#open.splice(this.#open.lastIndexOf(name));
    for (const one of part) this.#isOpen.delete(one);
    this.found.push(new Set(part));
  }

  #lower(name: string, index: number): void {
    this.#lowest.set(name, Math.min(this.#lowest.get(name) ?? index, index));
  }
}

/** Returns the shortest way from a node back to itself, beginning with the node; empty when there is none. */
export function findShortestCycle(start: string, successors: Successors): string[] {
  const before = new Map<string, string>();
  const queue = [start];
  for (const name of queue)
    for (const to of successors.get(name) ?? []) {
      if (to === start) return traceBack(name, start, before);
      if (before.has(to) || !successors.has(to)) continue;
      before.set(to, name);
      queue.push(to);
    }
  return [];
}

function traceBack(last: string, start: string, before: ReadonlyMap<string, string>): string[] {
  const way = [last];
  for (let at = last; at !== start;) {
    at = before.get(at) ?? start;
    way.push(at);
  }
  return way.reverse();
}

/** Returns the part of a graph between these nodes. */
export function restrictTo(nodes: ReadonlySet<string>, successors: Successors): Map<string, string[]> {
  return new Map(
    [...nodes].map((name) => [name, (successors.get(name) ?? []).filter((to) => nodes.has(to))]),
  );
}
