/** Keys as notifications carry them: text, or a JSON number that has lost its leading zeros (R9). */

/** The keys of a `digit` or `digits` field; undefined when it holds no keys that can be trusted. */
export function readDigits(value: unknown): { digits: string; lossy: boolean } | undefined {
  const lossy = typeof value === 'number';
  if (lossy && !Number.isSafeInteger(value)) return undefined;
  const digits = lossy || typeof value === 'string' ? String(value).replace(/\s/g, '') : '';
  return /^[\d*#A-D]+$/i.test(digits) ? { digits, lossy } : undefined;
}
