/** Default numbers and start time of calls in tests. */
import type { Party } from '../../platform/emulator/model/index.ts';

/** Default number of the remote party. */
export const CALLER = '+4915112345678';

/** Default number of the service. */
export const SERVICE = '+4930555000';

/** Default start time: a Monday, 09:00 UTC, ms since the epoch. */
export const STARTED_AT = Date.UTC(2026, 0, 5, 9);

/** Returns the default numbers of a call in this direction. */
export function chooseNumbers(direction: 'inbound' | 'outbound'): { from: string; to: string } {
  return direction === 'inbound' ? { from: CALLER, to: SERVICE } : { from: SERVICE, to: CALLER };
}

/** Ring timeout of the platform, ms. */
const RING_TIMEOUT_MS = 60_000;

/** Returns a ring timeout that is long enough for the given parties. */
export function computeRingTimeout(parties: Record<string, Party | Party[]>): number {
  const stated = Object.values(parties).flat();
  return Math.max(RING_TIMEOUT_MS, ...stated.map(({ afterMs = 0 }) => afterMs + 1));
}
