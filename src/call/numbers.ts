/** A number by its digits, for comparison: the platform writes numbers with and without a plus. What has none is itself. */
export function toDigits(number: string): string {
  return number.replace(/\D/g, '') || number;
}
