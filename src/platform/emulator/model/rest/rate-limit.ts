/** Rate limits per project: requests in any window of one second (voice.md 8, sms.md 8). */
import { Refusal } from './answers.ts';

const windowMs = 1_000;

/** Ring buffer of a project's latest requests, so that a high limit costs no more than a low one. */
interface Recent {
  times: number[];
  /** Index of the oldest entry, which the next one replaces. */
  next: number;
}

export class RateLimit {
  readonly #perSecond: number;
  readonly #recent = new Map<string, Recent>();

  constructor(perSecond: number) {
    this.#perSecond = Math.max(1, Math.ceil(perSecond));
  }

  /** Counts a request; throws 429 with Retry-After beyond the limit. */
  count(appId: string, now: number): void {
    const recent = this.#recent.get(appId) ?? { times: [], next: 0 };
    const oldest = recent.times[recent.next];
    if (oldest !== undefined && oldest > now - windowMs) throw createRateLimited(oldest + windowMs - now);
    recent.times[recent.next] = now;
    recent.next = (recent.next + 1) % this.#perSecond;
    this.#recent.set(appId, recent);
  }
}

function createRateLimited(waitMs: number): Refusal {
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1_000)) };
  return new Refusal('coded', 429, { code: 'RATE_LIMITED', message: 'Rate limit exceeded', headers });
}
