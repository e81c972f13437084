/**
 * Downloads files of the platform (recordings, archives) as streams.
 *
 * DOWNLOAD-1. Credentials are sent only to the platform and to the configured file hosts. Once a redirect leaves these,
 *   no later request carries credentials.
 * DOWNLOAD-2. A redirect never downgrades HTTPS to HTTP.
 */
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { CarrierError } from '../../../engine/ports/index.ts';
import { MAX_BODY_BYTES, readAnswerBody } from './answer-body.ts';
import type { Authorization } from './authorization.ts';
import { toConnectionFailure, readFailure, type Failure } from './failure.ts';
import { InvalidRequestError } from '../invalid-request.ts';
import { ConnectionSlots } from './connection-slots.ts';
import { retryUntilAccepted, type Attempt, type RetryPolicy } from './retry.ts';
import { redactSecrets } from './sender.ts';

/** A file that is being downloaded. */
export interface Download {
  /** The Content-Type header, if any. */
  contentType: string | undefined;
  /** Size in bytes, if known. */
  length: number | undefined;
  /** Read it to its end or destroy it; it fails when the connection is lost. */
  body: Readable;
}

interface DownloadOptions {
  /** Base address of the platform, which resolves relative addresses of files. */
  baseUrl: string;
  /** Additional origins that receive the credentials, such as `https://files.example.com`. */
  fileHosts: readonly string[];
  connections: number;
  timeoutMs: number;
  /** Redacted from errors. */
  secrets: readonly string[];
  retryPolicy: Omit<RetryPolicy, 'signal' | 'repeatable'>;
}

const MAX_REDIRECTS = 5;

export class Downloads {
  readonly #options: DownloadOptions;
  readonly #trusted: ReadonlySet<string>;
  readonly #agent: Agent;
  readonly #slots: ConnectionSlots;

  constructor(options: DownloadOptions) {
    const { baseUrl, fileHosts, connections, timeoutMs } = options;
    this.#options = options;
    this.#trusted = new Set([baseUrl, ...fileHosts].map((url) => new URL(url).origin));
    this.#agent = new Agent({
      connections,
      allowH2: false,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    this.#slots = new ConnectionSlots(connections, timeoutMs);
  }

  /** Opens a file. Throws `InvalidRequestError` for an untrusted address, `CarrierError` when the download fails. */
  async open(url: string, authorization: Authorization, signal?: AbortSignal): Promise<Download> {
    const target = this.#resolveUrl(url);
    const signature = await authorization.get();
    const retryPolicy = { ...this.#options.retryPolicy, signal, repeatable: true };
    const again = () => this.#attempt(target, signature, signal);
    const opened = await retryUntilAccepted({ first: await again(), again }, retryPolicy);
    if (opened === undefined) throw new Error('a download cannot be in doubt');
    const { headers, body } = opened;
    const length = headers['content-length'];
    return {
      contentType: headers['content-type']?.toString(),
      length: length === undefined ? undefined : Number(length),
      body,
    };
  }

  /** Cancels downloads in flight. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #resolveUrl(url: unknown): URL {
    const { baseUrl } = this.#options;
    if (typeof url !== 'string' || !URL.canParse(url, baseUrl)) throw createUrlError('is not a URL');
    const target = new URL(url, baseUrl);
    if (!this.#trusted.has(target.origin))
      throw createUrlError(
        `is on ${target.origin}; add that origin to fileHosts to send the credentials there`,
      );
    return target;
  }

  async #attempt(
    target: URL,
    signature: string,
    signal?: AbortSignal,
  ): Promise<Attempt<Dispatcher.ResponseData>> {
    try {
      const response = await this.#request(target, signature, signal);
      const failed = response.statusCode < 300 ? undefined : await this.#readFailure(response, signature);
      return failed ? { failed } : { taken: response };
    } catch (cause) {
      if (cause instanceof CarrierError) throw cause;
      return { failed: toConnectionFailure(cause) };
    }
  }

  /** Sends the request. The response keeps its connection until the body is read or destroyed. */
  async #request(target: URL, signature: string, signal?: AbortSignal): Promise<Dispatcher.ResponseData> {
    await this.#slots.take(signal);
    const release = () => {
      this.#slots.giveBack();
    };
    try {
      const response = await this.#follow(target, signature, signal);
      response.body.once('close', release);
      return response;
    } catch (cause) {
      release();
      throw cause;
    }
  }

  async #follow(first: URL, signature: string, signal?: AbortSignal): Promise<Dispatcher.ResponseData> {
    let target = first;
    let isSigned = true;
    for (let redirections = 0; redirections <= MAX_REDIRECTS; redirections++) {
      const { origin, pathname, search } = target;
      isSigned &&= this.#trusted.has(origin);
      const response = await this.#agent.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: isSigned ? { authorization: signature } : {},
        ...(signal && { signal }),
      });
      const next = readRedirect(response, target);
      if (next === undefined) return response;
      await response.body.dump();
      target = next;
    }
    throw createRedirectError('too many redirects');
  }

  async #readFailure(response: Dispatcher.ResponseData, signature: string): Promise<Failure | undefined> {
    const answer = {
      status: response.statusCode,
      retryAfter: response.headers['retry-after']?.toString(),
      body: await readAnswerBody(response.body, MAX_BODY_BYTES),
    };
    const secrets = [...this.#options.secrets, signature];
    const understanding = { aboutCall: false, countsAsDone: () => false };
    return readFailure(answer, understanding, (text) => redactSecrets(text, secrets));
  }
}

function createUrlError(message: string): InvalidRequestError {
  return new InvalidRequestError('download', [{ path: '/url', message }]);
}

function readRedirect({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const location = headers.location?.toString();
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) throw createRedirectError('the target is not a URL');
  const target = new URL(location, from);
  if (target.protocol !== 'https:' && target.protocol !== from.protocol)
    throw createRedirectError(`from ${from.protocol} to ${target.protocol}`);
  return target;
}

function createRedirectError(what: string): CarrierError {
  const options = { retryable: false, httpStatus: 0 };
  return new CarrierError('bad_redirection', `the file's address has an invalid redirect: ${what}`, options);
}
