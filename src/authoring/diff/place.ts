/** How a caller gets to a step, in words. */
import { waysOf } from '../../language/model/index.ts';
import type { Graph, Way } from '../../language/model/index.ts';
import { answerInWords, isAnswer, outcomeInWords } from './outcome-words.ts';

/** Tells for each step of a flow where it is: by the last answer that leads there, `under main → 2 (support)`. */
export function placesIn(graph: Graph): (step: string) => string {
  const ways = waysOf(graph);
  return (step) => {
    const way = ways.get(step);
    const turn = way && lastTurn(way, ways);
    if (turn?.by !== undefined) return `${afterTurn(turn.by)} (${step})`;
    if (turn?.key !== undefined) return `under ${answerInWords(turn.key)} at any question (${step})`;
    if (way?.road === 'error') return `after an error (${step})`;
    if (way?.road === 'end') return `when the call has ended (${step})`;
    return `at ${step}`;
  };
}

function afterTurn({ from, edge }: NonNullable<Way['by']>): string {
  if (isAnswer(edge.outcome)) return `under ${from} → ${answerInWords(edge.outcome)}`;
  return outcomeInWords(edge, from);
}

/** Back along the steps that follow each other by themselves. */
function lastTurn(way: Way, ways: ReadonlyMap<string, Way>): Way {
  if (way.by?.edge.kind !== 'next') return way;
  const before = ways.get(way.by.from);
  return before === undefined ? way : lastTurn(before, ways);
}
