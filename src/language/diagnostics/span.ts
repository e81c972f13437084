/** A position in a source text. */
export interface Position {
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  column: number;
  /** 0-based, in UTF-16 code units from the start of the text. */
  offset: number;
}

/** A range of a source text; `end` is the position after its last character. */
export interface Span {
  start: Position;
  end: Position;
  /** Path of the file when the range is in an imported one. */
  file?: string;
}
