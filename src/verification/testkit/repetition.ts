import { isObsolete } from '../../call/index.ts';
import type { Command } from '../../call/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';
import { errorCatalogue, getRetryGuidance } from '../../platform/wire/index.ts';
import type { Situation } from './between.ts';

/** Result of the due attempt: it waits, the command is obsolete, or the platform may accept it. */
type Step = 'waits' | 'withdrawn' | 'due';

/**
 * Returns the waits between attempts after a refusal with this code, as the specifications require, ms; empty if it is
 * not retried.
 */
export function listRetryWaits(code: string): readonly number[] {
  return getRetryGuidance(createRefusal(code).status, code).scheduleMs;
}

/** Creates the response that refuses a request with this code. */
export function createRefusal(code: string): Fault {
  const { meaning = 'refused', retryable = false } = errorCatalogue.get(code) ?? {};
  const isStatus = /^[45]\d\d$/.test(code);
  const body = /^\d+$/.test(code)
    ? { status: 'failed', result: code, msg: meaning }
    : { status: 'error', error_code: code, message: meaning };
  return { status: isStatus ? Number(code) : retryable ? 503 : 400, body };
}

/** A command that the platform refuses a few times before it accepts it; the engine retries it (voice.md 7.4). */
export class Repetition {
  readonly #refusal: Fault;
  readonly #waitsMs: readonly number[];
  #refused = 0;
  #nextAt: number | undefined;

  /** Refuses the first `attempts` attempts with this code. */
  constructor({ code, attempts }: { code: string; attempts: number }) {
    this.#refusal = createRefusal(code);
    this.#waitsMs = listRetryWaits(code).slice(0, attempts);
  }

  /** Returns when the next attempt is made; undefined if none is pending. */
  nextAt(): number | undefined {
    return this.#nextAt;
  }

  /** Makes the due attempt, if it is to be refused; `refuse` has the platform refuse it. */
  step(command: Command, { now, record }: Situation, refuse: (refusal: Fault) => unknown): Step {
    const isWaiting = this.#nextAt !== undefined && now < this.#nextAt;
    // An obsolete command is not retried.
    const isWithdrawn = isObsolete(command, record);
    const waitMs = this.#waitsMs[this.#refused];
    if (isWaiting && !isWithdrawn) return 'waits';
    this.#nextAt = undefined;
    if (isWithdrawn) return 'withdrawn';
    if (waitMs === undefined) return 'due';
    refuse(this.#refusal);
    this.#refused += 1;
    this.#nextAt = now + waitMs;
    return 'waits';
  }
}
