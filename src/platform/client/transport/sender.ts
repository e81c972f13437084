/**
 * Sends requests to the platform. Owns the connections, the rate limits and the requests in flight; knows no endpoint
 * and keeps nothing about calls.
 *
 * SENDER-1. A request is retried only as voice.md 7.4 says, or when its answer was lost; every retry carries the same
 *   body and the same Idempotency-Key. A request that is not `repeatable` is not retried once an attempt may have been
 *   carried out.
 * SENDER-2. Once an attempt may have been carried out, a rejection of a retry that says so counts as success (I4).
 *   There is no retry when the attempt is known to have been carried out.
 * SENDER-3. Secrets appear only in the Authorization header and in the body of the token request: in no error and no
 *   log (I7).
 * SENDER-4. A withdrawn request is not retried; the attempt in flight may finish.
 * SENDER-5. An attempt takes its turn in the rate limit last, when everything else is ready, including its token.
 */
import { addAbortListener } from 'node:events';
import type { Turns } from '../../../engine/ports/index.ts';
import type { Answer } from './answer-body.ts';
import type { Authorization } from './authorization.ts';
import {
  openExchange,
  type Exchange,
  type Outcome,
  type PreparedRequest,
  type Signature,
  type Unsigned,
} from './exchange.ts';
import {
  createAbortError,
  createClosedError,
  toConnectionFailure,
  readFailure,
  type Failure,
  type Understanding,
} from './failure.ts';
import { RateLimit, type Rate } from './rate-limit.ts';
import { SharedRateLimit } from './shared-rate-limit.ts';
import { retryUntilAccepted, waitInRealTime, type Attempt, type RetryPolicy, type Wait } from './retry.ts';

export interface SenderOptions {
  /** Base address of the platform, with or without a path. */
  baseUrl: string;
  /** Maximum number of open connections; default 64. */
  connections?: number;
  /**
   * Timeout for a free connection, for connecting, for the response headers, and between two parts of the body, ms;
   * default 10,000.
   */
  timeoutMs?: number;
  /** Maximum Retry-After that is waited for, ms; a longer one fails the request as retryable. Default 60,000. */
  longestWaitMs?: number;
  /** Rate limit for creating calls, per second (voice.md 8); further requests wait. Default 20. */
  callsPerSecond?: number;
  /** Rate limit for sending messages, per second (sms.md 8); further requests wait. Default 100. */
  messagesPerSecond?: number;
  /** Waits between attempts and for the rate limit; default: real time. */
  wait?: Wait;
  /** Monotonic clock, ms; default: the clock of the process. */
  now?: () => number;
}

/** Rate limits shared by nodes of one project, by the App ID that the platform counts. */
interface SharedLimits {
  turns: Turns;
  appIds: Record<Rate, string>;
}

/** Defaults of the options. */
export const senderDefaults: Required<Omit<SenderOptions, 'baseUrl'>> = {
  connections: 64,
  timeoutMs: 10_000,
  longestWaitMs: 60_000,
  callsPerSecond: 20,
  messagesPerSecond: 100,
  wait: waitInRealTime,
  now: () => performance.now(),
};

/** A request with everything that is needed to send it. */
export interface Outgoing extends Unsigned, Understanding {
  /** Undefined for a request without an Authorization header. */
  authorization: Authorization | undefined;
  rate?: Rate | undefined;
  /** True when it may be sent again after an attempt that may have been carried out. */
  repeatable: boolean;
  /** Tells whether an attempt without an answer is known to have been carried out. */
  wasCarriedOut?: (() => Promise<boolean>) | undefined;
  /** Aborts when the request must not be retried any more. */
  withdrawn?: (() => AbortSignal) | undefined;
}

interface RequestInFlight {
  outgoing: Outgoing;
  prepared: PreparedRequest;
  signal: AbortSignal | undefined;
}

/** Sends requests. It opens no connection before the first request. */
export class Sender {
  readonly #exchange: Exchange;
  readonly #limits: Record<Rate, Pick<RateLimit, 'run'>>;
  readonly #retryPolicy: Pick<RetryPolicy, 'wait' | 'longestWaitMs'>;
  readonly #secrets: readonly string[];
  #openRequests = 0;
  /** Called when no request is in flight any more. */
  #ended: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  /** Redacts `secrets` from errors. */
  constructor(options: SenderOptions, secrets: readonly string[], shared?: SharedLimits) {
    const complete = { ...senderDefaults, ...options };
    const { callsPerSecond, messagesPerSecond, wait, longestWaitMs } = complete;
    const createRateLimit = (rate: Rate, perSecond: number) =>
      createLimit(rate, perSecond, { ...complete, shared });
    this.#exchange = openExchange(complete);
    this.#limits = {
      calls: createRateLimit('calls', callsPerSecond),
      messages: createRateLimit('messages', messagesPerSecond),
    };
    this.#retryPolicy = { wait, longestWaitMs };
    this.#secrets = secrets;
  }

  /**
   * Returns the answer with which the platform accepted the request; undefined when the request turned out to have been
   * carried out before (SENDER-2). Throws `CarrierError`.
   */
  async send(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Answer | undefined> {
    // Requests in flight may still need a token, whose request has no authorization.
    if (this.#closed !== undefined && outgoing.authorization !== undefined) throw createClosedError();
    const inFlight = { outgoing, prepared: this.#exchange.prepare(outgoing), signal };
    this.#openRequests += 1;
    try {
      const first = await this.#attempt(inFlight);
      return 'taken' in first ? first.taken : await this.#retry(first, inFlight);
    } finally {
      this.#openRequests -= 1;
      if (this.#openRequests === 0) this.#ended?.();
    }
  }

  /** Closes the connections once the requests in flight have their answers. */
  close(): Promise<void> {
    this.#closed ??= this.#waitUntilIdle().then(() => this.#exchange.close());
    return this.#closed;
  }

  async #waitUntilIdle(): Promise<void> {
    if (this.#openRequests === 0) return;
    await new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
  }

  #retry(first: Attempt, inFlight: RequestInFlight): Promise<Answer | undefined> {
    const { signal, outgoing } = inFlight;
    const { repeatable, wasCarriedOut, withdrawn } = outgoing;
    const again = () => this.#attempt(inFlight);
    return retryUntilAccepted(
      { first, again },
      { ...this.#retryPolicy, signal, repeatable, wasCarriedOut, withdrawn: withdrawn?.() },
    );
  }

  /** Sends one attempt, and a second one when the token was rejected and a new one is available. */
  async #attempt(inFlight: RequestInFlight): Promise<Attempt> {
    const { outgoing, signal } = inFlight;
    const { authorization } = outgoing;
    const current = raceWithAbort(authorization?.get(), signal);
    const signature = current instanceof Promise ? await current : current;
    const first = this.#interpret(await this.#sendOnce(inFlight, signature), outgoing, signature);
    if (signature === undefined || !isUnauthenticated(first)) return first;
    const renewed = await raceWithAbort(authorization?.renew(signature), signal);
    if (renewed === undefined) return first;
    return this.#interpret(await this.#sendOnce(inFlight, renewed), outgoing, renewed);
  }

  /** Takes the turn last: requests that waited for a token while holding turns would all be sent at once (SENDER-5). */
  #sendOnce(
    { outgoing: { rate }, prepared, signal }: RequestInFlight,
    signature: Signature,
  ): Promise<Outcome> {
    if (rate === undefined) return this.#exchange.send(prepared, signature, signal);
    return this.#limits[rate].run(() => this.#exchange.send(prepared, signature, signal), signal);
  }

  #interpret(outcome: Outcome, understanding: Understanding, signature: Signature): Attempt {
    if ('cause' in outcome) return { failed: toConnectionFailure(outcome.cause) };
    const redact = (text: string) => redactSecrets(text, [...this.#secrets, signature]);
    const failed = readFailure(outcome, understanding, redact);
    return failed ? { failed } : { taken: outcome };
  }
}

/**
 * Number of timeouts that one request can run into: for a free connection, for connecting, and for the response
 * headers.
 */
const TIMEOUTS_PER_REQUEST = 3;

function createLimit(
  rate: Rate,
  perSecond: number,
  { shared, timeoutMs, ...time }: typeof senderDefaults & { shared: SharedLimits | undefined },
): Pick<RateLimit, 'run'> {
  if (shared === undefined) return new RateLimit(perSecond, time);
  const { turns, appIds } = shared;
  const longestMs = TIMEOUTS_PER_REQUEST * timeoutMs;
  return new SharedRateLimit(perSecond, { turns, name: `${rate}:${appIds[rate]}`, longestMs }, time);
}

/** Awaits something shared, and stops waiting when the signal aborts. */
function raceWithAbort<T>(awaited: T | Promise<T>, signal: AbortSignal | undefined): T | Promise<T> {
  if (signal?.aborted) throw createAbortError(signal);
  if (signal === undefined || !(awaited instanceof Promise)) return awaited;
  return new Promise((resolve, reject) => {
    const listener = addAbortListener(signal, () => {
      reject(createAbortError(signal));
    });
    void awaited.then(resolve, reject).finally(() => {
      listener[Symbol.dispose]();
    });
  });
}

/** Codes for a token that has expired or is unknown (voice.md 7, sms.md 7). */
const unauthenticated = new Set(['1', '401', '407', 'UNAUTHORIZED', 'CREDENTIAL_EXPIRED']);

function isUnauthenticated(attempt: Attempt): boolean {
  return 'failed' in attempt && isUnauthenticatedFailure(attempt.failed);
}

function isUnauthenticatedFailure({ error }: Failure): boolean {
  return error.httpStatus === 401 || unauthenticated.has(error.code);
}

/** Redacts secrets from a text: a platform or a proxy may quote the credentials it received. */
export function redactSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((clean, secret) => {
    const plain = secret?.replace(/^(Basic|Bearer) /, '') ?? '';
    return plain === '' ? clean : clean.replaceAll(plain, '***');
  }, text);
}
