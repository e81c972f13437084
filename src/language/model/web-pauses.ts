/** How often a web service is asked: the pauses between attempts, as the compiler reckons and the call core keeps them. */

const FIRST_PAUSE_MS = 500;

/** No pause is longer, ms: nobody waits so long on the phone. */
export const LONGEST_PAUSE_MS = 10_000;

/** The pause after attempt number `attempt`, ms: doubled each time, up to the longest. */
export function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}
