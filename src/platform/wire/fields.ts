/** Reading JSON that others wrote: every field may be missing or of another type than promised. */

export type Fields = Readonly<Record<string, unknown>>;

/** Decodes JSON that may begin with a byte order mark, which a reader may ignore (RFC 8259, 8.1). Throws a `SyntaxError`. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** The value as an object; undefined for anything else, arrays included. */
export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The value as text without surrounding space; a number counts as text, an empty string as nothing. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/** The value as a number that is not negative, as it counts or measures something. */
export function asCount(value: unknown): number | undefined {
  const text = asText(value);
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** A word as the platform may spell it (`Incomingcall`, `incoming call`, `bridge_disconnected`), made comparable. */
export function normalized(word: string): string {
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
  const fields = asFields(body);
  if (fields === undefined) return { ok: false, reason: 'malformed' };
  return typeof fields.encrypted_data === 'string'
    ? { ok: false, reason: 'encrypted' }
    : { ok: true, fields };
}

function isEmptyBody(body: unknown): boolean {
  if (typeof body === 'string') return body.trim() === '';
  const fields = asFields(body);
  return body === undefined || body === null || (fields !== undefined && Object.keys(fields).length === 0);
}

/** Bare digits of an international number's length get their `+`; all else (short codes, SIP URIs, names) stays. */
export function readNumber(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && /^[1-9]\d{6,14}$/.test(text) ? `+${text}` : text;
}
