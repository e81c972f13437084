/**
 * Cached answers of POST requests by Idempotency-Key (voice.md 4.5). Keys belong to a project and a path, with or
 * without a trailing slash.
 *
 * IDEMPOTENCY-1. A key younger than 24 hours returns its first answer, even when the body differs.
 * IDEMPOTENCY-2. Requests that were not executed are not cached: rejected credentials, 429, an injected fault.
 */
import { createInvalidParam, type WireAnswer, type WireRequest } from './answers.ts';
import { getPathname } from './paths.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1_000;
const maxKeyLength = 255;

/** Returns the cache key of a request; undefined when it is not cached. */
export function getCacheKey(appId: string, { method, path, headers }: WireRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || key === undefined || key === '') return undefined;
  if (key.length > maxKeyLength)
    throw createInvalidParam(`Idempotency-Key is longer than ${maxKeyLength} characters`);
  return JSON.stringify([appId, getPathname(path), key]);
}

export class IdempotencyCache {
  /** Oldest first. */
  readonly #answers = new Map<string, { answer: WireAnswer; at: number }>();

  get(key: string, now: number): WireAnswer | undefined {
    this.#forgetOld(now);
    return this.#answers.get(key)?.answer;
  }

  put(key: string, answer: WireAnswer, now: number): void {
    this.#answers.set(key, { answer, at: now });
  }

  #forgetOld(now: number): void {
    for (const [key, { at }] of this.#answers) {
      if (at + LIFETIME_MS > now) break;
      this.#answers.delete(key);
    }
  }
}
