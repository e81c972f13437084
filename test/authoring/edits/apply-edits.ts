import type { TextEdit } from '../../../src/authoring/edits/index.ts';

/** Returns a text after edits. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const last = edits.toSorted((one, other) => other.from - one.from || other.to - one.to);
  return last.reduce((made, { from, to, newText }) => made.slice(0, from) + newText + made.slice(to), text);
}

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
