/** The port to the voice platform. One instance serves one project. */
import type { CallId, Command, CommandAnswer, Media, VoiceId } from '../../call/index.ts';

interface CommandTarget {
  call: CallId;
  /** Undefined only for a `dial`. */
  voiceId: VoiceId | undefined;
  /** Called before a retry: true when a notification proves that the command was carried out. */
  wasCarriedOut?: () => Promise<boolean>;
  /** Called when the first attempt has failed. The signal aborts when the command is no longer needed: no retry follows. */
  withdrawn?: () => AbortSignal;
}

export interface CommandResult {
  /** The platform's id of the call that a `dial` created. */
  voiceId?: VoiceId;
  /** The parts of the answer that a flow can use. */
  answer?: CommandAnswer;
}

/** Calls placed by one request. */
export interface Broadcast {
  /** Idempotency key: the calls are dialled once. The platform remembers it for a day (voice.md 4.5). */
  key: string;
  /** The caller id. */
  from: string;
  /** Each hears `play` when it answers; without it nothing until its commands are sent. */
  recipients: { call: CallId; to: string; play?: { media: Media; promptRef: string } }[];
}

export interface Platform {
  /**
   * Sends one command and waits for the answer, with the retries that the platform recommends (voice.md 7.4).
   * Throws `PlatformError` when it is refused or the retries are exhausted.
   */
  perform(target: CommandTarget, command: Command, signal?: AbortSignal): Promise<CommandResult>;
  /**
   * Places many calls with one request; the platform decides when each is dialled. Absent where that is impossible. Throws
   * `PlatformError` when it is refused, with no call dialled, or the retries are exhausted.
   */
  broadcast?(order: Broadcast, signal?: AbortSignal): Promise<void>;
  /** Closes connections after the commands in flight. */
  close(): Promise<void>;
}
