/** Reading JSON that others wrote: every field may be missing or of another type than promised. */

export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; undefined for anything else, arrays included. */
export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The value as text without surrounding space; a number counts as text, an empty string as nothing. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/** A word as the platform may spell it (`Incomingcall`, `incoming call`, `bridge_disconnected`), made comparable. */
export function normalized(word: string): string {
  return word.toLowerCase().replace(/[\s_]/g, '');
}
