/** How a caller gets to a step, in words. */
import { waysOf } from '../flow/index.ts';
import type { Graph, Way } from '../flow/index.ts';

/** Tells for each step of a flow where it is: by the last answer that leads there, `under main → 2 (support)`. */
export function placesIn(graph: Graph): (step: string) => string {
  const ways = waysOf(graph);
  return (step) => {
    const way = ways.get(step);
    const by = way && lastTurn(way, ways);
    if (by?.by !== undefined) return `under ${by.by.from} → ${by.by.edge.outcome} (${step})`;
    if (by?.key !== undefined) return `under ${by.key} at any question (${step})`;
    if (way?.road === 'error') return `after an error (${step})`;
    if (way?.road === 'end') return `when the call has ended (${step})`;
    return `at ${step}`;
  };
}

/** Back along the steps that follow each other by themselves. */
function lastTurn(way: Way, ways: ReadonlyMap<string, Way>): Way {
  if (way.by?.edge.kind !== 'next') return way;
  const before = ways.get(way.by.from);
  return before === undefined ? way : lastTurn(before, ways);
}
