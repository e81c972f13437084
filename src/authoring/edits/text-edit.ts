/** A change of a text: the characters from `from` up to `to`, offsets into the text, become `newText`. */
export interface TextEdit {
  from: number;
  to: number;
  newText: string;
}

/** The changes that an edit makes, in no order and without overlaps, or the reason why it cannot be made, for the author. */
export type EditResult = { ok: true; edits: TextEdit[] } | { ok: false; reason: string };
