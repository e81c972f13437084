/** The request for a message of the caller. */
import type { Command, CommandId } from '../../call/index.ts';

/** A message to record: no request of the platform, but of an emulator that stands in for a carrier with voicemail. */
export interface VoicemailRequest {
  longest_ms: number;
  silence_ms: number;
  terminator?: '#' | '*' | 'any';
  beep: boolean;
  /** Echoed in notifications of the recording. */
  recording_ref: CommandId;
}

/** Converts the command to its request. */
export function toVoicemailRequest({
  id,
  longestMs,
  silenceMs,
  terminator,
  beep,
}: Extract<Command, { kind: 'record_message' }>): VoicemailRequest {
  const end = terminator === undefined ? {} : { terminator };
  return { longest_ms: longestMs, silence_ms: silenceMs, ...end, beep, recording_ref: id };
}
