/** Values of SIP headers, in both directions. */

const MAX_LENGTH = 200;

/** Returns the printable ASCII characters of a value, at most 200. */
export function cleanHeader(value: string): string {
  return value.replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_LENGTH);
}
