import type { CallView, JournalEntry, Party } from '../../platform/emulator/model/index.ts';

/** A call to be placed: from the phone to a flow, or (outbound) by a flow to the phone. */
export interface Placing {
  direction: 'inbound' | 'outbound';
  from: string;
  to: string;
  /** How people behave whom the flow calls, by number or SIP URI. */
  parties: Record<string, Party>;
}

/** What a caller's phone is connected to. Times are the line's own, ms since the epoch. */
export interface PhoneLine {
  now(): number;
  /** What happened since it was last asked for; waits until something did, `wake` resolves, or it is `by`. */
  next(until: { wake: Promise<void>; by: number | undefined }): Promise<JournalEntry[]>;
  /** Whether keys would be heard now, and whether words would. */
  ears(): Promise<{ forKeys: boolean; forWords: boolean }>;
  press(keys: string): Promise<void>;
  say(text: string): Promise<void>;
  /** Sends a text message to the number at the other end. */
  text(text: string): Promise<void>;
  hangUp(): Promise<void>;
  /** Whether the phone still shows what the flow does after the end of the call, as messages that it sends. */
  isWorking(): boolean;
  /** Lets go of everything; the call itself is left as it is. */
  close(): void;
}

/** What somebody hears who is on a call in this state. */
export function earsOf(view: Pick<CallView, 'state' | 'listens' | 'listens_for_words'> | undefined) {
  const isBridged = view?.state === 'bridged';
  return {
    forKeys: isBridged || view?.listens === true,
    // Where only keys count, words are not waited for in vain.
    forWords: isBridged || view?.listens_for_words === true || view?.listens === true,
  };
}
