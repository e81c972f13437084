/**
 * Bearer tokens (sms.md 5).
 *
 * 1. A token is good for any number of requests during 60 minutes, not at their end.
 * 2. A new token leaves the earlier ones as they are.
 */
export const tokenLifetimeMs = 60 * 60 * 1_000;

export class BearerTokens {
  /** Oldest first. */
  readonly #tokens = new Map<string, { appId: string; until: number }>();

  add(token: string, appId: string, now: number): void {
    for (const [old, { until }] of this.#tokens) {
      if (until > now) break;
      this.#tokens.delete(old);
    }
    this.#tokens.set(token, { appId, until: now + tokenLifetimeMs });
  }

  /** Whose token it is; undefined when it is unknown or too old. */
  ownerOf(token: string, now: number): string | undefined {
    const known = this.#tokens.get(token);
    return known !== undefined && known.until > now ? known.appId : undefined;
  }
}
