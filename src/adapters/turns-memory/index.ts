/** Limits on requests that one process keeps for itself, where there is no other (TURNS-1, TURNS-2). */
import type { Clock, Turn, TurnLimit, Turns } from '../../engine/ports/index.ts';

export class MemoryTurns implements Turns {
  readonly #clock: Pick<Clock, 'now'>;
  /** Name of a limit → until when each of its turns counts, ms. */
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
      // One that is out may be given back at once, and is free `restMs` later.
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
