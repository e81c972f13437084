/** The port through which commands leave. One instance serves one project. */
import type { CallId, Command, CommandAnswer, VoiceId } from '../call/index.ts';

export interface CommandTarget {
  call: CallId;
  /** Undefined only for a `dial`. */
  voiceId: VoiceId | undefined;
  /** Whether what has come in since says that the command was carried out; asked before one that may have been is repeated. */
  wasCarriedOut?: () => Promise<boolean>;
}

export interface CommandResult {
  /** The platform's name for the call that a `dial` created. */
  voiceId?: VoiceId;
  /** What else a flow can use of the answer. */
  answer?: CommandAnswer;
}

export interface Platform {
  /**
   * Sends one command and waits for the answer, retrying as the platform's guidance says (voice.md 7.4).
   * Throws `PlatformError` when it is refused or cannot be had.
   */
  perform(target: CommandTarget, command: Command, signal?: AbortSignal): Promise<CommandResult>;
  /** Ends connections; commands under way are allowed to finish. */
  close(): Promise<void>;
}
