/** Records the caller alone: a message after the tone, ended by a key, by silence or at its maximum length. */
import type { Command } from '../../call/index.ts';
import { toName } from './names.ts';
import { toPath, toRecordingEvidence, type Step } from './steps.ts';

/**
 * Returns the step that starts the recording. Its name is ours, so one that exists is this one. It ends with the call.
 */
export function toMessageRecording(
  { id, longestMs, silenceMs, terminator, beep }: Extract<Command, { kind: 'record_message' }>,
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
        maxSilenceSeconds: toSeconds(silenceMs),
        terminateOn: terminator ?? 'none',
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
