/** Who calls whom, and when, where a test does not say. */

/** A number of nobody in particular. */
export const CALLER = '+4915112345678';

/** A number of ours. */
export const SERVICE = '+4930555000';

/** A Monday, 09:00 UTC, in ms since the epoch. */
export const STARTED_AT = Date.UTC(2026, 0, 5, 9);

/** The numbers of a call in this direction. */
export function usualNumbers(direction: 'inbound' | 'outbound'): { from: string; to: string } {
  return direction === 'inbound' ? { from: CALLER, to: SERVICE } : { from: SERVICE, to: CALLER };
}
