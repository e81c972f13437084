/** Finds parts of a flow that a call cannot leave. */
import { countSituations, deedOf, findPath } from '../explore.ts';
import type { Edge, Node } from '../explore.ts';
import { currentPlaceKey } from '../place.ts';
import type { Finder } from './suspicion.ts';
import { isOrdinary, isOver, isWithSomebody, findPredecessors, findSuccessors } from './walk.ts';

/** Finds steps from which no path leads to a person or to the end of the call. */
export const findTraps: Finder = ({ exploration, certainty }) => {
  const { nodes } = exploration;
  const free = findPredecessors(nodes, isWayOut, isPossible);
  return findEnclosures(nodes, { isInside: (node) => !free.has(node), counts: isPossible }).map(
    ({ node, places, steps }) => {
      const { step, flow } = node.situation.record.context;
      const isCertain = places.every((place) => certainty.isComplete(place));
      const message = isCertain
        ? `from step "${step}" the caller can never reach a person or the end of the call; the only reachable steps are ${steps}`
        : `from step "${step}" no caller reached a person or the end of the call in ${countSituations(exploration)}; calls that were not tried may`;
      const severity = isCertain ? {} : { severity: 'info' as const };
      return { code: 'trap', flow, step, also: places, message, ...severity, path: findPath(node) };
    },
  );
};

/** Finds questions at which a silent caller stays on the line forever, unless they are a trap for every caller. */
export const findEndlessSilence: Finder = ({ exploration, certainty }) => {
  const { nodes } = exploration;
  const free = findPredecessors(nodes, isWayOut, isSilent);
  const freeForAll = findPredecessors(nodes, isWayOut, isPossible);
  const isInside = (node: Node) => !free.has(node) && freeForAll.has(node) && isAsked(node);
  return findEnclosures(nodes, { isInside, counts: isSilent }).map(({ node, places, steps }) => {
    const { step, flow } = node.situation.record.context;
    const isCertain = places.every((place) => certainty.isComplete(place));
    const message = isCertain
      ? `a caller who stays silent at step "${step}" stays on the line forever, in ${steps}`
      : `a caller who stays silent at step "${step}" stayed on the line in ${countSituations(exploration)}; calls that were not tried may end`;
    const severity = isCertain ? {} : { severity: 'info' as const };
    const path = [...findPath(node), ...followSilence(node)];
    return { code: 'endless-silence', flow, step, also: places, message, ...severity, path };
  });
};

/** Nodes that a call cannot leave, with the first one that it reaches. */
interface Enclosure {
  node: Node;
  places: string[];
  /** Names of their steps, in quotes. */
  steps: string;
}

/** Lists the enclosures, each step in one of them only. */
function findEnclosures(
  nodes: readonly Node[],
  { isInside, counts }: { isInside: (node: Node) => boolean; counts: (edge: Edge) => boolean },
): Enclosure[] {
  const seen = new Set<Node>();
  const reported = new Set<string>();
  return nodes.flatMap((node) => {
    if (seen.has(node) || !isInside(node)) return [];
    const behind = [...findSuccessors([node], counts)];
    for (const one of behind) seen.add(one);
    if (reported.has(currentPlaceKey(node.situation))) return [];
    const places = [...new Set(behind.map(({ situation }) => currentPlaceKey(situation)))];
    for (const place of places) reported.add(place);
    const steps = new Set(behind.map(({ situation }) => situation.record.context.step));
    return { node, places, steps: [...steps].map((name) => `"${name}"`).join(', ') };
  });
}

/** True at the end of a call, in a conversation, and where the exploration stopped. */
function isWayOut(node: Node): boolean {
  return isOver(node) || isWithSomebody(node) || !node.isExplored;
}

/** True if nobody hangs up and nothing fails. A limit counts if it ends a step that would have ended by itself. */
function isPossible(edge: Edge): boolean {
  const deed = deedOf(edge);
  return isOrdinary(edge) || (deed.kind === 'limit' && deed.isCut);
}

/** True if the caller does nothing; everybody else may act. */
function isSilent(edge: Edge): boolean {
  const { kind } = deedOf(edge);
  return isPossible(edge) && !['presses', 'says', 'mumbles', 'texts'].includes(kind);
}

function isAsked({ edges }: Node): boolean {
  return edges.some(
    (edge) => !isSilent(edge) && deedOf(edge).kind !== 'hangs_up' && edge.failed === undefined,
  );
}

/** Follows silent edges until a node comes up again. */
function followSilence(node: Node): Edge[] {
  const silence: Edge[] = [];
  const seen = new Set<Node>();
  let at: Node | undefined = node;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const next: Edge | undefined = at.edges.find(isSilent);
    if (next !== undefined) silence.push(next);
    at = next?.to;
  }
  return silence;
}
