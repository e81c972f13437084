/** The port through which commands leave. One instance serves one project. */
import type { CallId, Command, CommandAnswer, Media, VoiceId } from '../../call/index.ts';

interface CommandTarget {
  call: CallId;
  /** Undefined only for a `dial`. */
  voiceId: VoiceId | undefined;
  /** True when what has come in since proves that the command was carried out; asked before a repetition. */
  wasCarriedOut?: () => Promise<boolean>;
  /**
   * Aborts once nobody needs the command any more: it is not repeated then, while an attempt under way may finish. Asked for
   * when the first attempt has failed.
   */
  withdrawn?: () => AbortSignal;
}

export interface CommandResult {
  /** The platform's name for the call that a `dial` created. */
  voiceId?: VoiceId;
  /** The parts of the answer that a flow can use. */
  answer?: CommandAnswer;
}

/** Calls that one request asks for. */
export interface Broadcast {
  /** Under the same key they are dialled once, for as long as the platform remembers it: a day (voice.md 4.5). */
  key: string;
  /** The number that is shown. */
  from: string;
  /** Each hears `play` first; without it nothing until its commands come. */
  recipients: { call: CallId; to: string; play?: { media: Media; promptRef: string } }[];
}

export interface Platform {
  /**
   * Sends one command and waits for the answer, retrying as the platform's guidance says (voice.md 7.4).
   * Throws `PlatformError` when it is refused or cannot be had.
   */
  perform(target: CommandTarget, command: Command, signal?: AbortSignal): Promise<CommandResult>;
  /**
   * Asks for many calls at once; when each is dialled is the platform's affair. Absent where nobody can. Throws `PlatformError`
   * when it is refused, with none of them dialled, or cannot be had.
   */
  broadcast?(order: Broadcast, signal?: AbortSignal): Promise<void>;
  /** Ends connections; commands under way are allowed to finish. */
  close(): Promise<void>;
}
