/** SIP headers that flows read and send: which names are allowed, and what becomes of values. */

/** Maximum number of characters of a value. */
const MAX_HEADER_CHARS = 200;

const NAME = /^[xp]-[a-z0-9][a-z0-9-]{0,61}$/i;

/** Headers by which a network tells others who calls or who pays: a trunk believes them. */
const ASSERTIONS: ReadonlySet<string> = new Set([
  'p-asserted-identity',
  'p-asserted-service',
  'p-charge-info',
  'p-charging-function-addresses',
  'p-charging-vector',
  'p-preferred-identity',
  'p-preferred-service',
  'p-profile-key',
  'p-served-user',
  'p-user-database',
]);

/** True for a header that a flow may read: those that route calls or sign in are never among them. */
export function isReadableHeader(name: string): boolean {
  return NAME.test(name);
}

/** True for a header that a flow may send. */
export function isSendableHeader(name: string): boolean {
  return NAME.test(name) && !ASSERTIONS.has(name.toLowerCase());
}

/** Returns a value on one line of printable ASCII: other characters become question marks, and what is too long is cut off. */
export function cleanHeader(value: string): string {
  return value
    .trim()
    .slice(0, MAX_HEADER_CHARS)
    .replaceAll(/[^\x20-\x7e]/g, '?');
}
