import { deedOf, pathTo } from '../explore.ts';
import type { Edge, Node } from '../explore.ts';
import { placeIn } from '../place.ts';
import type { Finder } from './suspicion.ts';
import { isHeard, isOrdinary, nodesBehind, wayFrom } from './walk.ts';

/** A circle in which nothing takes time and nothing is heard is left after some rounds. */
export const unboundedLoop: Finder = ({ exploration: { nodes } }) => {
  const told = new Set<Node>();
  return nodes.flatMap((node) => {
    if (told.has(node)) return [];
    const circle = circleFrom(node);
    if (circle === undefined) return [];
    for (const one of nodesBehind([node], isHurried)) told.add(one);
    const { step, flow } = node.situation.record.context;
    const steps = [...new Set(circle.map(({ to }) => to.situation.record.context.step))];
    const around = [...steps, steps[0] ?? step].map((name) => `"${name}"`).join(' -> ');
    return {
      code: 'unbounded-loop',
      flow,
      step,
      also: circle.map(({ to }) => placeIn(to.situation)),
      message: `the call may go round ${around} without end and without a pause, and nobody hears anything`,
      path: [...pathTo(node), ...circle, ...circle],
      circle,
    };
  });
};

/** The shortest way from a node back to itself on which nothing takes time; undefined where there is none. */
function circleFrom(node: Node): Edge[] | undefined {
  for (const first of node.edges.filter(isHurried)) {
    const rest = wayFrom(first.to, (other) => other === node, isHurried);
    if (rest !== undefined) return [first, ...rest];
  }
  return undefined;
}

/** Data decides, or somebody answers at once that nothing will come of it. */
function isHurried(edge: Edge): boolean {
  const deed = deedOf(edge);
  if (!isOrdinary(edge) || isSpoken(edge)) return false;
  if (deed.kind === 'decides') return true;
  if (deed.kind === 'passes') return edge.ms <= 1;
  if (deed.kind === 'web') return deed.answer !== 'timeout';
  return deed.kind === 'party' && (deed.does === 'busy' || deed.does === 'rejects');
}

function isSpoken(edge: Edge): boolean {
  return isHeard(edge) && !edge.commands.every(({ command: { kind } }) => kind === 'connect');
}
