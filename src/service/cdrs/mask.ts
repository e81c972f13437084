/** Replaces the last digits of a number by stars; country and area stay readable. */
export function maskDigits(number: string, digits: number): string {
  if (digits === 0) return number;
  const isOneOfTheLast = `(?=(?:\\D*\\d){0,${digits - 1}}\\D*$)`;
  return number.replaceAll(new RegExp(`\\d${isOneOfTheLast}`, 'g'), '*');
}
