/** Sends requests of ARI on a pool of kept-alive connections. Never retries. */
import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import { CarrierError } from '../../../engine/ports/index.ts';
import { parseJson, toFields, toText } from '../ari-event.ts';
import type { AriAnswer } from '../reconcile.ts';
import type { AriRequest } from '../steps.ts';

export interface AriOptions {
  /** Base address: `http://127.0.0.1:8088`, with a path where `http.conf` sets a prefix. */
  url: string;
  user: string;
  password: string;
  /** Timeout for connecting and for an answer, ms; default 5,000. */
  timeoutMs?: number;
}

export interface AriClient {
  /** Returns the answer, whatever its status. Rejects with a retryable `CarrierError` when there is none. */
  ask(request: AriRequest, signal?: AbortSignal): Promise<AriAnswer>;
  /** Opens a file; undefined when there is none. Rejects with a `CarrierError` when it cannot be read. */
  open(path: string): Promise<OpenFile | undefined>;
  /** Closes the connections after the requests in flight. */
  close(): Promise<void>;
}

/** A file that is being read. */
interface OpenFile {
  body: Readable;
  /** Its length; 0 where it is not known. */
  bytes: number;
}

/** Asterisk carries out a request in milliseconds; more connections only queue there. */
const CONNECTIONS = 16;
const TIMEOUT_MS = 5_000;

/** Error codes that occur before the request is sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Opens the pool; connections are established on demand. The password is sent in a header, never in an address. */
export function openAriClient({ url, user, password, timeoutMs = TIMEOUT_MS }: AriOptions): AriClient {
  const { origin, pathname } = new URL(url);
  const prefix = `${pathname.replace(/\/$/, '')}/ari`;
  const authorization = toBasicAuthorization({ user, password });
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    async ask({ method, path, query, body }, signal) {
      const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
      try {
        const response = await pool.request({
          method,
          path: `${prefix}${path}${search}`,
          headers: { authorization, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
          ...(signal && { signal }),
        });
        return { status: response.statusCode, body: parseJson(await response.body.text()) };
      } catch (cause) {
        throw toConnectionError(cause);
      }
    },
    async open(path) {
      const asked = pool.request({ method: 'GET', path: `${prefix}${path}`, headers: { authorization } });
      const { statusCode, headers, body } = await asked.catch((cause: unknown) => {
        throw toConnectionError(cause);
      });
      if (statusCode === 200) return { body, bytes: Number(headers['content-length'] ?? 0) };
      const answer = { status: statusCode, body: parseJson(await body.text()) };
      if (statusCode === 404) return undefined;
      throw toRefusal(answer);
    },
    close: () => pool.close(),
  };
}

/** Returns the value of the Authorization header. */
export function toBasicAuthorization({ user, password }: Pick<AriOptions, 'user' | 'password'>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** An answer that did not come: whether the request was carried out is not known. */
export class LostAnswerError extends CarrierError {
  /** False when the request cannot have been sent. */
  readonly mayBeDone: boolean;

  constructor(reason: string, cause: unknown) {
    super('unreachable', `Asterisk did not answer (${reason})`, { retryable: true, httpStatus: 0, cause });
    this.name = 'LostAnswerError';
    this.mayBeDone = !neverSent.has(reason);
  }
}

function toConnectionError(cause: unknown): LostAnswerError {
  const code = toText((cause as { code?: unknown } | undefined)?.code);
  return new LostAnswerError(code ?? 'no code', cause);
}

const MAX_MESSAGE_LENGTH = 200;

/** Statuses of an Asterisk that is starting, or of a proxy in front of it. */
const retryableStatuses: readonly number[] = [502, 503, 504];

const REMEDIES: Readonly<Partial<Record<number, string>>> = {
  401: '; compare user and password with ari.conf',
  403: '; set read_only=no for this user in ari.conf',
  500: '; the log of Asterisk says why: often an endpoint or a folder does not exist',
};

/** Returns the error for a refused request; one that came too early is worth a retry. */
export function toRefusal(
  { status, body }: AriAnswer,
  { callEnded = false, isEarly = false } = {},
): CarrierError {
  const fields = toFields(body);
  const words = toText(fields?.message) ?? toText(fields?.error) ?? 'no reason given';
  const message = `Asterisk refused the request: ${words.slice(0, MAX_MESSAGE_LENGTH)}${REMEDIES[status] ?? ''}`;
  const retryable = isEarly || retryableStatuses.includes(status);
  return new CarrierError(`ari_${status}`, message, { retryable, httpStatus: status, callEnded });
}
