/** Retries a request until the platform accepts it or the schedule of voice.md 7.4 ends. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer-body.ts';
import { createAbortError, type Failure } from './failure.ts';

/** Waits; rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;

/** The outcome of one attempt. */
export type Attempt<Taken = Answer> = { taken: Taken } | { failed: Failure };

export interface RetryPolicy {
  wait: Wait;
  /** Maximum delay that a platform may request, ms; a longer one ends the retries. */
  longestWaitMs: number;
  signal: AbortSignal | undefined;
  /** False for requests that must not be sent again once an attempt may have been carried out. */
  repeatable: boolean;
  /** Tells whether an attempt without an answer is known to have been carried out; default: never. */
  wasCarriedOut?: (() => Promise<boolean>) | undefined;
  /** Aborts when no further attempt is wanted; the last failure is thrown. */
  withdrawn?: AbortSignal | undefined;
}

/** Waits in real time. */
export const waitInRealTime: Wait = (ms, signal) => delay(ms, undefined, signal && { signal });

interface Attempts<Taken = Answer> {
  first: Attempt<Taken>;
  again: () => Promise<Attempt<Taken>>;
}

/**
 * Returns the answer of the attempt that was accepted. Returns undefined when an earlier attempt turns out to have been
 * carried out: a retry is rejected with a code that says so, or it becomes known before a retry (I4). Throws the last
 * failure when no retry is left.
 */
export async function retryUntilAccepted<Taken = Answer>(
  { first, again }: Attempts<Taken>,
  { wait, longestWaitMs, signal, repeatable, wasCarriedOut, withdrawn }: RetryPolicy,
): Promise<Taken | undefined> {
  let outcome = first;
  let inDoubt = false;
  for (let repetition = 0; ; repetition++) {
    if ('taken' in outcome) return outcome.taken;
    const { failed } = outcome;
    if (signal?.aborted) throw createAbortError(signal);
    if (inDoubt && failed.error.doneIfInDoubt) return undefined;
    if (failed.mayBeDone && !repeatable) throw failed.error;
    const waitMs = getNextWaitMs(failed, repetition);
    if (waitMs === undefined || waitMs > longestWaitMs || withdrawn?.aborted) throw failed.error;
    inDoubt ||= failed.mayBeDone;
    if (await waitUnlessWithdrawn(withdrawn, { wait, waitMs, signal })) throw failed.error;
    if (inDoubt && (await wasCarriedOut?.()) === true) return undefined;
    outcome = await again();
  }
}

/** Returns the scheduled delay, or the platform's if that is longer. */
function getNextWaitMs({ scheduleMs, retryAfterMs = 0 }: Failure, repetition: number): number | undefined {
  const scheduled = scheduleMs[repetition];
  return scheduled === undefined ? undefined : Math.max(scheduled, retryAfterMs);
}

/** Waits; returns true when the request was withdrawn, which ends the wait. Throws `aborted` when the signal ends it. */
async function waitUnlessWithdrawn(
  withdrawn: AbortSignal | undefined,
  { wait, waitMs, signal }: Pick<RetryPolicy, 'wait' | 'signal'> & { waitMs: number },
): Promise<boolean> {
  const signals = [signal, withdrawn].filter((one) => one !== undefined);
  try {
    await waitOrAbort(wait, waitMs, withdrawn === undefined ? signal : AbortSignal.any(signals));
  } catch (error) {
    if (signal?.aborted || withdrawn?.aborted !== true) throw error;
  }
  return withdrawn?.aborted === true;
}

/** Waits; throws `aborted` when the signal ends the wait. */
export async function waitOrAbort(wait: Wait, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, signal);
  } catch (cause) {
    throw signal?.aborted ? createAbortError(signal) : cause;
  }
}
