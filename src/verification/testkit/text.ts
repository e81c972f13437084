/** Helpers for messages. */
import { closest } from '../../language/diagnostics/index.ts';

/** Cuts a text off after a number of characters. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** Lists the first entries and counts the others: `a, b, and 3 more`. */
export function listFirst(entries: readonly string[], max: number): string {
  const more = entries.length - max;
  return [...entries.slice(0, max), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** Returns a hint with the known name that is most like a wrong one. */
export function didYouMean(found: string, known: readonly string[]): { hint?: string } {
  const meant = closest(found, known);
  return meant === undefined ? {} : { hint: `did you mean "${meant}"?` };
}
