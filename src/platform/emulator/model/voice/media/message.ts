/**
 * Messages of callers, recorded while nobody else is on the line. The platform has none; an emulator that stands in for a
 * carrier with voicemail does.
 *
 * MESSAGE-1. A message ends once: at its maximum length, after a time without speech, at its terminator, at the next play or
 *   with the call. It is `completed`, or `failed` if the party's settings say so.
 * MESSAGE-2. Speech that goes on when the message ends counts as far as it was recorded.
 */
import type { Call } from '../call.ts';
import { cancelTask, scheduleForCall, sendNotification, writeEntry } from '../effects.ts';
import type { World } from '../../world.ts';
import type { Message, MessageOrder } from './message-order.ts';
import { failsRecording, notifyFailed, toRecordingUrl } from './recorder.ts';

/** Starts to record. */
export function startMessage(world: World, call: Call, order: MessageOrder): Message {
  const { now } = world.clock;
  const id = world.ids.next('recording');
  const message: Message = { ...order, id, startedAt: now, speechMs: 0, speaksUntil: now, next: undefined };
  call.message = message;
  world.recordings.begin(id, call.appId);
  writeEntry(world, call, { kind: 'recording_started', recording_id: id, name: order.reference });
  sendNotification(world, call, { state: 'started', recording_ref: order.reference });
  scheduleEnd(world, call, message);
  return message;
}

/** Lets the caller speak; false when no message is recorded. */
export function speakOnMessage(world: World, call: Call, ms: number): boolean {
  const { message } = call;
  if (message === undefined) return false;
  message.speaksUntil = Math.max(world.clock.now, message.speaksUntil) + ms;
  message.speechMs += ms;
  scheduleEnd(world, call, message);
  return true;
}

/** Handles a key; the terminator ends the message. */
export function takeKeyOnMessage(world: World, call: Call, key: string): void {
  const terminator = call.message?.terminator;
  if (terminator === 'any' || terminator === key) stopMessage(world, call);
}

/** Ends the message, if one is recorded. */
export function stopMessage(world: World, call: Call): void {
  const { message } = call;
  if (message === undefined) return;
  call.message = undefined;
  cancelTask(call, message.next);
  const { now } = world.clock;
  const { id, reference, startedAt } = message;
  const entry = { recording_id: id, name: reference };
  if (failsRecording(world, call)) {
    world.recordings.discard(id);
    writeEntry(world, call, { kind: 'recording_failed', ...entry });
    notifyFailed(world, call, { recording_ref: reference });
    return;
  }
  const seconds = Math.round((now - startedAt) / 1_000);
  call.recorded = { id, seconds };
  world.recordings.finish(id, seconds);
  writeEntry(world, call, { kind: 'recording_completed', ...entry });
  sendNotification(world, call, {
    state: 'completed',
    recording_ref: reference,
    recording_url: toRecordingUrl(world, id),
    recording_duration: seconds,
    speech_ms: message.speechMs - Math.max(0, message.speaksUntil - now),
  });
}

function scheduleEnd(world: World, call: Call, message: Message): void {
  cancelTask(call, message.next);
  const { startedAt, longestMs, speaksUntil, silenceMs } = message;
  const ms = Math.min(startedAt + longestMs, speaksUntil + silenceMs) - world.clock.now;
  message.next = scheduleForCall({ world, call, ms }, () => {
    stopMessage(world, call);
  });
}
