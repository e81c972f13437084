/** Authorization of requests (voice.md 5, sms.md 5, video.md 5). */

/** One project's credentials. */
export interface Credentials {
  appId: string;
  /** The secret. */
  appKey: string;
}

/** Provides the value of the Authorization header. */
export interface Authorization {
  /** Returns the current value; rejects with a `PlatformError` when a token cannot be issued. */
  current(): string | Promise<string>;
  /** Returns a replacement for a rejected value; undefined when there is none. */
  renewed(refused: string): string | Promise<string> | undefined;
}

/** Authorizes every request with App ID and App Key. */
export function basic({ appId, appKey }: Credentials): Authorization {
  const value = `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
  return { current: () => value, renewed: () => undefined };
}

/** Tokens are valid for 60 minutes (sms.md 5); the last five are not used, so that none expires in flight. */
const tokenAgeMs = 55 * 60_000;

/**
 * Authorizes requests with a token that is issued on first use, shortly before it expires, and after it was rejected.
 * Concurrent requests share one token request; a failed token request is retried by the next one.
 */
export function bearer(askForToken: () => Promise<string>, now: () => number): Authorization {
  let held: { value: string; asOf: number } | undefined;
  let asking: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const asOf = now();
    const value = `Bearer ${await askForToken()}`;
    held = { value, asOf };
    return value;
  }

  function askOnce(): Promise<string> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  function current(): string | Promise<string> {
    return held !== undefined && now() - held.asOf < tokenAgeMs ? held.value : askOnce();
  }

  return {
    current,
    renewed(refused) {
      if (held?.value === refused) held = undefined;
      return current();
    },
  };
}
