/**
 * Applies the actions of operators to live calls.
 *
 * Owns: which action is possible on which call, and its idempotency. Does not own: its effects on the call.
 *
 * INTERVENTIONS-1 An action is an event like any other, committed before it is acknowledged: any node can apply it, and a crash
 *    loses nothing.
 * INTERVENTIONS-2 An event for which the call does not wait changes nothing, not even its trace.
 * INTERVENTIONS-3 An event is applied once per idempotency key, as far as the call remembers its last events (I5). Another type
 *    of event, or another number of keys, under the same key is refused. Keys and texts are not compared: the fingerprint is
 *    stored, and short keys could be guessed from it (I7).
 */
import { hash } from 'node:crypto';
import { toDigits } from '../../call/index.ts';
import type { CallEvent, CallId, CallRecord, PlatformEvent } from '../../call/index.ts';
import { refusalError, type Clock, type OperationalError } from '../ports/index.ts';
import type { Calls } from './calls.ts';
import { hasChanged } from './flood.ts';

/** An event that an operator can give to a call as if its caller had caused it. */
export type GivenEvent =
  /** A text message; by default from the number from which the call awaits it. */
  | { type: 'message'; text: string; from?: string }
  /** Keys, before a bridge or on it. */
  | { type: 'digits'; digits: string }
  /** Recognised speech. */
  | { type: 'speech'; text: string };

interface InterventionsOptions {
  clock: Clock;
  calls: Calls;
}

export class Interventions {
  readonly #options: InterventionsOptions;

  constructor(options: InterventionsOptions) {
    this.#options = options;
  }

  /**
   * Gives an event to a call; resolves when its result is stored. Throws an `OperationalError`: `unknown_call`,
   * `call_over`, `not_awaited` where nothing waits for it, `key_reused`.
   */
  give(call: CallId, given: GivenEvent, key?: string): Promise<void> {
    const { calls, clock } = this.#options;
    const fingerprint = key === undefined ? undefined : toFingerprint(key, given);
    return calls.apply(call, async (known) => {
      const record = expectStored(call, known);
      if (fingerprint !== undefined && wasGiven(record, fingerprint)) return undefined;
      const event = toPlatformEvent(expectLive(record), given);
      if (event === undefined) throw notAwaitedError(given);
      const told: CallEvent = { ...event, at: clock.now(), ...(fingerprint && { key: fingerprint.whole }) };
      const after = await calls.advance(record, told);
      if (after === undefined || !hasChanged(record, after)) throw notAwaitedError(given);
      return after;
    });
  }

  /**
   * Hangs up like a flow: its finalizer runs once the platform reports the end. Resolves when that is stored; does nothing
   * when the call is being ended already. Throws an `OperationalError`: `unknown_call`, `call_over`.
   */
  hangUp(call: CallId): Promise<void> {
    const { calls, clock } = this.#options;
    return calls.apply(call, async (known) => {
      const record = expectLive(expectStored(call, known));
      if (record.context.hangups > 0) return undefined;
      return calls.advance(record, { type: 'hang_up', at: clock.now() });
    });
  }
}

/** Returns the event as the platform would report it of the call in its present state; undefined where it could not. */
function toPlatformEvent(
  { context: { leg, awaits } }: CallRecord,
  given: GivenEvent,
): PlatformEvent | undefined {
  if (given.type === 'message') {
    const { text, from = awaits } = given;
    return awaits !== '' && toDigits(from) === toDigits(awaits) ? { type: 'message', from, text } : undefined;
  }
  if (given.type === 'digits' && leg === 'bridged')
    return { type: 'bridge_digits', digits: given.digits, lossy: false };
  // On a call that is not answered, the event would imply an answer.
  if (leg !== 'connected') return undefined;
  return given.type === 'digits'
    ? { type: 'digits', digits: given.digits, lossy: false }
    : { type: 'speech', heard: 'recognized', text: given.text };
}

function expectStored(call: CallId, known: CallRecord | undefined): CallRecord {
  if (known === undefined) throw refusalError('unknown_call', `there is no call "${call}"`);
  return known;
}

/** Returns the record of a call that goes on; throws for one that is over. */
function expectLive(record: CallRecord): CallRecord {
  if (record.endedAt !== undefined || record.context.leg === 'ended')
    throw refusalError('call_over', `the call "${record.id}" is over`);
  return record;
}

/** Identifies a repeated event: `beginning` by its key, `whole` also by its kind. */
interface Fingerprint {
  beginning: string;
  whole: string;
}

function toFingerprint(key: string, given: GivenEvent): Fingerprint {
  const beginning = `given:${digest(key)}:`;
  const kind = given.type === 'digits' ? `${given.type} ${given.digits.length}` : given.type;
  return { beginning, whole: `${beginning}${digest(JSON.stringify([key, kind]))}` };
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

function wasGiven({ seen }: CallRecord, { beginning, whole }: Fingerprint): boolean {
  if (seen.includes(whole)) return true;
  if (seen.some((key) => key.startsWith(beginning)))
    throw refusalError('key_reused', 'another event was given under this key; use a new key');
  return false;
}

function notAwaitedError({ type }: GivenEvent): OperationalError {
  return refusalError('not_awaited', `nothing in the call waits for "${type}" now`);
}
