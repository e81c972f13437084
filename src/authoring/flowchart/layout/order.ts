/** Second pass: the order in which the steps are read, depth first, and the ways that lead back. */
import type { Root, WayGraph } from './ways.ts';

/** The order of the steps. */
export interface Order {
  /** Steps as they are met. */
  met: readonly number[];
  /** Steps such that every way other than a back way leads to a later one. */
  sorted: readonly number[];
  /** Step → the way straight on; undefined at an end. */
  straight: readonly (number | undefined)[];
  /** Step → the targets to which it leads back. */
  back: readonly ReadonlySet<number>[];
  /** Step → the steps that lead there by other than back ways, in the order in which they are met. */
  leading: readonly (readonly number[])[];
  /** Steps at which a path begins → its root. */
  begun: ReadonlyMap<number, Root>;
}

/** Verbs of which no way is the ordinary one. */
const FORKS = new Set(['menu', 'switch']);

/** Finds the order: from each root depth first, straight on first, then ways as written. */
export function findOrder(ways: WayGraph): Order {
  const { steps, targets, roots } = ways;
  const state = steps.map((): 'new' | 'open' | 'done' => 'new');
  const met: number[] = [];
  const finished: number[] = [];
  const straight: (number | undefined)[] = steps.map(() => undefined);
  const back = steps.map(() => new Set<number>());
  const begun = new Map<number, Root>();
  const countReachable = createReachCounter(ways);

  const open = (step: number) => {
    state[step] = 'open';
    met.push(step);
    const forward = (targets[step] ?? []).filter((target) => state[target] !== 'open');
    const first = chooseStraight(step, forward, { ways, countReachable });
    straight[step] = first;
    const rest = (targets[step] ?? []).filter((target) => target !== first);
    return { step, queue: first === undefined ? rest : [first, ...rest], next: 0 };
  };

  // An explicit stack, since a flow may be a chain of thousands of steps.
  for (const root of roots) {
    if (state[root.step] !== 'new') continue;
    begun.set(root.step, root);
    const stack = [open(root.step)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = top.queue[top.next++];
      if (target === undefined) {
        state[top.step] = 'done';
        finished.push(top.step);
        stack.pop();
      } else if (state[target] === 'new') stack.push(open(target));
      else if (state[target] === 'open') back[top.step]?.add(target);
    }
  }
  return { met, sorted: finished.reverse(), straight, back, leading: findLeading(met, targets, back), begun };
}

interface Choice {
  ways: WayGraph;
  countReachable: (step: number) => number;
}

/**
 * Chooses the way straight on: of a step that works its `next`; otherwise the first way that reaches at least half as many
 * steps as the richest one.
 */
function chooseStraight(
  step: number,
  forward: readonly number[],
  { ways, countReachable }: Choice,
): number | undefined {
  const { steps, drawn, indexes } = ways;
  if (forward.length < 2) return forward[0];
  if (!FORKS.has(steps[step]?.verb ?? '')) {
    const next = drawn[step]?.find(({ kind, to }) => kind === 'next' && 'step' in to)?.to;
    const target = next && 'step' in next ? indexes.get(next.step) : undefined;
    if (target !== undefined && forward.includes(target)) return target;
  }
  const most = Math.max(...forward.map(countReachable));
  return forward.find((target) => countReachable(target) * 2 >= most);
}

/** Creates a function that counts the steps that can be reached from a step, itself included. */
function createReachCounter({ targets }: WayGraph): (step: number) => number {
  const counts = new Map<number, number>();
  // Holds the step from which each step was last reached: clearing a set for each count would take longer than counting.
  const seenFrom = new Int32Array(targets.length).fill(-1);
  return (step) => {
    const known = counts.get(step);
    if (known !== undefined) return known;
    const found = [step];
    seenFrom[step] = step;
    for (const one of found)
      for (const target of targets[one] ?? [])
        if (seenFrom[target] !== step) {
          seenFrom[target] = step;
          found.push(target);
        }
    counts.set(step, found.length);
    return found.length;
  };
}

function findLeading(
  met: readonly number[],
  targets: WayGraph['targets'],
  back: readonly ReadonlySet<number>[],
): number[][] {
  const leading = targets.map((): number[] => []);
  for (const step of met)
    for (const target of targets[step] ?? [])
      if (back[step]?.has(target) !== true) leading[target]?.push(step);
  return leading;
}
