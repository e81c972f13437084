/** Returns a number in E.164 or a SIP URI; undefined for anything else, such as an extension. */
export function toDialable(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/^tel:/i, '')
    .replaceAll(/[\s().-]/g, '');
  if (/^\+[1-9]\d{5,14}$/.test(plain)) return plain;
  return /^sips?:\S+@\S+$/i.test(text.trim()) ? text.trim() : undefined;
}
