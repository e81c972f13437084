/** Pauses between the attempts of a web request, shared by the compiler and the call core. */

const FIRST_PAUSE_MS = 500;

/** Maximum pause, ms: no caller waits longer on the phone. */
export const MAX_PAUSE_MS = 10_000;

/** Returns the pause after attempt number `attempt` in ms: doubled each time, up to the maximum. */
export function computePause(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
}
