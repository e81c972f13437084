/**
 * Removes recordings of calls that the service no longer keeps, from carriers that keep recordings for it.
 *
 * Owns: nothing that lasts. What a carrier lists is compared with the stored calls, so an interrupted run loses nothing, and
 * several nodes may do it at the same time.
 */
import { callOfCommand } from '../../call/index.ts';
import type { Carrier, Clock, Log, Store } from '../../engine/ports/index.ts';

/** Time between two runs, ms. */
const EVERY_MS = 3_600_000;

interface RemovalOptions {
  carriers: readonly Carrier[];
  calls: Pick<Store, 'load'>;
  clock: Pick<Clock, 'after'>;
  log: Log;
}

export class RecordingRemoval {
  readonly #options: RemovalOptions;
  #cancel: () => void = () => undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.carriers.every(({ recordings }) => recordings === undefined)) return;
    this.#cancel = this.#options.clock.after(EVERY_MS, () => {
      this.#running = this.removeExpired().finally(() => {
        if (!this.#isStopped) this.start();
      });
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  /** Removes them once. A carrier that cannot be reached is passed over until the next run. */
  async removeExpired(): Promise<void> {
    for (const carrier of this.#options.carriers)
      await this.#clean(carrier).catch((error: unknown) => {
        const { log } = this.#options;
        log.warn({ err: error, carrier: carrier.name }, 'cannot remove expired recordings');
      });
  }

  async #clean({ recordings }: Carrier): Promise<void> {
    for (const recording of (await recordings?.list()) ?? []) {
      if (this.#isStopped) return;
      const call = callOfCommand(recording)?.call;
      const isKept = call === undefined || (await this.#options.calls.load(call)) !== undefined;
      if (!isKept) await recordings?.remove(recording);
    }
  }
}
