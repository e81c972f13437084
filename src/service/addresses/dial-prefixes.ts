/** Beginnings of the numbers and SIP URIs that may be called: `+` and digits, or `sip:` and more. */

/** One prefix. */
export const DIAL_PREFIX = /^(\+\d{1,15}|sips?:[!-+\--~]{0,180})$/;

/** How prefixes are described where one is invalid. */
export const DIAL_PREFIXES = 'beginnings of numbers or SIP URIs such as +49, +4930 or sip:';

/** Reads prefixes joined by commas; undefined if one is invalid. */
export function parseDialPrefixes(text: string): string[] | undefined {
  const prefixes = text.split(',').map((one) => one.trim());
  return prefixes.every((one) => DIAL_PREFIX.test(one)) ? prefixes : undefined;
}
