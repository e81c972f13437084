/** Default numbers and start time of calls in tests. */
import type { Party } from '../../platform/emulator/model/index.ts';

/** Default number of the remote party. */
export const CALLER = '+4915112345678';

/** A number of ours. */
export const SERVICE = '+4930555000';

/** A Monday, 09:00 UTC, in ms since the epoch. */
export const STARTED_AT = Date.UTC(2026, 0, 5, 9);

/** The numbers of a call in this direction. */
export function chooseNumbers(direction: 'inbound' | 'outbound'): { from: string; to: string } {
  return direction === 'inbound' ? { from: CALLER, to: SERVICE } : { from: SERVICE, to: CALLER };
}

/** Default ring timeout of the platform, ms. */
const RING_TIMEOUT_MS = 60_000;

/** Long enough for what the parties are said to do: who answers after 70 s has been rung for so long. */
export function computeRingTimeout(parties: Record<string, Party | Party[]>): number {
  const stated = Object.values(parties).flat();
  return Math.max(RING_TIMEOUT_MS, ...stated.map(({ afterMs = 0 }) => afterMs + 1));
}
