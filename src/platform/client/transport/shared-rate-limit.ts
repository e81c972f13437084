/**
 * A limit on requests per second that several nodes keep together.
 *
 * Owns: the order in which the requests of this process come to their turns. Does not own: the turns (ports/turns.ts).
 *
 * 1. First come, first served within this process: one asks at a time.
 * 2. Where nobody can say whose turn it is, this process takes a share of the limit for its own.
 */
import { OperationalError } from '../../../engine/ports/index.ts';
import type { Turn, TurnLimit, Turns } from '../../../engine/ports/index.ts';
import { Line } from './wait-queue.ts';
import { RateLimit, restMs } from './rate-limit.ts';
import type { Time } from './rate-limit.ts';
import { pause } from './retry.ts';

/** So many nodes together stay within the limit when each has to do without the others. */
const SHARES = 10;

/** What is shared, by its name; `longestMs`: no request takes longer. */
interface Shared {
  turns: Turns;
  name: string;
  longestMs: number;
}

export class SharedRateLimit {
  readonly #turns: Turns;
  readonly #limit: TurnLimit;
  readonly #time: Time;
  readonly #own: RateLimit;
  readonly #line = new Line<undefined>();
  #isAsking = false;

  constructor(perSecond: number, { turns, name, longestMs }: Shared, time: Time) {
    this.#turns = turns;
    this.#limit = { name, turns: perSecond, restMs, longestMs };
    this.#time = time;
    this.#own = new RateLimit(Math.ceil(perSecond / SHARES), time);
  }

  /** Makes a request when its turn has come. Throws `aborted` when the signal ends the wait. */
  async turn<T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const turn = await this.#inOrder(signal);
    if (turn === undefined) return this.#own.turn(request, signal);
    try {
      return await request();
    } finally {
      // Nobody waits for that, and a turn that is not given back is free after its time (T2).
      turn.giveBack().catch(() => undefined);
    }
  }

  async #inOrder(signal: AbortSignal | undefined): Promise<Turn | undefined> {
    if (this.#isAsking) await this.#line.wait(signal);
    this.#isAsking = true;
    try {
      return await this.#take(signal);
    } finally {
      this.#isAsking = this.#line.serve(undefined);
    }
  }

  /** Asks until there is a turn; undefined when nobody can say (2). */
  async #take(signal: AbortSignal | undefined): Promise<Turn | undefined> {
    for (;;) {
      const taken = await this.#turns.take(this.#limit).catch(away);
      if (taken === undefined || 'giveBack' in taken) return taken;
      await pause(this.#time.wait, taken.waitMs, signal);
    }
  }
}

function away(error: unknown): undefined {
  if (!(error instanceof OperationalError)) throw error;
}
