/**
 * Delivers text messages to the calls that wait for them.
 *
 * Owns: which call gets a message, and that it gets it once. Does not own: messages for which no call waits.
 *
 * INBOX-1 The record to which a message is committed decides whether the call accepts it: a message that arrives right after
 *    another one is not lost.
 * INBOX-2 A repeated message is recognised even after its call stopped waiting or ended.
 */
import type { CallEvent, CallId, CallRecord } from '../../call/index.ts';
import type { CallStore, Clock } from '../ports/index.ts';
import type { Calls } from './calls.ts';
import { getAwaited, toAwaitedKey, toTakenKey, type MessageArrival } from './messages.ts';

interface InboxOptions {
  store: CallStore;
  clock: Clock;
  calls: Calls;
}

export class Inbox {
  readonly #options: InboxOptions;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Delivers a message to the call that waits for it; false when no call accepts it or has accepted it before. */
  async give(arrival: MessageArrival): Promise<boolean> {
    const { store } = this.#options;
    // In this order, since a call that accepts the message meanwhile is found as the one that took it (INBOX-2).
    const waiting = await store.findWaiting(toAwaitedKey(arrival.project, arrival.from));
    if (await this.#wasTaken(arrival)) return true;
    return waiting !== undefined && this.#giveTo(waiting, arrival);
  }

  async #wasTaken({ project, key }: MessageArrival): Promise<boolean> {
    return (
      key !== undefined && (await this.#options.store.findWaiting(toTakenKey(project, key))) !== undefined
    );
  }

  async #giveTo(call: CallId, arrival: MessageArrival): Promise<boolean> {
    const { clock, calls } = this.#options;
    const { from, text, key } = arrival;
    const at = clock.now();
    const event: CallEvent = { type: 'message', from, text, at, ...(key === undefined ? {} : { key }) };
    let isTaken = false;
    await calls.apply(call, async (record) => {
      isTaken = record !== undefined && isFor(record, arrival);
      return record !== undefined && isTaken ? calls.decideNotification(record, event) : undefined;
    });
    return isTaken;
  }
}

/** True when this call waits for the message, or knows it already. */
function isFor(record: CallRecord, { project, from, key }: MessageArrival): boolean {
  if (key !== undefined && record.seen.includes(key)) return true;
  return getAwaited(record) === toAwaitedKey(project, from);
}
