/**
 * Recordings of calls and their notifications (voice.md 2.4, 3, 6). The request handler checks whether one may start.
 *
 * RECORDER-1. A recording ends once, as `completed`, or as `failed` without a file if the party's settings say so.
 */
import type { Call } from '../call.ts';
import { writeEntry, sendNotification } from '../effects.ts';
import type { World } from '../../world.ts';

/** True when recordings of this call cannot start (6119). */
export function refusesRecording(world: World, call: Call): boolean {
  return getBehaviour(world, call) === 'refused';
}

/** True when recordings of this call end without a file. */
export function failsRecording(world: World, call: Call): boolean {
  return getBehaviour(world, call) === 'fails';
}

/** Starts a recording, named by its id by default; returns the id. */
export function startRecording(world: World, call: Call, givenName?: string): string {
  const id = world.ids.next('recording');
  const name = givenName ?? id;
  call.recording = { id, name, startedAt: world.clock.now };
  world.recordings.begin(id, call.appId);
  writeEntry(world, call, { kind: 'recording_started', recording_id: id, name });
  sendNotification(world, call, { state: 'started', description: `Recording ${name} started` });
  return id;
}

/** Starts the recording of a call with `auto_record`; a failure is only notified. */
export function startAutoRecording(world: World, call: Call): void {
  if (refusesRecording(world, call)) {
    writeEntry(world, call, { kind: 'recording_failed' });
    notifyFailed(world, call, { description: 'Failed to start recording' });
  } else startRecording(world, call);
}

/** Stops the recording, if any, and returns its id. */
export function stopRecording(world: World, call: Call): string | undefined {
  const recording = call.recording;
  if (recording === undefined) return undefined;
  const { id, name, startedAt } = recording;
  call.recording = undefined;
  if (failsRecording(world, call)) {
    world.recordings.discard(id);
    writeEntry(world, call, { kind: 'recording_failed', recording_id: id, name });
    notifyFailed(world, call, { description: `Recording ${name} failed` });
    return id;
  }
  const seconds = Math.round((world.clock.now - startedAt) / 1_000);
  call.recorded = { id, seconds };
  world.recordings.finish(id, seconds);
  writeEntry(world, call, { kind: 'recording_completed', recording_id: id, name });
  sendNotification(world, call, { state: 'completed', description: `Recording ${name} completed` });
  return id;
}

/** Returns the fields of `disconnected` about a recording (voice.md 6). */
export function toRecordingFields(
  world: World,
  call: Call,
): { recording_url?: string; recording_duration?: number } {
  if (call.recorded === undefined) return {};
  const { id, seconds } = call.recorded;
  return { recording_url: toRecordingUrl(world, id), recording_duration: seconds };
}

/** Returns the address of a recording. */
export function toRecordingUrl({ settings: { baseUrl } }: World, id: string): string {
  return `${baseUrl}/voice/v1/recordings/${id}.wav`;
}

/** Notifies of a failed recording (voice.md 7.4). */
export function notifyFailed(
  world: World,
  call: Call,
  about: { description?: string; recording_ref?: string },
): void {
  sendNotification(world, call, { state: 'failed', ...about, error_code: 'RECORD_FAILED' });
}

function getBehaviour(world: World, call: Call): 'refused' | 'fails' | undefined {
  const number = call.direction === 'inbound' ? call.from : call.to;
  return world.directory.getParty(number, call.attempt).recording;
}
