/**
 * Runs a platform model in real time.
 *
 * Owns the model in use and the timer for the next event. Does not own the delivery of notifications.
 *
 * DRIVER-1. Every use of the model goes through `act`. Afterwards, and when an event is due, notifications are delivered.
 * DRIVER-2. Time is the system clock plus the offset added with `moveOn`.
 * DRIVER-3. After `close` no timer runs.
 * DRIVER-4. When an event throws, later events still happen in time.
 */
import type { Delivery, PlatformModel, StreamOrder } from '../model/index.ts';

const maxDelayMs = 2_147_483_647;

interface DriverOptions {
  /** Creates a model; called before the first use and after each reset. */
  createModel: () => PlatformModel;
  /** Receives notifications to deliver. */
  deliver: (deliveries: Delivery[]) => void;
  /** Receives orders for streamed audio. */
  stream: (orders: StreamOrder[]) => void;
  /** Called when a new model replaces the previous one. */
  restarted: () => void;
  /** Called when the journal may have new entries. */
  changed: (model: PlatformModel) => void;
  /** Called when an event threw, which is a bug of the emulator. */
  failed: (error: unknown) => void;
}

export class Driver {
  readonly #options: DriverOptions;
  #model: PlatformModel | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #aheadMs = 0;

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  /** Uses the model at the current time. */
  act<T>(use: (model: PlatformModel, now: number) => T): T {
    try {
      return use(this.#getModel(), this.#now());
    } finally {
      this.#catchUp();
    }
  }

  /** Starts again with a new model and the machine's clock. */
  reset(): void {
    this.#model = undefined;
    this.#aheadMs = 0;
    this.#options.restarted();
    this.#catchUp();
  }

  /** Advances the time; events due within it happen. */
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
    const model = this.#getModel();
    const now = this.#now();
    try {
      this.#options.deliver(model.advance(now));
      this.#options.stream(model.streams.orders());
      this.#options.changed(model);
    } finally {
      this.#wakeAt(model.nextAt(), now);
    }
  }

  /** Reports errors of scheduled events, for which there is no request to answer. */
  #wake(): void {
    try {
      this.#catchUp();
    } catch (error) {
      this.#options.failed(error);
    }
  }

  #now(): number {
    return Date.now() + this.#aheadMs;
  }

  #getModel(): PlatformModel {
    this.#model ??= this.#options.createModel();
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
