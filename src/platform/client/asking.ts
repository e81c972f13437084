/**
 * One request on a pool, and its whole answer. The body is small and wanted whole, so it is taken from the connection as
 * it comes, without a stream in between (docs/performance.md).
 */
import type { Dispatcher, Pool } from 'undici';
import { IncomingBody } from './answer-body.ts';
import type { Outcome } from './exchange.ts';

export interface Asked {
  request: Dispatcher.DispatchOptions;
  /** Longest body that is read, bytes. */
  largestAnswer: number;
  signal: AbortSignal | undefined;
  /** Hears once that the request needs its connection no longer. */
  over: () => void;
}

/** What comes of the request; never rejects. */
export function ask(pool: Pool, asked: Asked): Promise<Outcome> {
  return new Promise((resolve) => {
    pool.dispatch(asked.request, new Asking(asked, resolve));
  });
}

class Asking implements Dispatcher.DispatchHandler {
  readonly #asked: Asked;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #body: IncomingBody;
  #status = 0;
  #retryAfter: string | undefined;
  #abort: (() => void) | undefined;

  constructor(asked: Asked, resolve: (outcome: Outcome) => void) {
    this.#asked = asked;
    this.#resolve = resolve;
    this.#body = new IncomingBody(asked.largestAnswer);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.#asked;
    if (signal === undefined) return;
    const abort = () => {
      controller.abort(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else {
      signal.addEventListener('abort', abort);
      this.#abort = abort;
    }
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
    if (this.#body.isTooLarge) controller.abort(new Error('the answer is too large'));
  }

  onResponseEnd(): void {
    this.#end(this.#answer());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(this.#body.isTooLarge ? this.#answer() : { cause: error });
  }

  #answer(): Outcome {
    return { status: this.#status, retryAfter: this.#retryAfter, body: this.#body.read() };
  }

  #end(outcome: Outcome): void {
    const { signal, over } = this.#asked;
    if (this.#abort !== undefined) signal?.removeEventListener('abort', this.#abort);
    over();
    this.#resolve(outcome);
  }
}
