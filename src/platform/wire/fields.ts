/** Reads JSON of others, in which any field may be missing or have another type than specified. */

export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON that may begin with a byte order mark (RFC 8259, 8.1). Throws a `SyntaxError`. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** Returns the value if it is an object, not an array. */
export function toFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Returns the value as trimmed text; numbers count as text, empty strings as undefined. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/** Returns the value as a number that is not negative. */
export function toCount(value: unknown): number | undefined {
  const text = toText(value);
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Normalizes a word for comparison, since spellings vary (`Incomingcall`, `incoming call`, `bridge_disconnected`). */
export function normalizeWord(word: string): string {
  return word.toLowerCase().replace(/[\s_]/g, '');
}

/**
 * The reason why a body is not a notification: `probe`, an empty body that only tests whether the webhook responds;
 * `encrypted`, a body to decrypt first; `malformed`, not a JSON object.
 */
export type NotANotification = 'probe' | 'encrypted' | 'malformed';

/** Reads the fields of a decoded body that should be a notification. */
export function openNotification(
  body: unknown,
): { ok: true; fields: Fields } | { ok: false; reason: NotANotification } {
  if (isEmptyBody(body)) return { ok: false, reason: 'probe' };
  const fields = toFields(body);
  if (fields === undefined) return { ok: false, reason: 'malformed' };
  return typeof fields.encrypted_data === 'string'
    ? { ok: false, reason: 'encrypted' }
    : { ok: true, fields };
}

function isEmptyBody(body: unknown): boolean {
  if (typeof body === 'string') return body.trim() === '';
  const fields = toFields(body);
  return body === undefined || body === null || (fields !== undefined && Object.keys(fields).length === 0);
}

/** Adds a `+` to digits of an international number's length; returns short codes, SIP URIs and names unchanged. */
export function readNumber(value: unknown): string | undefined {
  const text = toText(value);
  return text !== undefined && /^[1-9]\d{6,14}$/.test(text) ? `+${text}` : text;
}
