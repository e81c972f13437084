/** Authorization of requests (voice.md 5, sms.md 5, video.md 5). */

/** One project's credentials. */
export interface Credentials {
  appId: string;
  /** The secret. */
  appKey: string;
}

/** Provides the value of the Authorization header. */
export interface Authorization {
  /** Returns the current value; rejects with a `CarrierError` when a token cannot be issued. */
  get(): string | Promise<string>;
  /** Returns a replacement for a rejected value; undefined when there is none. */
  renew(refused: string): string | Promise<string> | undefined;
}

/** Authorizes every request with App ID and App Key. */
export function createBasicAuthorization({ appId, appKey }: Credentials): Authorization {
  const value = `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
  return { get: () => value, renew: () => undefined };
}

/** Tokens are valid for 60 minutes (sms.md 5); the last five are not used, so that none expires in flight. */
const MAX_TOKEN_AGE_MS = 55 * 60_000;

/**
 * Authorizes requests with a token that is issued on first use, shortly before it expires, and after it was rejected.
 * Concurrent requests share one token request; a failed token request is retried by the next one.
 */
export function createBearerAuthorization(
  issueToken: () => Promise<string>,
  now: () => number,
): Authorization {
  let current: { value: string; asOf: number } | undefined;
  let pending: Promise<string> | undefined;

  async function requestToken(): Promise<string> {
    const asOf = now();
    const value = `Bearer ${await issueToken()}`;
    current = { value, asOf };
    return value;
  }

  function requestTokenOnce(): Promise<string> {
    pending ??= requestToken().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  function get(): string | Promise<string> {
    return current !== undefined && now() - current.asOf < MAX_TOKEN_AGE_MS
      ? current.value
      : requestTokenOnce();
  }

  return {
    get,
    renew(refused) {
      if (current?.value === refused) current = undefined;
      return get();
    },
  };
}
