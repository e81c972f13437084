/**
 * Answers of POST requests by Idempotency-Key (voice.md 4.5). Keys belong to a project and a path, with or without a slash at its end.
 *
 * 1. A key younger than 24 hours gives its first answer again, even when the body differs.
 * 2. What was not executed is not remembered: refused credentials, 429, an injected fault.
 */
import { invalid } from './answers.ts';
import { pathnameOf } from './paths.ts';
import type { WireAnswer, WireRequest } from './answers.ts';

const lifetimeMs = 24 * 60 * 60 * 1_000;
const maxKeyLength = 255;

/** The name under which an answer is remembered; undefined when the rule does not apply to the request. */
export function idempotencyKey(appId: string, { method, path, headers }: WireRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || key === undefined || key === '') return undefined;
  if (key.length > maxKeyLength) throw invalid(`Idempotency-Key is longer than ${maxKeyLength} characters`);
  return JSON.stringify([appId, pathnameOf(path), key]);
}

export class IdempotencyCache {
  /** In order of age, so that the oldest come first. */
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
      if (at + lifetimeMs > now) break;
      this.#answers.delete(key);
    }
  }
}
