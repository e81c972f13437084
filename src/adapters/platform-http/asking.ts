/**
 * One request on a pool, and its whole answer. The body is small and wanted whole, so it is taken from the connection as
 * it comes, without a stream in between (docs/performance.md).
 */
import type { Dispatcher, Pool } from 'undici';
import { IncomingBody } from './answer-body.ts';
import type { Answer } from './exchange.ts';

export interface Asked {
  request: Dispatcher.DispatchOptions;
  /** Longest body that is read, bytes. */
  largestAnswer: number;
  signal: AbortSignal | undefined;
}

/** Rejects with undici's own error when there is no answer, or with the signal's reason. */
export function ask(pool: Pool, asked: Asked): Promise<Answer> {
  asked.signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    pool.dispatch(asked.request, new Asking(asked, { resolve, reject }));
  });
}

interface Settle {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

class Asking implements Dispatcher.DispatchHandler {
  readonly #settle: Settle;
  readonly #signal: AbortSignal | undefined;
  readonly #body: IncomingBody;
  #status = 0;
  #retryAfter: string | undefined;
  #abort: () => void = () => undefined;

  constructor({ signal, largestAnswer }: Asked, settle: Settle) {
    this.#settle = settle;
    this.#signal = signal;
    this.#body = new IncomingBody(largestAnswer);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const signal = this.#signal;
    if (signal === undefined) return;
    this.#abort = () => {
      controller.abort(signal.reason as Error);
    };
    if (signal.aborted) this.#abort();
    else signal.addEventListener('abort', this.#abort);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#retryAfter = headers['retry-after']?.toString();
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#body.add(part);
    if (!this.#body.isTooLarge) return;
    this.#end();
    controller.abort(new Error('the answer is too large'));
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#settle.reject(error);
  }

  #end(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#settle.resolve({ status: this.#status, retryAfter: this.#retryAfter, body: this.#body.read() });
  }
}
