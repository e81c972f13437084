/**
 * Sends requests of calls to web services, independently of the lanes: a slow service does not delay commands.
 *
 * Owns: the requests in flight, one for each call. Does not own: their deadlines (stored with the call, R3), retries (the
 * flow's step).
 *
 * REQUESTS-1 A request is sent after the commit that decided it. It may be lost with the process; its deadline is not.
 * REQUESTS-2 A request is aborted as soon as its call has begun another visit (R2, R5).
 */
import type { Advance, CallId, WebAnswer, WebRequest } from '../../call/index.ts';
import type { Log, Web } from '../ports/index.ts';

interface RequestsOptions {
  web: Web;
  log: Log;
  /** Tells the call; resolves when that is stored. */
  onAnswer(call: CallId, visit: number, answer: WebAnswer): Promise<void>;
}

interface Running {
  visit: number;
  giveUp: AbortController;
}

export class Requests {
  readonly #options: RequestsOptions;
  readonly #running = new Map<CallId, Running>();
  readonly #asking = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Aborts the request for which the call no longer waits, and sends those of the commit. */
  takeCommit({ record, requests }: Pick<Advance, 'record' | 'requests'>): void {
    const running = this.#running.get(record.id);
    if (running !== undefined && running.visit !== record.context.visit.number) running.giveUp.abort();
    if (this.#stopped) return;
    for (const request of requests) {
      const asking = this.#ask(record.id, request).finally(() => this.#asking.delete(asking));
      this.#asking.add(asking);
    }
  }

  /** Resolves when every answer is applied to its call. */
  async idle(): Promise<void> {
    while (this.#asking.size > 0) await Promise.allSettled(this.#asking);
  }

  /** Aborts all requests and sends no more; after the stored deadlines they are retried. */
  stop(): void {
    this.#stopped = true;
    for (const { giveUp } of this.#running.values()) giveUp.abort();
  }

  async #ask(call: CallId, request: WebRequest): Promise<void> {
    const { web, log } = this.#options;
    const running = { visit: request.visit, giveUp: new AbortController() };
    this.#running.set(call, running);
    try {
      const answer = await web.ask(request, running.giveUp.signal, call);
      await this.#options.onAnswer(call, request.visit, answer);
    } catch (error) {
      if (!running.giveUp.signal.aborted)
        log.warn({ call, err: error }, 'the response of a web service is lost');
    } finally {
      if (this.#running.get(call) === running) this.#running.delete(call);
    }
  }
}
