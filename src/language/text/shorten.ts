/**
 * Returns the text, cut to at most `max` UTF-16 units, the "…" at its end included. The cut never lands inside a surrogate pair or
 * before a combining mark, and takes trailing white space along.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = Math.max(0, max - 1);
  while (end > 0 && JOINED_TO_PREVIOUS.test(text.slice(end, end + 1))) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Returns the text on one line, runs of white space folded into one space, then shortened. */
export function shortenLine(text: string, max: number): string {
  return shorten(text.replace(/\s+/g, ' ').trim(), max);
}

/** A unit that belongs to the previous one. */
const JOINED_TO_PREVIOUS = /[\uDC00-\uDFFF\p{M}\u200D]/v;
