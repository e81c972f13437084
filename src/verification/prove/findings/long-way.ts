import type { Edge, Node } from '../explore.ts';
import { deedOf } from '../explore.ts';
import type { Finder, Suspicion } from './suspicion.ts';
import { isOrdinary, isOver, isWithSomebody, countPrompts } from './walk.ts';

/**
 * Finds the person or end that takes callers too long to reach if they do everything right: they hear every prompt to
 * its end, answer immediately and correctly, and all parties and services are available. Of all goals the farthest one
 * counts, and of the paths to it the fastest.
 */
export const findLongWay: Finder = ({ exploration, limits }) => {
  const quickest = findQuickestWays(exploration.roots);
  const goals = new Map<string, { node: Node; way: Way }>();
  for (const [node, way] of quickest) {
    const goal = nameGoal(node, way);
    if (goal !== undefined && !goals.has(goal)) goals.set(goal, { node, way });
  }
  const farthest = [...goals.values()].filter(
    ({ way }) => way.prompts > limits.prompts || way.ms > limits.seconds * 1_000,
  );
  const [worst] = farthest.sort((one, other) => other.way.ms - one.way.ms);
  return worst === undefined ? [] : [createSuspicion(worst, limits)];
};

interface Way {
  ms: number;
  prompts: number;
  path: Link | undefined;
}

/** The last edge of a path, linked to the edges before it. */
interface Link {
  edge: Edge;
  before: Link | undefined;
}

interface Arrival {
  node: Node;
  way: Way;
}

/** Returns the fastest path to each node, sorted by duration. */
function findQuickestWays(roots: readonly Edge[]): Map<Node, Way> {
  const quickest = new Map<Node, Way>();
  const waiting: Arrival[] = [];
  for (const edge of roots.filter(isOrdinary))
    insertArrival(waiting, edge, { ms: 0, prompts: 0, path: undefined });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, way } = next;
    if (quickest.has(node)) continue;
    quickest.set(node, way);
    if (isWithSomebody(node)) continue;
    for (const edge of node.edges)
      if (edge.move.isCooperative && isOrdinary(edge) && !quickest.has(edge.to))
        insertArrival(waiting, edge, way);
  }
  return quickest;
}

/** Inserts the target of an edge into the queue, which keeps the fastest arrival last. */
function insertArrival(waiting: Arrival[], edge: Edge, { ms, prompts, path }: Way): void {
  const way = { ms: ms + edge.ms, prompts: prompts + countPrompts(edge), path: { edge, before: path } };
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((waiting[middle]?.way.ms ?? 0) > way.ms) from = middle + 1;
    else to = middle;
  }
  waiting.splice(from, 0, { node: edge.to, way });
}

/** Names a goal: a person at a step, or the end after a step. */
function nameGoal(node: Node, way: Way): string | undefined {
  if (isWithSomebody(node)) return `person ${node.situation.record.context.step}`;
  return isOver(node) ? `end ${findLastStep(way)?.step ?? ''}` : undefined;
}

function findLastStep({ path }: Way): { step: string; flow: string } | undefined {
  for (let link = path; link !== undefined; link = link.before) {
    const context = link.edge.from?.situation.record.context;
    if (context !== undefined && context.road !== 'end') return context;
  }
  return undefined;
}

function createSuspicion(
  { node, way }: { node: Node; way: Way },
  { prompts, seconds }: { prompts: number; seconds: number },
): Suspicion {
  const isPerson = isWithSomebody(node);
  const { step, flow } = isPerson
    ? node.situation.record.context
    : (findLastStep(way) ?? node.situation.record.context);
  const goal = isPerson ? `the person at step "${step}"` : `the end after step "${step}"`;
  const taken = `${way.prompts} prompts and ${Math.round(way.ms / 1_000)} seconds`;
  const path: Edge[] = [];
  for (let link = way.path; link !== undefined; link = link.before) path.unshift(link.edge);
  return {
    code: 'long-way',
    flow,
    step,
    message: `the fastest path to ${goal} takes ${taken}; the limit is ${prompts} prompts or ${seconds} seconds`,
    path: path.filter((edge) => deedOf(edge).kind !== 'limit'),
  };
}
