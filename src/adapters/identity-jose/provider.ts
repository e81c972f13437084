/**
 * Fetches the keys that an OpenID provider publishes. Owns: the cached keys, and when the provider is contacted.
 *
 * PROVIDER-1 Keys are fetched on first use, when they are older than `MAX_KEY_AGE_MS`, and for an unknown key; for unknown keys at
 *    most once per `COOLDOWN_MS`.
 * PROVIDER-2 After a failure the provider is not contacted for `BACKOFF_MS`, so that invalid tokens cannot cause a flood of
 *    requests.
 */
import { createRemoteJWKSet, customFetch, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Clock, Log } from '../../engine/ports/index.ts';

const MAX_KEY_AGE_MS = 600_000;
const COOLDOWN_MS = 30_000;
const BACKOFF_MS = 5_000;
const TIMEOUT_MS = 5_000;

export interface ProviderOptions {
  /** Issuer URL as in tokens; the discovery document is below it. */
  issuer: string;
  clock: Clock;
  log: Log;
}

export class Provider {
  readonly #options: ProviderOptions;
  #keySet: Promise<JWTVerifyGetKey> | undefined;
  #retryAt = -Infinity;

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  /**
   * Returns the key with which a token claims to be signed. Throws jose's error for an unknown key; otherwise
   * `identity_unavailable`.
   */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await (
        await this.#keys()
      )(header, token);
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
        throw cause;
      this.#backOff(cause);
      const message = `the keys of ${this.#options.issuer} are unavailable`;
      throw new OperationalError('identity_unavailable', message, { retryable: true, cause });
    }
  };

  #keys(): Promise<JWTVerifyGetKey> {
    this.#keySet ??= this.#discover().catch((error: unknown) => {
      this.#keySet = undefined;
      throw error;
    });
    return this.#keySet;
  }

  async #discover(): Promise<JWTVerifyGetKey> {
    const { issuer } = this.#options;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await this.#ask(address, { redirect: 'manual', signal });
    const described = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (described.issuer !== issuer) throw new Error(`${address} describes another issuer`);
    return createRemoteJWKSet(parseSecureUrl(String(described.jwks_uri)), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: MAX_KEY_AGE_MS,
      [customFetch]: (url, options) => this.#ask(url, options),
    });
  }

  async #ask(url: string, options: RequestInit): Promise<Response> {
    if (this.#options.clock.now() < this.#retryAt) throw new Error('a request failed a moment ago');
    const answer = await fetch(url, options);
    if (answer.status !== 200) throw new Error(`it responded with ${answer.status}`);
    return answer;
  }

  #backOff(error: unknown): void {
    const { clock, log, issuer } = this.#options;
    if (clock.now() < this.#retryAt) return;
    this.#retryAt = clock.now() + BACKOFF_MS;
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn(
      { issuer, reason },
      'the identity provider is unavailable: its tokens are rejected until it responds',
    );
  }
}

/** Requires HTTPS, because keys could otherwise be replaced in transit; on this machine HTTP is allowed. */
function parseSecureUrl(text: string): URL {
  const url = new URL(text);
  if (url.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) return url;
  throw new Error('the URL of its keys is not https');
}
