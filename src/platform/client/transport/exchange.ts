/**
 * One HTTP request and its answer, on a pool of kept-alive connections. Knows no commands and never retries. Answers are
 * small and needed whole, so their bodies are collected without a stream (docs/performance.md).
 */
import { Pool, type Dispatcher } from 'undici';
import { IncomingBody, MAX_BODY_BYTES, type Answer } from './answer-body.ts';
import { ConnectionSlots } from './connection-slots.ts';

interface ExchangeOptions {
  /** Base address of the platform; its path, if any, prefixes every request's path. */
  baseUrl: string;
  /** Maximum number of open connections. */
  connections: number;
  /** Timeout for a free connection, for connecting, for the response headers, and between two parts of the body, ms. */
  timeoutMs: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request before authorization. */
export interface Unsigned {
  method: Method;
  /** Path and query, relative to the platform's base address. */
  path: string;
  body?: object | undefined;
  idempotencyKey?: string | undefined;
  /** Maximum size of the answer, bytes; default 1 MiB. */
  largestAnswer?: number;
}

/** A request with everything that stays the same in retries, including its body and Idempotency-Key. */
export interface PreparedRequest {
  method: Method;
  path: string;
  /** Alternating names and values. */
  headers: readonly string[];
  body: string | null;
  largestAnswer: number;
}

/** The answer, or the error of undici or of the signal if there is none. */
export type Outcome = Answer | { cause: unknown };

/** Value of the Authorization header; undefined for the token request, which carries its credentials in the body. */
export type Signature = string | undefined;

export interface Exchange {
  prepare(request: Unsigned): PreparedRequest;
  /** Sends a request. Rejects with a `CarrierError` when it could not be sent. */
  send(request: PreparedRequest, signature: Signature, signal: AbortSignal | undefined): Promise<Outcome>;
  close(): Promise<void>;
}

const bare = ['accept', 'application/json'];
const typed = [...bare, 'content-type', 'application/json'];

/** Opens the pool; connections are established on demand. */
export function openExchange(options: ExchangeOptions): Exchange {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const pool = openPool(origin, options);
  const slots = new ConnectionSlots(options.connections, options.timeoutMs);
  const release = () => {
    slots.giveBack();
  };

  return {
    prepare: ({ method, path, body, idempotencyKey, largestAnswer = MAX_BODY_BYTES }) => ({
      method,
      path: prefix + path,
      headers: buildHeaders(method, idempotencyKey),
      body: body === undefined ? null : JSON.stringify(body),
      largestAnswer,
    }),
    send({ method, path, headers, body, largestAnswer }, signature, signal) {
      const signed = signature === undefined ? [...headers] : [...headers, 'authorization', signature];
      const pending = { request: { method, path, headers: signed, body }, largestAnswer, signal, release };
      const waiting = slots.take(signal);
      return waiting === undefined
        ? dispatchRequest(pool, pending)
        : waiting.then(() => dispatchRequest(pool, pending));
    },
    close: () => pool.close(),
  };
}

function openPool(origin: string, { connections, timeoutMs }: ExchangeOptions): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

function buildHeaders(method: Method, key: string | undefined): readonly string[] {
  if (method === 'DELETE') return bare;
  return key === undefined ? typed : [...typed, 'idempotency-key', key];
}

interface PendingRequest {
  request: Dispatcher.DispatchOptions;
  /** Maximum size of the answer, bytes. */
  largestAnswer: number;
  signal: AbortSignal | undefined;
  /** Called once when the request no longer needs its connection. */
  release: () => void;
}

/** Sends a request on the pool; never rejects. */
function dispatchRequest(pool: Pool, pending: PendingRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    pool.dispatch(pending.request, new AnswerCollector(pending, resolve));
  });
}

class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #pending: PendingRequest;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #body: IncomingBody;
  #status = 0;
  #retryAfter: string | undefined;
  #abort: (() => void) | undefined;

  constructor(pending: PendingRequest, resolve: (outcome: Outcome) => void) {
    this.#pending = pending;
    this.#resolve = resolve;
    this.#body = new IncomingBody(pending.largestAnswer);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.#pending;
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
    const { signal, release } = this.#pending;
    if (this.#abort !== undefined) signal?.removeEventListener('abort', this.#abort);
    release();
    this.#resolve(outcome);
  }
}
