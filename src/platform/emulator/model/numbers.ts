/** Telephone numbers: with and without `+` both occur, so they are compared by their digits and shown in E.164. */

/** The form under which a number or SIP URI is looked up. */
export function numberKey(number: string): string {
  return isSipUri(number) ? number.toLowerCase() : number.replaceAll(/\D/g, '');
}

/** Whether it can be dialled: E.164, with or without `+`. */
export function isPhoneNumber(text: string): boolean {
  return /^\+?[1-9]\d{5,14}$/.test(text);
}

/** Whether it is a short code: 3 to 5 digits, which only a network that has it can dial. */
export function isShortCode(text: string): boolean {
  return /^\+?\d{3,5}$/.test(text);
}

/** Whether it is one of the numbers, or begins with one of them. */
export function beginsWithAny(number: string, beginnings: readonly string[] = []): boolean {
  return beginnings.some((beginning) => numberKey(number).startsWith(numberKey(beginning)));
}

export function isSipUri(text: string): boolean {
  return /^sips?:(?:[^\s@]+@)?[^\s@:;?][^\s@]*$/i.test(text);
}

/** A phone number with its `+`, a short code without; anything else (a SIP URI, a withheld caller) as it is. */
export function shownNumber(text: string): string {
  if (isShortCode(text)) return numberKey(text);
  return isPhoneNumber(text) ? `+${numberKey(text)}` : text;
}

/** The same entries, found by digits. */
export function byNumber<T>(entries: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(entries).map(([number, value]) => [numberKey(number), value]));
}
