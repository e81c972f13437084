import type { TextEdit } from '../../../src/authoring/edits/index.ts';

/** Returns the edits that restore a text after it was edited. */
export function invertEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let moved = 0;
  return edits
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
    .map(({ from, to, newText }) => {
      const start = from + moved;
      moved += newText.length - (to - from);
      return { from: start, to: start + newText.length, newText: text.slice(from, to) };
    });
}
