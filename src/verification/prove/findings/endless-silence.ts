import { joinQuoted } from '../../../language/text/index.ts';
import { deedOf, pathTo } from '../explore.ts';
import type { Edge, Node } from '../explore.ts';
import { placeIn } from '../place.ts';
import type { Finder } from './suspicion.ts';
import { isOrdinary, isOver, isWithSomebody, nodesBefore, nodesBehind } from './walk.ts';

/** Who does nothing comes to a person or to an end all the same. Where nobody at all gets out is a trap. */
export const endlessSilence: Finder = ({ exploration: { nodes } }) => {
  const isOut = (node: Node) => isOver(node) || isWithSomebody(node) || !node.isExplored;
  const free = nodesBefore(nodes, isOut, isSilent);
  const freeForAll = nodesBefore(nodes, isOut, isOrdinary);
  const told = new Set<Node>();
  const toldSteps = new Set<string>();
  return nodes.flatMap((node) => {
    if (free.has(node) || told.has(node) || !freeForAll.has(node) || !isAsked(node)) return [];
    const behind = nodesBehind([node], isSilent);
    for (const one of behind) told.add(one);
    const { step, flow } = node.situation.record.context;
    if (toldSteps.has(placeIn(node.situation))) return [];
    const places = [...new Set([...behind].map(({ situation }) => placeIn(situation)))];
    for (const place of places) toldSteps.add(place);
    const steps = new Set([...behind].map(({ situation }) => situation.record.context.step));
    const others = joinQuoted([...steps]);
    return {
      code: 'endless-silence',
      flow,
      step,
      also: places,
      message: `a caller who does nothing at step "${step}" stays on the line without end, in ${others}`,
      path: [...pathTo(node), ...someSilence(node)],
    };
  });
};

/** The caller does nothing; everybody else may do what they like. */
function isSilent(edge: Edge): boolean {
  const { kind } = deedOf(edge);
  return isOrdinary(edge) && !['presses', 'says', 'mumbles', 'texts'].includes(kind);
}

function isAsked({ edges }: Node): boolean {
  return edges.some(
    (edge) => !isSilent(edge) && deedOf(edge).kind !== 'hangs_up' && edge.failed === undefined,
  );
}

/** Enough of it to see that it leads nowhere. */
function someSilence(node: Node): Edge[] {
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
