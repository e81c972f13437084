/** Slips of the pen in YAML: what they are, and how a text is mended. */
import type { ErrorCode } from 'yaml';
import type { Range } from './document.ts';

/** What an author did, and how it is mended. */
export interface Slip {
  message: string;
  hint: string;
  /** What to underline. */
  range: Range;
  /** What stands in its place afterwards. */
  edit: { range: Range; text: string };
  /** True when something else may have been meant as well. */
  isGuess?: boolean;
  /** The lines that may have been misread because of it, where that is more than the one of its place. */
  doubtful?: Range;
}

/** A complaint of the library. */
export interface Complaint {
  code: ErrorCode;
  from: number;
  to: number;
}

/** Finds the slip that may be behind a complaint, if there is one of its kind. */
export type Guess = (complaint: Complaint, text: string) => Slip | undefined;

/** A text with a slip mended. */
export function mended(text: string, { edit: { range, text: replacement } }: Slip): string {
  return text.slice(0, range.from) + replacement + text.slice(range.to);
}

/** The line in which a place lies. */
export function lineAround(text: string, at: number): Range & { line: string } {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const to = end < 0 ? text.length : end;
  return { from, to, line: text.slice(from, to) };
}

/** The edit that puts a text in at a place. */
export function insertion(at: number, text: string): Slip['edit'] {
  return { range: { from: at, to: at }, text };
}

/** A text in the quotes that need no change in it. */
export function inQuotes(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
