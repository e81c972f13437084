import { isObsolete } from '../../call/index.ts';
import type { Command } from '../../call/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';
import { errorCatalogue, getRetryGuidance } from '../../platform/wire/index.ts';
import type { Situation } from './between.ts';

/** Result of the attempt that is due: it waits, the command is obsolete, or the platform may accept it. */
type Step = 'waits' | 'withdrawn' | 'due';

/** The waits between attempts that the specifications ask for after a refusal with this code, ms; empty: it is not repeated. */
export function listRetryWaits(code: string): readonly number[] {
  return getRetryGuidance(createRefusal(code).status, code).scheduleMs;
}

/** The answer that refuses a request with this code. */
export function createRefusal(code: string): Fault {
  const { meaning = 'refused', retryable = false } = errorCatalogue.get(code) ?? {};
  const isStatus = /^[45]\d\d$/.test(code);
  const body = /^\d+$/.test(code)
    ? { status: 'failed', result: code, msg: meaning }
    : { status: 'error', error_code: code, message: meaning };
  return { status: isStatus ? Number(code) : retryable ? 503 : 400, body };
}

/** A command that the platform refuses a few times before it takes it; the engine repeats it as voice.md 7.4 says. */
export class Repetition {
  readonly #refusal: Fault;
  readonly #waitsMs: readonly number[];
  #refused = 0;
  #nextAt: number | undefined;

  /** The first `attempts` attempts are refused with this code. */
  constructor({ code, attempts }: { code: string; attempts: number }) {
    this.#refusal = createRefusal(code);
    this.#waitsMs = listRetryWaits(code).slice(0, attempts);
  }

  /** Returns when the next attempt is made; undefined if none is pending. */
  nextAt(): number | undefined {
    return this.#nextAt;
  }

  /** Makes the attempt that is due, if it is to be refused; `refuse` has the platform meet it with that answer. */
  step(command: Command, { now, record }: Situation, refuse: (refusal: Fault) => unknown): Step {
    const isWaiting = this.#nextAt !== undefined && now < this.#nextAt;
    // Nobody waits for the next attempt at a command that is needed no more.
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
