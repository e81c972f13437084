/**
 * Requests on their way to the platform. Owns the connections, the rate limits and the requests under way; knows no
 * endpoint and keeps nothing about calls.
 *
 * 1. A request is repeated only as voice.md 7.4 says, or when its answer was lost; every repetition carries the same
 *    body and the same Idempotency-Key. One that is not `repeatable` is not, once an attempt may have been carried out.
 * 2. Once an attempt may have been carried out, a refusal of a later one that says so counts as success (I4), and there is no
 *    later one when it is known to have been.
 * 3. Secrets appear in the Authorization header (and the one body that asks for a token) and nowhere else: in no
 *    error, in no log (I7).
 * 4. A request that is withdrawn is not repeated; the attempt under way may finish.
 * 5. Every attempt takes its turn in the rate limit of its kind when it is ready to go, signature included.
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
import { aborted, closed, lost, refusal, type Failure, type Understanding } from './failure.ts';
import { RateLimit, type Rate } from './rate-limit.ts';
import { SharedRateLimit } from './shared-rate-limit.ts';
import { untilTaken, waitFor, type Attempt, type Patience, type Wait } from './retry.ts';

export interface SenderOptions {
  /** The platform's base address, with or without a path. */
  baseUrl: string;
  /** Most connections open at a time; default 64. */
  connections?: number;
  /**
   * Longest wait for a free connection, for it to be made, for the head of an answer, and between two parts of its body,
   * ms; default 10,000.
   */
  timeoutMs?: number;
  /** A Retry-After longer than this is not waited for: the request fails as retryable; ms, default 60,000. */
  longestWaitMs?: number;
  /** Creations of calls per second (voice.md 8); more wait for their turn. Default 20. */
  callsPerSecond?: number;
  /** Sent messages per second (sms.md 8); more wait for their turn. Default 100. */
  messagesPerSecond?: number;
  /** Waits between attempts and for a turn; default: real time. */
  wait?: Wait;
  /** ms from any fixed moment, never backwards; default: the process's own clock. */
  now?: () => number;
}

/** What nodes of one project share: its limits are kept together, by the App IDs that the platform counts for. */
interface SharedLimits {
  turns: Turns;
  appIds: Record<Rate, string>;
}

/** What holds where the options say nothing. */
export const senderDefaults: Required<Omit<SenderOptions, 'baseUrl'>> = {
  connections: 64,
  timeoutMs: 10_000,
  longestWaitMs: 60_000,
  callsPerSecond: 20,
  messagesPerSecond: 100,
  wait: waitFor,
  now: () => performance.now(),
};

/** A request with all that sending it needs to know. */
export interface Outgoing extends Unsigned, Understanding {
  /** Undefined: the request goes out unsigned. */
  authorization: Authorization | undefined;
  rate?: Rate | undefined;
  /** Whether it may be sent again when an attempt may have been carried out. */
  repeatable: boolean;
  /** Whether it is known that an attempt without an answer had been carried out. */
  wasCarriedOut?: (() => Promise<boolean>) | undefined;
  /** Aborts when it is not to be repeated any more. */
  withdrawn?: (() => AbortSignal) | undefined;
}

/** A request on its way through, and who may end it. */
interface Passage {
  outgoing: Outgoing;
  prepared: PreparedRequest;
  signal: AbortSignal | undefined;
}

/** The way to the platform. Nothing is sent before the first request. */
export class Sender {
  readonly #exchange: Exchange;
  readonly #limits: Record<Rate, Pick<RateLimit, 'turn'>>;
  readonly #patience: Pick<Patience, 'wait' | 'longestWaitMs'>;
  readonly #secrets: readonly string[];
  #underWay = 0;
  /** Hears that nothing is under way any more. */
  #ended: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  /** `secrets` never show in an error. */
  constructor(options: SenderOptions, secrets: readonly string[], shared?: SharedLimits) {
    const complete = { ...senderDefaults, ...options };
    const { callsPerSecond, messagesPerSecond, wait, longestWaitMs } = complete;
    const limitOf = (rate: Rate, perSecond: number) => openLimit(rate, perSecond, { ...complete, shared });
    this.#exchange = openExchange(complete);
    this.#limits = {
      calls: limitOf('calls', callsPerSecond),
      messages: limitOf('messages', messagesPerSecond),
    };
    this.#patience = { wait, longestWaitMs };
    this.#secrets = secrets;
  }

  /**
   * The answer with which the platform took the request; undefined when it was found to have been carried out before
   * (2). Throws `PlatformError`.
   */
  async send(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Answer | undefined> {
    // What is under way may still need a token: the one request that is not signed.
    if (this.#closed !== undefined && outgoing.authorization !== undefined) throw closed();
    const passage = { outgoing, prepared: this.#exchange.prepare(outgoing), signal };
    this.#underWay += 1;
    try {
      const first = await this.#attempt(passage);
      return 'taken' in first ? first.taken : await this.#repeat(first, passage);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#ended?.();
    }
  }

  /** Ends connections when the requests under way have their answers. */
  close(): Promise<void> {
    this.#closed ??= this.#idle().then(() => this.#exchange.close());
    return this.#closed;
  }

  async #idle(): Promise<void> {
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
  }

  #repeat(first: Attempt, passage: Passage): Promise<Answer | undefined> {
    const { signal, outgoing } = passage;
    const { repeatable, wasCarriedOut, withdrawn } = outgoing;
    const again = () => this.#attempt(passage);
    return untilTaken(
      { first, again },
      { ...this.#patience, signal, repeatable, wasCarriedOut, withdrawn: withdrawn?.() },
    );
  }

  /** Signs and tries; once more when the signature was refused and there is a newer one. */
  async #attempt(passage: Passage): Promise<Attempt> {
    const { outgoing, signal } = passage;
    const { authorization } = outgoing;
    const current = unlessAborted(authorization?.current(), signal);
    const signature = current instanceof Promise ? await current : current;
    const first = this.#understood(await this.#ask(passage, signature), outgoing, signature);
    if (signature === undefined || !isUnauthenticated(first)) return first;
    const renewed = await unlessAborted(authorization?.renewed(signature), signal);
    if (renewed === undefined) return first;
    return this.#understood(await this.#ask(passage, renewed), outgoing, renewed);
  }

  /** The turn comes last: whoever waits for a token after it would go with all who waited, at once (5). */
  #ask({ outgoing: { rate }, prepared, signal }: Passage, signature: Signature): Promise<Outcome> {
    if (rate === undefined) return this.#exchange.send(prepared, signature, signal);
    return this.#limits[rate].turn(() => this.#exchange.send(prepared, signature, signal), signal);
  }

  #understood(outcome: Outcome, understanding: Understanding, signature: Signature): Attempt {
    if ('cause' in outcome) return { failed: lost(outcome.cause) };
    const redact = (text: string) => withoutSecrets(text, [...this.#secrets, signature]);
    const failed = refusal(outcome, understanding, redact);
    return failed ? { failed } : { taken: outcome };
  }
}

/** Places to wait for, in which a request can be: a free connection, that connection being made, the answer's head. */
const WAITS_OF_A_REQUEST = 3;

function openLimit(
  rate: Rate,
  perSecond: number,
  { shared, timeoutMs, ...time }: typeof senderDefaults & { shared: SharedLimits | undefined },
): Pick<RateLimit, 'turn'> {
  if (shared === undefined) return new RateLimit(perSecond, time);
  const { turns, appIds } = shared;
  const longestMs = WAITS_OF_A_REQUEST * timeoutMs;
  return new SharedRateLimit(perSecond, { turns, name: `${rate}:${appIds[rate]}`, longestMs }, time);
}

/** What others wait for too, for one who may give up before it is there. */
function unlessAborted<T>(awaited: T | Promise<T>, signal: AbortSignal | undefined): T | Promise<T> {
  if (signal?.aborted) throw aborted(signal);
  if (signal === undefined || !(awaited instanceof Promise)) return awaited;
  return new Promise((resolve, reject) => {
    const listener = addAbortListener(signal, () => {
      reject(aborted(signal));
    });
    void awaited.then(resolve, reject).finally(() => {
      listener[Symbol.dispose]();
    });
  });
}

/** What the platform answers when a token has expired, or is not known (voice.md 7, sms.md 7). */
const unauthenticated = new Set(['1', '401', '407', 'UNAUTHORIZED', 'CREDENTIAL_EXPIRED']);

function isUnauthenticated(attempt: Attempt): boolean {
  return 'failed' in attempt && saysUnauthenticated(attempt.failed);
}

function saysUnauthenticated({ error }: Failure): boolean {
  return error.httpStatus === 401 || unauthenticated.has(error.code);
}

/** The text without what must not be shown: a platform, or a proxy before it, may quote the credentials it was sent. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((clean, secret) => {
    const plain = secret?.replace(/^(Basic|Bearer) /, '') ?? '';
    return plain === '' ? clean : clean.replaceAll(plain, '***');
  }, text);
}
