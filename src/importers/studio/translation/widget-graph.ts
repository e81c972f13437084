/** Ways between widgets, by number: a flow of a thousand widgets is walked once for each variable. */
import type { StudioFlow, Widget } from '../widgets.ts';

export class WidgetGraph {
  readonly #numbers = new Map<string, number>();
  readonly #after: number[][] = [];
  readonly #before: number[][] = [];

  /** Creates the graph of some widgets; ways to others are left out. */
  constructor(widgets: readonly Widget[]) {
    for (const [number, { name }] of widgets.entries()) {
      this.#numbers.set(name, number);
      this.#after.push([]);
      this.#before.push([]);
    }
    for (const [number, { transitions }] of widgets.entries())
      for (const { next } of transitions) {
        const to = next === undefined ? undefined : this.#numbers.get(next);
        if (to === undefined) continue;
        this.#after[number]?.push(to);
        this.#before[to]?.push(number);
      }
  }

  /** Finds the widgets from which one of some can be reached without passing a barrier; the some belong to them. */
  findLeading(to: Iterable<string>, barriers: Iterable<string>): (name: string) => boolean {
    const found = this.#walk(this.#before, { from: to, barriers: this.#mark(barriers) });
    return (name) => found[this.#numbers.get(name) ?? -1] === 1;
  }

  /** True if one of some widgets can be reached from others without passing a barrier before. */
  isReached(from: Iterable<string>, to: Iterable<string>, barriers: Iterable<string>): boolean {
    const blocked = this.#mark(barriers);
    const starts = [...from].filter((name) => blocked[this.#numbers.get(name) ?? -1] !== 1);
    const found = this.#walk(this.#after, { from: starts, barriers: blocked });
    return [...to].some((name) => {
      const number = this.#numbers.get(name) ?? -1;
      return found[number] === 1 && blocked[number] !== 1;
    });
  }

  #mark(names: Iterable<string>): Uint8Array {
    const marks = new Uint8Array(this.#after.length);
    for (const name of names) {
      const number = this.#numbers.get(name);
      if (number !== undefined) marks[number] = 1;
    }
    return marks;
  }

  #walk(
    ways: readonly (readonly number[])[],
    { from, barriers }: { from: Iterable<string>; barriers: Uint8Array },
  ): Uint8Array {
    const found = this.#mark(from);
    const open: number[] = [];
    for (const [number, mark] of found.entries()) if (mark === 1) open.push(number);
    for (let number = open.pop(); number !== undefined; number = open.pop())
      for (const next of ways[number] ?? [])
        if (found[next] !== 1 && barriers[next] !== 1) {
          found[next] = 1;
          open.push(next);
        }
    return found;
  }
}

/** Lists the widgets that begin a flow. */
export function listFirst({ byName, initial }: StudioFlow): string[] {
  return (byName.get(initial)?.transitions ?? []).flatMap(({ next }) => next ?? []);
}
