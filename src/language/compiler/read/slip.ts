/** Slips in YAML texts and their corrections. */
import type { ErrorCode } from 'yaml';
import type { Range } from './document.ts';

/** A slip and its correction. */
export interface Slip {
  message: string;
  hint: string;
  /** The range to underline. */
  range: Range;
  /** The edit that corrects it. */
  edit: { range: Range; text: string };
  /** True when the author may have meant something else. */
  isGuess?: boolean;
  /** Range that may have been misread because of it, if it is larger than `range`. */
  doubtful?: Range;
}

/** A syntax error of the YAML library. */
export interface Complaint {
  code: ErrorCode;
  from: number;
  to: number;
}

/** Finds a slip of one kind that may have caused a syntax error. */
export type Guess = (complaint: Complaint, text: string) => Slip | undefined;

/** Returns the text with a slip corrected. */
export function mendSlip(text: string, { edit: { range, text: replacement } }: Slip): string {
  return text.slice(0, range.from) + replacement + text.slice(range.to);
}

/** Returns the line that contains an offset. */
export function findLineAround(text: string, at: number): Range & { line: string } {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const to = end < 0 ? text.length : end;
  return { from, to, line: text.slice(from, to) };
}

/** Creates an edit that inserts a text. */
export function createInsertion(at: number, text: string): Slip['edit'] {
  return { range: { from: at, to: at }, text };
}

/** Puts a text in quotes, single ones if it has no apostrophe. */
export function quoteText(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
