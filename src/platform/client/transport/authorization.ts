/** How a request shows whose it is (voice.md 5, sms.md 5, video.md 5). */

/** One project's credentials. */
export interface Credentials {
  appId: string;
  /** The secret half. */
  appKey: string;
}

/** Where the value of the Authorization header comes from. */
export interface Authorization {
  /** The value to send now; rejects with a `PlatformError` when it must be asked for and cannot be had. */
  current(): string | Promise<string>;
  /** What to send instead of a value that was refused; undefined when there is nothing else. */
  renewed(refused: string): string | Promise<string> | undefined;
}

/** App ID and App Key with every request. */
export function basic({ appId, appKey }: Credentials): Authorization {
  const value = `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
  return { current: () => value, renewed: () => undefined };
}

/** A token is valid for 60 minutes (sms.md 5); it is not used in the last five, so that none expires under way. */
const tokenAgeMs = 55 * 60_000;

/**
 * A token that is asked for when it is first needed, when it grows old, and when it is refused: by one request for
 * all calls that wait for it. A request that fails is not remembered; the next call asks again.
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
