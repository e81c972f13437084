import type { Position, Span } from '../../diagnostics/index.ts';
import type { Range } from './document.ts';

/** A text and the lookup of its lines and columns. */
export interface Source {
  text: string;
  span: (range: Range) => Span;
}

/** Creates a lookup from offsets of a text to lines and columns. */
export function createSpanLookup(text: string): (range: Range) => Span {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  const toPosition = (offset: number): Position => {
    const line = findLastAtOrBefore(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1, offset };
  };
  return ({ from, to }) => ({ start: toPosition(from), end: toPosition(Math.max(from, to)) });
}

function findLastAtOrBefore(ascending: number[], limit: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
