/**
 * Runs a platform model in real time.
 *
 * Owns: the model in use, the timer for what is due next. Does not own: how notifications are delivered.
 *
 * 1. Every use of the model goes through `act`; afterwards, and when something is due, notifications are handed on.
 * 2. Time is that of the machine, plus what was added with `moveOn`.
 * 3. After `close` nothing happens by itself any more.
 * 4. Whatever one thing that is due throws, the next one happens in its time.
 */
import type { Delivery, PlatformModel, StreamOrder } from '../model/index.ts';

/** The longest delay that a Node timer takes. */
const maxDelayMs = 2_147_483_647;

export interface Driven {
  /** A fresh model; called before the first use and after each reset. */
  createModel: () => PlatformModel;
  /** Takes the notifications that left. */
  deliver: (deliveries: Delivery[]) => void;
  /** Takes the orders for streamed audio. */
  stream: (orders: StreamOrder[]) => void;
  /** A fresh model takes the place of the one before. */
  restarted: () => void;
  /** Something may have been written to the journal. */
  changed: (model: PlatformModel) => void;
  /** Something that happened by itself threw: a bug of ours. */
  failed: (error: unknown) => void;
}

export class Driver {
  readonly #driven: Driven;
  #model: PlatformModel | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #aheadMs = 0;

  constructor(driven: Driven) {
    this.#driven = driven;
  }

  /** Uses the model at the present time. */
  act<T>(use: (model: PlatformModel, now: number) => T): T {
    try {
      return use(this.#current(), this.#now());
    } finally {
      this.#catchUp();
    }
  }

  /** Starts again with a fresh model, at the machine's time. */
  reset(): void {
    this.#model = undefined;
    this.#aheadMs = 0;
    this.#driven.restarted();
    this.#catchUp();
  }

  /** Moves time on; what is due on the way happens. */
  moveOn(ms: number): void {
    this.#aheadMs += ms;
    this.#catchUp();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #catchUp(): void {
    if (this.#closed) return;
    const model = this.#current();
    const now = this.#now();
    try {
      this.#driven.deliver(model.advance(now));
      this.#driven.stream(model.streams.orders());
      this.#driven.changed(model);
    } finally {
      this.#wakeAt(model.nextAt(), now);
    }
  }

  /** What happens by itself fails without a request that could be answered so. */
  #wake(): void {
    try {
      this.#catchUp();
    } catch (error) {
      this.#driven.failed(error);
    }
  }

  #now(): number {
    return Date.now() + this.#aheadMs;
  }

  #current(): PlatformModel {
    this.#model ??= this.#driven.createModel();
    return this.#model;
  }

  #wakeAt(at: number | undefined, now: number): void {
    clearTimeout(this.#timer);
    if (at === undefined) return;
    const delay = Math.min(Math.max(at - now, 0), maxDelayMs);
    this.#timer = setTimeout(() => {
      this.#wake();
    }, delay);
  }
}
