/** Repeating a request until the platform has taken it or the specification's guidance ends (voice.md 7.4). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer-body.ts';
import { aborted, type Failure } from './failure.ts';

/** Waits; rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;

/** What one try came to. */
export type Attempt<Taken = Answer> = { taken: Taken } | { failed: Failure };

export interface Patience {
  wait: Wait;
  /** A platform that asks for a longer wait than this is not waited for, ms. */
  longestWaitMs: number;
  signal: AbortSignal | undefined;
  /** False: not to be sent again once an attempt may have been carried out. */
  repeatable: boolean;
  /** Whether it is known from elsewhere that an attempt whose answer was lost had been carried out; default: it never is. */
  wasCarriedOut?: (() => Promise<boolean>) | undefined;
  /** Aborts when there is to be no further attempt: the last failure is thrown at once. */
  withdrawn?: AbortSignal | undefined;
}

/** Real time. */
export const waitFor: Wait = (ms, signal) => delay(ms, undefined, signal && { signal });

/** The attempts at a request: the first one as it came out, and how another is made. */
interface Attempts<Taken = Answer> {
  first: Attempt<Taken>;
  again: () => Promise<Attempt<Taken>>;
}

/**
 * The answer with which the platform took the request; undefined when an earlier attempt turns out to have been carried out,
 * because a repetition was refused in a way that says so or because that is known before one (I4). Throws the last failure when there is nothing more to try.
 */
export async function untilTaken<Taken = Answer>(
  { first, again }: Attempts<Taken>,
  { wait, longestWaitMs, signal, repeatable, wasCarriedOut, withdrawn }: Patience,
): Promise<Taken | undefined> {
  let outcome = first;
  let inDoubt = false;
  for (let repetition = 0; ; repetition++) {
    if ('taken' in outcome) return outcome.taken;
    const { failed } = outcome;
    if (signal?.aborted) throw aborted(signal);
    if (inDoubt && failed.error.doneIfInDoubt) return undefined;
    if (failed.mayBeDone && !repeatable) throw failed.error;
    const waitMs = nextWait(failed, repetition);
    if (waitMs === undefined || waitMs > longestWaitMs || withdrawn?.aborted) throw failed.error;
    inDoubt ||= failed.mayBeDone;
    if (await endsEarly(withdrawn, { wait, waitMs, signal })) throw failed.error;
    if (inDoubt && (await wasCarriedOut?.()) === true) return undefined;
    outcome = await again();
  }
}

/** A platform that asks for less than the guidance says does not get more requests than it allows for. */
function nextWait({ scheduleMs, retryAfterMs = 0 }: Failure, repetition: number): number | undefined {
  const scheduled = scheduleMs[repetition];
  return scheduled === undefined ? undefined : Math.max(scheduled, retryAfterMs);
}

/** Waits; true when there is to be no further attempt, which ends the wait. Throws `aborted` when the signal ends it. */
async function endsEarly(
  withdrawn: AbortSignal | undefined,
  { wait, waitMs, signal }: Pick<Patience, 'wait' | 'signal'> & { waitMs: number },
): Promise<boolean> {
  const signals = [signal, withdrawn].filter((one) => one !== undefined);
  try {
    await pause(wait, waitMs, withdrawn === undefined ? signal : AbortSignal.any(signals));
  } catch (error) {
    if (signal?.aborted || withdrawn?.aborted !== true) throw error;
  }
  return withdrawn?.aborted === true;
}

/** Waits; throws `aborted` when the signal ends the wait. */
export async function pause(wait: Wait, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, signal);
  } catch (cause) {
    throw signal?.aborted ? aborted(signal) : cause;
  }
}
