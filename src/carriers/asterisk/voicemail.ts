/** Records the caller alone: a message after the tone, ended by a key, by silence or at its maximum length. */
import type { Command, CommandId } from '../../call/index.ts';
import { toName } from './names.ts';
import { toPath, toRecordingEvidence, type Step } from './steps.ts';

/** Record what the caller says until it ends; the call hears nothing else meanwhile. */
interface RecordMessage {
  kind: 'record_message';
  /** Name that the flow gives it. */
  name: string;
  longestMs: number;
  /** Silence that ends it. */
  silenceMs?: number;
  /** The key that ends it; `any`: each one. */
  endsAtKey?: '#' | '*' | 'any';
  beep: boolean;
}

/** A command, or one that only carriers with voicemail know. */
export type AsteriskCommand = Command | (RecordMessage & Pick<Command, 'number' | 'id'>);

/** Returns the step that starts the recording. Its name is ours, so one that exists is this one. */
export function toMessageRecording(
  { id, longestMs, silenceMs, endsAtKey, beep }: RecordMessage & { id: CommandId },
  channel: string,
): Step {
  return {
    request: {
      method: 'POST',
      path: toPath('channels', channel, 'record'),
      query: {
        name: toName(id),
        format: 'wav',
        ifExists: 'fail',
        maxDurationSeconds: toSeconds(longestMs),
        ...(silenceMs !== undefined && { maxSilenceSeconds: toSeconds(silenceMs) }),
        terminateOn: endsAtKey ?? 'none',
        beep: String(beep),
      },
    },
    evidence: toRecordingEvidence(toName(id)),
    isAboutCall: true,
  };
}

/** Converts to seconds, rounded up: 0 means no limit to Asterisk. */
function toSeconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1_000)));
}
