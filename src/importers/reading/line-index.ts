/** Converts offsets of a text to positions. */
import type { Position, Span } from '../../language/diagnostics/index.ts';

export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  toSpan(start: number, end: number): Span {
    return { start: this.#toPosition(start), end: this.#toPosition(end) };
  }

  #toPosition(offset: number): Position {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1, offset };
  }
}
