/**
 * Carries out steps, and repeats them without doing anything twice.
 *
 * STEPS-1 A request that may have been carried out is repeated only after Asterisk, or the call's events, show no trace of it.
 * STEPS-2 A request marked `neverTwice` is preceded by that question each time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { CarrierError, type CommandTarget } from '../../../engine/ports/index.ts';
import type { AriAnswer } from '../reconcile.ts';
import type { Step, Steps } from '../steps.ts';
import { LostAnswerError, toRefusal, type AriClient } from './ari-client.ts';

/** What is known of earlier attempts, and what ends the retries. */
interface Attempts extends Pick<CommandTarget, 'inDoubt' | 'wasCarriedOut' | 'withdrawn'> {
  signal?: AbortSignal | undefined;
}

/** Delays before retries, ms: a new channel is ready within milliseconds, and Asterisk is back two seconds after a crash. */
const RETRY_DELAYS_MS = [20, 200, 500, 1_000, 2_000, 4_000];
const NOT_FOUND = 404;
const CONFLICT = 409;

/** Carries out the steps in order. Throws the `CarrierError` of the first one that fails. */
export async function runSteps(client: AriClient, steps: Steps, attempts: Attempts = {}): Promise<void> {
  for (const step of steps) {
    if (isGroup(step)) await Promise.all(step.map((one) => runStep(client, one, attempts)));
    else await runStep(client, step, attempts);
  }
}

function isGroup(step: Steps[number]): step is readonly Step[] {
  return Array.isArray(step);
}

async function runStep(client: AriClient, step: Step, attempts: Attempts): Promise<void> {
  const { inDoubt = false, withdrawn, signal } = attempts;
  let isInDoubt = inDoubt;
  let withdrawal: AbortSignal | undefined;
  for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
    const error = await tryStep(client, step, { ...attempts, inDoubt: isInDoubt });
    if (error === undefined) return;
    withdrawal ??= withdrawn?.();
    if (!error.retryable || delayMs === undefined || withdrawal?.aborted || signal?.aborted) throw error;
    isInDoubt ||= !(error instanceof LostAnswerError) || error.mayBeDone;
    await delay(delayMs, undefined, signal && { signal }).catch(() => {
      throw error;
    });
  }
}

/** Makes one attempt; returns its error. */
async function tryStep(client: AriClient, step: Step, attempts: Attempts): Promise<CarrierError | undefined> {
  try {
    if (await isDone(client, step, attempts)) return undefined;
    const answer = await client.ask(step.request, attempts.signal);
    if (isAccepted(step, answer)) return undefined;
    if (answer.status === CONFLICT && (await hasEvidence(client, step))) return undefined;
    const isEarly = answer.status === CONFLICT && step.isOfNewChannel === true;
    return toRefusal(answer, { callEnded: await isCallOver(client, step, answer), isEarly });
  } catch (error) {
    if (error instanceof CarrierError) return error;
    throw error;
  }
}

function isAccepted({ doneBy }: Step, { status }: AriAnswer): boolean {
  return (status >= 200 && status < 300) || doneBy?.includes(status) === true;
}

async function isDone(
  client: AriClient,
  step: Step,
  { inDoubt = false, wasCarriedOut }: Attempts,
): Promise<boolean> {
  if (!inDoubt && step.neverTwice !== true) return false;
  if (await hasEvidence(client, step)) return true;
  return inDoubt && step.leavesNoEvidence === true && (await wasCarriedOut?.()) === true;
}

async function hasEvidence(client: AriClient, { evidence = [] }: Step): Promise<boolean> {
  for (const path of evidence) {
    const { status } = await client.ask({ method: 'GET', path });
    if (status === 200) return true;
    if (status !== NOT_FOUND) throw toRefusal({ status, body: undefined });
  }
  return false;
}

async function isCallOver(
  client: AriClient,
  { isAboutCall, caller }: Step,
  { status }: AriAnswer,
): Promise<boolean> {
  if (isAboutCall === true && status === NOT_FOUND) return true;
  if (caller === undefined) return false;
  return (await client.ask({ method: 'GET', path: caller })).status === NOT_FOUND;
}
