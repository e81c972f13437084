import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Looks again and again until there is something to see; the test's own time limit ends it. */
export async function until<Seen>(look: () => Seen | Promise<Seen>): Promise<NonNullable<Seen>> {
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    await endOfTurn();
  }
}
