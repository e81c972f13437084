/** Forgets calls that ended long ago. Owns: when it looks next. Does not own: how long a call is kept. */
import type { Clock, Log, Store } from '../ports/index.ts';

export interface ExpiryOptions {
  store: Store;
  clock: Clock;
  log: Log;
}

const EVERY_MS = 60_000;
/** Few at a time, with pauses, so that calls in progress do not wait for calls that are over (I6). */
const BATCH = 200;
const PAUSE_MS = 10;

export class Expiry {
  readonly #options: ExpiryOptions;
  #cancel: () => void = () => undefined;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, log } = this.#options;
    this.#cancel = clock.after(EVERY_MS, () => {
      this.start();
      this.#expireAll().catch((error: unknown) => {
        log.warn({ err: error }, 'ended calls could not be forgotten');
      });
    });
  }

  stop(): void {
    this.#cancel();
  }

  async #expireAll(): Promise<void> {
    const { store, clock } = this.#options;
    while ((await store.expire(clock.now(), BATCH)) === BATCH)
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
  }
}
