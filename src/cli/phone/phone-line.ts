import type { CallView, JournalEntry, Party } from '../../platform/emulator/model/index.ts';

/** A call to be placed: from the phone to a flow, or (outbound) by a flow to the phone. */
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
  /** Tells whether the flow currently collects keys, and speech. */
  ears(): Promise<{ forKeys: boolean; forWords: boolean }>;
  press(keys: string): Promise<void>;
  say(text: string): Promise<void>;
  /** Sends a text message to the number at the other end. */
  text(text: string): Promise<void>;
  hangUp(): Promise<void>;
  /** True while the flow still works after the end of the call, for example sends messages. */
  isWorking(): boolean;
  /** Lets go of everything; the call itself is left as it is. */
  close(): void;
}

/** Derives from the state of a call what its flow collects. */
export function toEars(view: Pick<CallView, 'state' | 'listens' | 'listens_for_words'> | undefined) {
  const isBridged = view?.state === 'bridged';
  return {
    forKeys: isBridged || view?.listens === true,
    // Where only keys count, words are not waited for in vain.
    forWords: isBridged || view?.listens_for_words === true || view?.listens === true,
  };
}
