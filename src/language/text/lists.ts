/** Control characters, and those that turn the direction of writing, also of the words around them. */
const MISLEADING = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Returns the text in double quotes. Only what would mislead readers is escaped, since people read it. */
export function quote(text: string): string {
  const shown = text.replace(
    MISLEADING,
    (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `"${shown}"`;
}

/** Renders `a, b and c`; without a conjunction `a, b, c`. */
export function joinList(items: readonly string[], conjunction?: 'and' | 'or'): string {
  if (conjunction === undefined || items.length < 2) return items.join(', ');
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1) ?? ''}`;
}

/** Renders `"a", "b" and "c"`; without a conjunction `"a", "b", "c"`. */
export function joinQuoted(names: readonly string[], conjunction?: 'and' | 'or'): string {
  return joinList(names.map(quote), conjunction);
}

/** Renders the first `max` items and the number of those left out: `a, b, and 3 more`. */
export function joinFirst(items: readonly string[], max: number): string {
  const more = items.length - max;
  return joinList(more > 0 ? [...items.slice(0, max), `and ${more} more`] : items);
}
