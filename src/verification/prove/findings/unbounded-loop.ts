import type { CompiledFlow } from '../../../language/model/index.ts';
import { quote } from '../../../language/text/index.ts';
import { deedOf, findPath } from '../explore.ts';
import type { Edge, Node } from '../explore.ts';
import { currentPlaceKey } from '../place.ts';
import type { Finder } from './suspicion.ts';
import { isHeard, isOrdinary, findSuccessors, findWay } from './walk.ts';

/** Finds loops without a prompt and without an intended wait. */
export const findUnboundedLoops: Finder = ({ exploration: { nodes, flow: whole } }) => {
  const counts = (edge: Edge) => isRestless(edge, whole);
  const told = new Set<Node>();
  return nodes.flatMap((node) => {
    if (told.has(node)) return [];
    const circle = findLoop(node, counts);
    if (circle === undefined) return [];
    for (const one of findSuccessors([node], counts)) told.add(one);
    const { step, flow } = node.situation.record.context;
    const steps = [...new Set(circle.map(({ to }) => to.situation.record.context.step))];
    const around = [...steps, steps[0] ?? step].map(quote).join(' -> ');
    return {
      code: 'unbounded-loop',
      flow,
      step,
      also: circle.map(({ to }) => currentPlaceKey(to.situation)),
      message: `the call can loop through ${around} forever without a prompt`,
      path: [...findPath(node), ...circle, ...circle],
      circle,
    };
  });
};

/** Finds the shortest loop through a node along such edges; undefined if there is none. */
function findLoop(node: Node, counts: (edge: Edge) => boolean): Edge[] | undefined {
  for (const first of node.edges.filter(counts)) {
    const rest = findWay(first.to, (other) => other === node, counts);
    if (rest !== undefined) return [first, ...rest];
  }
  return undefined;
}

/**
 * True if an edge takes no intended time: data decides, a party is unavailable, or a web service is requested. Response
 * times do not count as waits.
 */
function isRestless(edge: Edge, flow: CompiledFlow): boolean {
  const deed = deedOf(edge);
  if (!isOrdinary(edge) || isSpoken(edge)) return false;
  if (deed.kind === 'decides' || deed.kind === 'web') return true;
  if (deed.kind === 'passes') return edge.ms <= 1 || isAsking(edge, flow);
  return deed.kind === 'party' && (deed.does === 'busy' || deed.does === 'rejects');
}

function isAsking({ from }: Edge, { name, steps, flows }: CompiledFlow): boolean {
  const { flow, step } = from?.situation.record.context ?? { flow: name, step: '' };
  return (flow === name ? steps : flows[flow]?.steps)?.[step]?.verb === 'http';
}

function isSpoken(edge: Edge): boolean {
  return isHeard(edge) && !edge.commands.every(({ command: { kind } }) => kind === 'connect');
}
