/** Requests per second (voice.md 8, sms.md 8): so many of a kind in any window of a second and project. */
import { Refusal } from './answers.ts';

const windowMs = 1_000;

export class RateLimit {
  readonly #perSecond: number;
  /** Times of the last requests by App ID, oldest first; at most `perSecond` of them. */
  readonly #recent = new Map<string, number[]>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Counts one request; throws 429 with Retry-After when there were too many. */
  count(appId: string, now: number): void {
    const recent = (this.#recent.get(appId) ?? []).filter((at) => at > now - windowMs);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= this.#perSecond) throw tooMany(oldest + windowMs - now);
    this.#recent.set(appId, [...recent, now]);
  }
}

function tooMany(waitMs: number): Refusal {
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1_000)) };
  return new Refusal('coded', 429, { code: 'RATE_LIMITED', message: 'Rate limit exceeded', headers });
}
