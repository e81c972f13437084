import { joinQuoted } from '../../../language/text/index.ts';
import { findPath } from '../explore.ts';
import type { Edge, Node } from '../explore.ts';
import { currentPlaceKey } from '../place.ts';
import { requireSilence } from './shown.ts';
import type { Finder } from './suspicion.ts';
import { isHeard, isOrdinary, isWithSomebody } from './walk.ts';

/** Finds silences over several steps that exceed the limit. The rule `dead-air` reports single steps. */
export const findDeadAir: Finder = ({ exploration: { nodes }, limits }) => {
  const longest = new Map<Node, Silence>();
  const told = new Set<string>();
  return nodes.flatMap((node) => {
    const { ms, edges } = measureSilence(node, longest);
    const silent = edges.filter((edge) => readSilence(edge) > 1).flatMap(({ from }) => from ?? []);
    const places = new Set(silent.map(({ situation }) => currentPlaceKey(situation)));
    const steps = [...new Set(silent.map(({ situation }) => situation.record.context.step))];
    const [step] = steps;
    if (ms <= limits.deadAirMs || step === undefined || places.size < 2) return [];
    if ([...places].some((place) => told.has(place))) return [];
    for (const place of places) told.add(place);
    const seconds = Math.round(ms / 1_000);
    const before = findPath(node);
    const path = [...before, ...edges];
    return {
      code: 'long-dead-air',
      flow: silent[0]?.situation.record.context.flow ?? node.situation.record.context.flow,
      step,
      also: [...places],
      message: `the caller may hear nothing for ${seconds} seconds during the steps ${joinQuoted(steps)}`,
      path,
      isSlow: true,
      lacks: requireSilence(limits.deadAirMs, { from: before.length, to: path.length }),
    };
  });
};

interface Silence {
  ms: number;
  edges: Edge[];
}

const NONE: Silence = { ms: 0, edges: [] };

function measureSilence(node: Node, longest: Map<Node, Silence>): Silence {
  const known = longest.get(node);
  if (known !== undefined) return known;
  // A node that is still being measured is part of a loop, which is reported separately.
  longest.set(node, NONE);
  let best = NONE;
  if (isListening(node))
    for (const edge of node.edges.filter(isOrdinary)) {
      const rest = isHeard(edge) ? NONE : measureSilence(edge.to, longest);
      const ms = readSilence(edge) + rest.ms;
      if (ms > best.ms) best = { ms, edges: [edge, ...rest.edges] };
    }
  longest.set(node, best);
  return best;
}

/** True if somebody is on the line, hears nothing and is not asked anything. */
function isListening(node: Node): boolean {
  const { record, line } = node.situation;
  const isQuiet = line.play === undefined && !line.isHeld && line.calling === undefined;
  return record.context.leg === 'connected' && isQuiet && !isWithSomebody(node);
}

function readSilence({ move }: Edge): number {
  return 'silentMs' in move ? (move.silentMs ?? 0) : 0;
}
