import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';

/** Looks that follow each other at once: where everything happens in this process, it is seen without delay. */
const AT_ONCE = 50;
/** What takes longer waits for another process or for time to pass, and needs the processor itself. */
const LOOK_EVERY_MS = 5;

/**
 * Looks again and again until there is something to see; the test's own time limit ends it. A look may come late, so that
 * what is waited for has to stay as it is.
 */
export async function until<Seen>(look: () => Seen | Promise<Seen>): Promise<NonNullable<Seen>> {
  for (let looks = 0; ; looks += 1) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    await (looks < AT_ONCE ? endOfTurn() : pause(LOOK_EVERY_MS));
  }
}
