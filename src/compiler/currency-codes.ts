const codes = new Set(Intl.supportedValuesOf('currency'));

/** True for the code of a currency (ISO 4217), such as EUR. */
export function isCurrency(code: string): boolean {
  return codes.has(code);
}
