/** Phone lines: what the emulator and the offline simulation have in common. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CallView, JournalEntry, Party } from '../../platform/emulator/model/index.ts';

/** A call to place: from the phone to a flow, or (outbound) from a flow to the phone. */
export interface Placing {
  direction: 'inbound' | 'outbound';
  from: string;
  to: string;
  /** Behaviour of the numbers and SIP URIs that the flow calls. */
  parties: Record<string, Party>;
}

/** The connection of a caller's phone. Times are those of the line, ms since the epoch. */
export interface PhoneLine {
  now(): number;
  /** Returns the journal entries since the last call; waits until there is one, `wake` resolves, or the time `by`. */
  next(until: { wake: Promise<void>; by: number | undefined }): Promise<JournalEntry[]>;
  /** Returns which input the flow currently collects. */
  ears(): Promise<{ forKeys: boolean; forWords: boolean }>;
  press(keys: string): Promise<void>;
  say(text: string): Promise<void>;
  /** Sends a text message to the number at the other end. */
  text(text: string): Promise<void>;
  hangUp(): Promise<void>;
  /** True while the flow still works after the end of the call, for example sends messages. */
  isWorking(): boolean;
  /** Releases all resources; the call itself continues. */
  close(): void;
}

/** Derives from the state of a call what its flow collects. */
export function toEars(view: Pick<CallView, 'state' | 'listens' | 'listens_for_words'> | undefined) {
  const isBridged = view?.state === 'bridged';
  return {
    forKeys: isBridged || view?.listens === true,
    // A flow that collects only keys still hears speech, so piped speech does not wait forever.
    forWords: isBridged || view?.listens_for_words === true || view?.listens === true,
  };
}

/** Longest delay of a timer. */
const MAX_TIMER_MS = 2_147_483_647;

/** Waits for a time (undefined: forever) or until `wake` resolves. */
export async function sleep(ms: number | undefined, wake: Promise<unknown>): Promise<void> {
  const awake = new AbortController();
  const delay = Math.min(Math.max(ms ?? MAX_TIMER_MS, 0), MAX_TIMER_MS);
  const timer = pause(delay, undefined, { signal: awake.signal }).catch(() => undefined);
  await Promise.race([timer, wake]);
  awake.abort();
}
