/** A change of a text: the characters from `from` up to `to`, offsets into the text, become `newText`. */
export interface TextEdit {
  from: number;
  to: number;
  newText: string;
}

/** A file that an edit adds beside the flow. */
interface CreatedFile {
  /** Its name. */
  file: string;
  text: string;
}

/**
 * The changes that an edit makes, in no order and without overlaps, and the file that it adds, or the reason why it cannot
 * be made, for the author.
 */
export type EditResult =
  { ok: true; edits: TextEdit[]; created?: CreatedFile } | { ok: false; reason: string };

/** Returns a text after edits. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const last = edits.toSorted((one, other) => other.from - one.from || other.to - one.to);
  return last.reduce((made, { from, to, newText }) => made.slice(0, from) + newText + made.slice(to), text);
}

/** Returns a part of a text after the edits that lie in it. */
export function applyEditsWithin(
  text: string,
  edits: readonly TextEdit[],
  { from, to }: { from: number; to: number },
): string {
  const inside = edits.filter((edit) => edit.from >= from && edit.to <= to);
  const moved = inside.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
  return applyEdits(text.slice(from, to), moved);
}

export function accept(edits: TextEdit[]): EditResult {
  return { ok: true, edits };
}

export function refuse(reason: string): EditResult {
  return { ok: false, reason };
}
