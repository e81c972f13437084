/** The lines in which two texts differ. */
import { structuredPatch } from 'diff';

/** A stretch of changed lines with those around it. */
interface Hunk {
  /** Number of its first line in the later text, from 1. */
  line: number;
  /** Each begins with `-` (removed), `+` (added) or a space. */
  lines: readonly string[];
}

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** Lists the changes from one text to another. */
export function compareLines(before: string, after: string): Hunk[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: CONTEXT });
  return hunks.map(({ newStart, lines }) => ({ line: newStart, lines }));
}
