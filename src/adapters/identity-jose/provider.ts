/**
 * The keys that an OpenID provider publishes. Owns: them, in memory, and when the provider is asked.
 *
 * PROVIDER-1 It is asked when a key is needed and none is known, when they were fetched `KEYS_ARE_FRESH_MS` ago, and for a key that is
 *    not among them; for that not more often than every `COOLDOWN_MS`, however many ask for however many keys.
 * PROVIDER-2 Where it does not answer it is left alone for `AWAY_MS`: whoever has no token can make nobody ask it all the time.
 */
import { createRemoteJWKSet, customFetch, errors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Clock, Log } from '../../engine/ports/index.ts';

const KEYS_ARE_FRESH_MS = 600_000;
const COOLDOWN_MS = 30_000;
const AWAY_MS = 5_000;
const PATIENCE_MS = 5_000;

export interface ProviderOptions {
  /** As tokens name it; the provider describes itself below it. */
  issuer: string;
  clock: Clock;
  log: Log;
}

export class Provider {
  readonly #options: ProviderOptions;
  #keySet: Promise<JWTVerifyGetKey> | undefined;
  #askAgainAt = -Infinity;

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  /** The key with which a token is said to be signed. Throws what `jose` says of one that there is not; else `identity_unavailable`. */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await (
        await this.#keys()
      )(header, token);
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
        throw cause;
      this.#leaveAlone(cause);
      const message = `the keys of ${this.#options.issuer} cannot be had`;
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
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await this.#ask(address, { redirect: 'manual', signal });
    const described = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (described.issuer !== issuer) throw new Error(`${address} is about another issuer`);
    return createRemoteJWKSet(secureUrl(String(described.jwks_uri)), {
      timeoutDuration: PATIENCE_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: KEYS_ARE_FRESH_MS,
      [customFetch]: (url, options) => this.#ask(url, options),
    });
  }

  async #ask(url: string, options: RequestInit): Promise<Response> {
    if (this.#options.clock.now() < this.#askAgainAt) throw new Error('it was asked in vain a moment ago');
    const answer = await fetch(url, options);
    if (answer.status !== 200) throw new Error(`it answers ${answer.status}`);
    return answer;
  }

  #leaveAlone(error: unknown): void {
    const { clock, log, issuer } = this.#options;
    if (clock.now() < this.#askAgainAt) return;
    this.#askAgainAt = clock.now() + AWAY_MS;
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ issuer, reason }, 'the identity provider cannot be asked: its tokens are not taken meanwhile');
  }
}

/** Keys that somebody on the way could put in their place would be worth nothing; on this machine nobody is on the way. */
function secureUrl(text: string): URL {
  const url = new URL(text);
  if (url.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) return url;
  throw new Error('the address of its keys is not https');
}
