/** Deletes expired calls and flows. Owns: when. Does not own: how long they are kept. */
import type { Clock, Log, Store } from '../ports/index.ts';
import type { Flows } from '../receive/flows.ts';

interface ExpiryOptions {
  store: Store;
  clock: Clock;
  log: Log;
  flows: Flows;
}

const EXPIRY_INTERVAL_MS = 60_000;
/** Small batches with pauses, so that live calls do not wait for ended ones (I6). */
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
    this.#cancel = clock.after(EXPIRY_INTERVAL_MS, () => {
      this.start();
      this.#expireAll().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot delete expired calls; it will be retried');
      });
    });
  }

  stop(): void {
    this.#cancel();
  }

  async #expireAll(): Promise<void> {
    const { store, clock, flows } = this.#options;
    await flows.keepInService();
    while ((await store.expire(clock.now(), BATCH)) === BATCH)
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
  }
}
