/**
 * A rate limit that several nodes share.
 *
 * Owns the order in which requests of this process take their turns. Does not own the turns (ports/turns.ts).
 *
 * SHARED-LIMIT-1. First come, first served within this process: one request asks at a time.
 * SHARED-LIMIT-2. When the store of turns is unavailable, this process uses a fixed share of the limit.
 */
import { OperationalError, type Turn, type TurnLimit, type Turns } from '../../../engine/ports/index.ts';
import { WaitQueue } from './wait-queue.ts';
import { RateLimit, TURN_REST_MS, type Time } from './rate-limit.ts';
import { waitOrAbort } from './retry.ts';

/** Number of nodes that stay within the limit together while the store of turns is unavailable. */
const ASSUMED_NODES = 10;

/** Name of the shared limit; `longestMs` is the maximum duration of a request. */
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
  readonly #queue = new WaitQueue<undefined>();
  #isAsking = false;

  constructor(perSecond: number, { turns, name, longestMs }: Shared, time: Time) {
    this.#turns = turns;
    this.#limit = { name, turns: perSecond, restMs: TURN_REST_MS, longestMs };
    this.#time = time;
    this.#own = new RateLimit(Math.ceil(perSecond / ASSUMED_NODES), time);
  }

  /** Runs a request when it is its turn. Throws `aborted` when the signal ends the wait. */
  async run<T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const turn = await this.#takeInOrder(signal);
    if (turn === undefined) return this.#own.run(request, signal);
    try {
      return await request();
    } finally {
      // Not awaited: a turn that was not returned is free again after its time (TURNS-2).
      turn.giveBack().catch(() => undefined);
    }
  }

  async #takeInOrder(signal: AbortSignal | undefined): Promise<Turn | undefined> {
    if (this.#isAsking) await this.#queue.wait(signal);
    this.#isAsking = true;
    try {
      return await this.#take(signal);
    } finally {
      this.#isAsking = this.#queue.serve(undefined);
    }
  }

  /** Asks until it gets a turn; returns undefined when the store of turns is unavailable (SHARED-LIMIT-2). */
  async #take(signal: AbortSignal | undefined): Promise<Turn | undefined> {
    for (;;) {
      const taken = await this.#turns.take(this.#limit).catch(ignoreOperationalError);
      if (taken === undefined || 'giveBack' in taken) return taken;
      await waitOrAbort(this.#time.wait, taken.waitMs, signal);
    }
  }
}

function ignoreOperationalError(error: unknown): undefined {
  if (!(error instanceof OperationalError)) throw error;
}
