import type { Edge, Node } from '../explore.ts';
import { deedOf } from '../explore.ts';
import type { Finder, Suspicion } from './suspicion.ts';
import { isOrdinary, isOver, isWithSomebody, countPrompts, TimeQueue } from './walk.ts';

/**
 * Finds the person or end that takes callers too long to reach if they do everything right: they hear every prompt to
 * its end, answer immediately and correctly, and all parties and services are available. Of all goals the farthest one
 * counts, and of the paths to it the fastest. What callers hear between their last choice and the end of the call is what
 * they have chosen, so it does not count.
 */
export const findLongWay: Finder = ({ exploration, limits }) => {
  const quickest = findQuickestWays(exploration.roots);
  const goals = new Map<string, { node: Node; way: Way }>();
  for (const [node, way] of quickest) {
    const goal = nameGoal(node, way);
    if (goal !== undefined && !goals.has(goal)) goals.set(goal, { node, way });
  }
  const farthest = [...goals.values()]
    .map(({ node, way }) => ({ node, way: isWithSomebody(node) ? way : withoutChosen(way) }))
    .filter(({ way }) => way.prompts > limits.prompts || way.ms > limits.seconds * 1_000);
  const [worst] = farthest.sort((one, other) => other.way.ms - one.way.ms);
  return worst === undefined ? [] : [createSuspicion(worst, limits)];
};

interface Way {
  ms: number;
  prompts: number;
  /** The prompts since the last choice of the caller; absent before the first. */
  chosen?: { ms: number; prompts: number };
  path: Link | undefined;
}

function withoutChosen({ chosen = { ms: 0, prompts: 0 }, ...way }: Way): Way {
  return { ...way, ms: way.ms - chosen.ms, prompts: way.prompts - chosen.prompts };
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
  const waiting = new TimeQueue<Arrival>();
  const insert = (arrival: Arrival) => {
    waiting.insert(arrival.way.ms, arrival);
  };
  for (const edge of roots.filter(isOrdinary)) insert(follow(edge, { ms: 0, prompts: 0, path: undefined }));
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    const { node, way } = next;
    if (quickest.has(node)) continue;
    quickest.set(node, way);
    if (isWithSomebody(node)) continue;
    for (const edge of node.edges)
      if (edge.move.isCooperative && isOrdinary(edge) && !quickest.has(edge.to)) insert(follow(edge, way));
  }
  return quickest;
}

function follow(edge: Edge, before: Way): Arrival {
  const prompts = countPrompts(edge);
  const chosen = addToChosen(edge, prompts, before.chosen);
  const way: Way = {
    ms: before.ms + edge.ms,
    prompts: before.prompts + prompts,
    ...(chosen && { chosen }),
    path: { edge, before: before.path },
  };
  return { node: edge.to, way };
}

function addToChosen(edge: Edge, prompts: number, chosen: Way['chosen']): Way['chosen'] {
  const { kind } = deedOf(edge);
  if (kind === 'presses' || kind === 'says') return { ms: 0, prompts };
  if (chosen === undefined) return undefined;
  const isPlayed = edge.from?.situation.line.play?.isHeard === true;
  return { ms: chosen.ms + (isPlayed ? edge.ms : 0), prompts: chosen.prompts + prompts };
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
