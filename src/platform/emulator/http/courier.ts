/**
 * Delivers notifications to webhooks (voice.md 6).
 *
 * COURIER-1. Notifications with the same subject (a call, a job) are sent one after the other, those with different
 *   subjects concurrently; one about a whole (a broadcast) waits for those about its parts.
 * COURIER-2. A notification that is not answered 2xx in time is missed. This is reported, and the notification is
 *   redelivered as the settings say; then the next one is sent.
 * COURIER-3. A receiver gets a limited number of concurrent notifications; the timeout of a notification begins when it
 *   is sent.
 * COURIER-4. After `close` nothing is sent and nothing is reported.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Delivery, MissedNotification, WebhookError } from '../model/index.ts';

/** Maximum number of concurrent notifications per receiver, each on a connection of its own. */
const MAX_CONCURRENT = 128;

interface CourierOptions {
  timeoutMs: number;
  /** Maximum number of redeliveries of a missed notification. */
  redeliver: number;
  /** Milliseconds before each redelivery. */
  redeliverAfterMs: number;
  missed: (missed: MissedNotification) => void;
}

export class Courier {
  readonly #options: CourierOptions;
  readonly #agent = new Agent({ connections: MAX_CONCURRENT });
  /** Notifications queued behind the one in flight, by subject. */
  readonly #queues = new Map<string, Delivery[]>();
  /** Number of open notifications about parts of a whole, and the notifications that wait for them. */
  readonly #wholes = new Map<string, { open: number; waiting: Delivery[] }>();
  /** By origin of the receiver. */
  readonly #limits = new Map<string, ConcurrencyLimit>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Sends a notification after all earlier ones with the same subject. */
  send(delivery: Delivery): void {
    const parts = this.#wholes.get(delivery.about);
    if (parts !== undefined) {
      parts.waiting.push(delivery);
      return;
    }
    this.#countOpen(delivery);
    const queue = this.#queues.get(delivery.about);
    if (queue !== undefined) {
      queue.push(delivery);
      return;
    }
    this.#queues.set(delivery.about, []);
    this.#deliver(delivery);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#queues.clear();
    this.#wholes.clear();
    await this.#agent.destroy();
    await Promise.all(this.#inFlight);
  }

  /** Queues at the concurrency limit instead of in undici's agent, where a waiting request takes much more memory. */
  #deliver(delivery: Delivery, times = 0): void {
    this.#getLimit(delivery.url).admit(() => {
      const attempt = this.#attempt(delivery, times).finally(() => this.#inFlight.delete(attempt));
      this.#inFlight.add(attempt);
      return attempt;
    });
  }

  async #attempt(delivery: Delivery, times: number): Promise<void> {
    if (this.#isClosed()) return;
    const error = await this.#post(delivery);
    if (this.#isClosed()) return;
    const { url, about } = delivery;
    const gaveUp = times === this.#options.redeliver;
    if (error !== undefined) this.#options.missed({ url, about, error, gaveUp });
    if (error !== undefined && !gaveUp) void this.#deliverLater(delivery, times + 1);
    else this.#finish(delivery);
  }

  #countOpen({ partOf }: Delivery): void {
    if (partOf === undefined) return;
    const whole = this.#wholes.get(partOf) ?? { open: 0, waiting: [] };
    whole.open += 1;
    this.#wholes.set(partOf, whole);
  }

  /** Continues after a notification was delivered or given up. */
  #finish({ about, partOf = '' }: Delivery): void {
    this.#deliverNext(about);
    const whole = this.#wholes.get(partOf);
    if (whole === undefined || --whole.open > 0) return;
    this.#wholes.delete(partOf);
    for (const delivery of whole.waiting) this.send(delivery);
  }

  #deliverNext(about: string): void {
    const next = this.#queues.get(about)?.shift();
    if (next === undefined) this.#queues.delete(about);
    else this.#deliver(next);
  }

  async #deliverLater(delivery: Delivery, times: number): Promise<void> {
    const { signal } = this.#closing;
    await pause(this.#options.redeliverAfterMs, undefined, { signal }).catch(() => undefined);
    this.#deliver(delivery, times);
  }

  #getLimit(url: string): ConcurrencyLimit {
    const origin = URL.canParse(url) ? new URL(url).origin : url;
    const limit = this.#limits.get(origin) ?? new ConcurrencyLimit(MAX_CONCURRENT);
    this.#limits.set(origin, limit);
    return limit;
  }

  async #post({ url, headers, body }: Delivery): Promise<WebhookError | undefined> {
    const { timeoutMs } = this.#options;
    // Not AbortSignal.timeout, which keeps the request in memory until the timeout even after the answer.
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      timeout.abort();
    }, timeoutMs);
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        dispatcher: this.#agent,
        signal: timeout.signal,
      });
      await answer.body.dump();
      const isTaken = answer.statusCode >= 200 && answer.statusCode < 300;
      return isTaken ? undefined : { code: 'WEBHOOK_HTTP_ERROR', detail: `HTTP ${answer.statusCode}` };
    } catch (error) {
      if (timeout.signal.aborted)
        return { code: 'WEBHOOK_TIMEOUT', detail: `no answer within ${timeoutMs} ms` };
      return { code: 'WEBHOOK_HTTP_ERROR', detail: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  // A method, because the compiler cannot know that `close` may run during an await.
  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }
}

/** Runs a limited number of tasks concurrently and queues the others in order. */
class ConcurrencyLimit {
  #free: number;
  readonly #waiting = new Set<() => Promise<void>>();

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** Runs the task, immediately or as soon as another one ends. */
  admit(work: () => Promise<void>): void {
    this.#waiting.add(work);
    this.#fill();
  }

  #fill(): void {
    for (const work of this.#waiting) {
      if (this.#free === 0) return;
      this.#waiting.delete(work);
      this.#free -= 1;
      void work().finally(() => {
        this.#free += 1;
        this.#fill();
      });
    }
  }
}
