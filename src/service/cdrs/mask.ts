/** Replaces the last digits of a number by stars; the rest still shows country and area. */
export function maskDigits(number: string, digits: number): string {
  if (digits === 0) return number;
  const isOneOfTheLast = `(?=(?:\\D*\\d){0,${digits - 1}}\\D*$)`;
  return number.replaceAll(new RegExp(`\\d${isOneOfTheLast}`, 'g'), '*');
}
