/** A place in a source text. */
export interface Position {
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  column: number;
  /** 0-based, in UTF-16 code units from the beginning of the text. */
  offset: number;
}

/** A stretch of a source text; `end` is the place behind its last character. */
export interface Span {
  start: Position;
  end: Position;
  /** Path of the text where it is another one than that which is looked at: a file that it imports. */
  file?: string;
}
