/** Hints at the known name that a wrong one resembles. */
import { findClosest } from '../../language/diagnostics/index.ts';

/** Returns a hint with the known name that is most like a wrong one. */
export function didYouMean(found: string, known: readonly string[]): { hint?: string } {
  const meant = findClosest(found, known);
  return meant === undefined ? {} : { hint: `did you mean "${meant}"?` };
}
