/** Rate limits of a single process (TURNS-1, TURNS-2). */
import type { Clock, Turn, TurnLimit, Turns } from '../../engine/ports/index.ts';

export class MemoryTurns implements Turns {
  readonly #clock: Pick<Clock, 'now'>;
  /** Name of a limit → its turns, with the times at which they become free, ms. */
  readonly #taken = new Map<string, Set<{ until: number }>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  take({ name, turns, restMs, longestMs }: TurnLimit): Promise<Turn | { waitMs: number }> {
    const now = this.#clock.now();
    const taken = this.#taken.get(name) ?? new Set();
    this.#taken.set(name, taken);
    for (const turn of taken) if (turn.until <= now) taken.delete(turn);
    if (taken.size >= turns) {
      // A turn in use may be given back now, and is then free `restMs` later.
      const soonest = Math.min(...[...taken].map(({ until }) => until)) - now;
      return Promise.resolve({ waitMs: Math.min(soonest, restMs) });
    }
    const turn = { until: now + longestMs };
    taken.add(turn);
    return Promise.resolve({
      giveBack: () => {
        turn.until = this.#clock.now() + restMs;
        return Promise.resolve();
      },
    });
  }
}
