/** Recordings of calls: their life and their notifications (voice.md 2.4, 3, 6). Whether one may start is the request's matter. */
import type { Call } from './call.ts';
import { note, notify } from '../world.ts';
import type { World } from '../world.ts';

/** Begins a recording, under its id when it has no name; gives the id. */
export function startRecording(world: World, call: Call, givenName?: string): string {
  const id = world.ids.next('recording');
  const name = givenName ?? id;
  call.recording = { id, name, startedAt: world.clock.now };
  note(world, call, { kind: 'recording_started', recording_id: id, name });
  notify(world, call, { state: 'started', description: `Recording ${name} started` });
  return id;
}

/** Ends the recording in progress, if there is one; gives its id. */
export function stopRecording(world: World, call: Call): string | undefined {
  const recording = call.recording;
  if (recording === undefined) return undefined;
  const { id, name, startedAt } = recording;
  call.recording = undefined;
  call.recorded = { id, seconds: Math.round((world.clock.now - startedAt) / 1_000) };
  note(world, call, { kind: 'recording_completed', recording_id: id, name });
  notify(world, call, { state: 'completed', description: `Recording ${name} completed` });
  return id;
}

/** What the `disconnected` notification says about a recording (voice.md 6). */
export function recordingResult(
  world: World,
  call: Call,
): { recording_url?: string; recording_duration?: number } {
  if (call.recorded === undefined) return {};
  const { id, seconds } = call.recorded;
  return { recording_url: `${world.settings.baseUrl}/recordings/${id}.wav`, recording_duration: seconds };
}
