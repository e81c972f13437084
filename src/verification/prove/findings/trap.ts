import { joinQuoted } from '../../../language/text/index.ts';
import { pathTo } from '../explore.ts';
import { placeIn } from '../place.ts';
import type { Finder } from './suspicion.ts';
import { isOrdinary, isOver, isWithSomebody, nodesBefore, nodesBehind } from './walk.ts';

/** From everywhere some way leads to a person or to an end. */
export const trap: Finder = ({ exploration: { nodes } }) => {
  const isOut = (node: (typeof nodes)[number]) => isOver(node) || isWithSomebody(node) || !node.isExplored;
  const free = nodesBefore(nodes, isOut, isOrdinary);
  const told = new Set<(typeof nodes)[number]>();
  const toldSteps = new Set<string>();
  return nodes.flatMap((node) => {
    if (free.has(node) || told.has(node)) return [];
    const trapped = nodesBehind([node], isOrdinary);
    for (const one of trapped) told.add(one);
    const { step, flow } = node.situation.record.context;
    if (toldSteps.has(placeIn(node.situation))) return [];
    const places = [...new Set([...trapped].map(({ situation }) => placeIn(situation)))];
    for (const place of places) toldSteps.add(place);
    const steps = [...new Set([...trapped].map(({ situation }) => situation.record.context.step))];
    const circle = joinQuoted(steps);
    return {
      code: 'trap',
      flow,
      step,
      also: places,
      message: `from step "${step}" on the caller never comes to a person or to an end: all that is left is ${circle}`,
      path: pathTo(node),
    };
  });
};
