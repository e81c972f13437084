/** Phone numbers. They occur with and without `+`, so they are compared by their digits and shown in E.164. */

/** Returns the key under which a number or SIP URI is stored. */
export function toNumberKey(number: string): string {
  return isSipUri(number) ? number.toLowerCase() : number.replaceAll(/\D/g, '');
}

/** True for E.164, with or without `+`. */
export function isPhoneNumber(text: string): boolean {
  return /^\+?[1-9]\d{5,14}$/.test(text);
}

/** True for 3 to 5 digits, which can be dialed only where they are provisioned. */
export function isShortCode(text: string): boolean {
  return /^\+?\d{3,5}$/.test(text);
}

/** True when the number begins with one of the given prefixes. */
export function hasPrefix(number: string, prefixes: readonly string[] = []): boolean {
  return prefixes.some((prefix) => toNumberKey(number).startsWith(toNumberKey(prefix)));
}

export function isSipUri(text: string): boolean {
  return /^sips?:(?:[^\s@]+@)?[^\s@:;?][^\s@]*$/i.test(text);
}

/**
 * Formats a phone number with `+` and a short code without; returns anything else (a SIP URI, a withheld caller)
 * unchanged.
 */
export function formatNumber(text: string): string {
  if (isShortCode(text)) return toNumberKey(text);
  return isPhoneNumber(text) ? `+${toNumberKey(text)}` : text;
}

/** Indexes entries by number. */
export function indexByNumber<T>(entries: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(entries).map(([number, value]) => [toNumberKey(number), value]));
}
