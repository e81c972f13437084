/**
 * Media streams of calls (voice.md 2.2, 4; observed). A carrier outside the model transports the audio.
 *
 * Owns `call.stream` and the streams in progress.
 *
 * MEDIA-STREAM-1. A call has at most one stream; a new one replaces it.
 * MEDIA-STREAM-2. A stream ends once: with `stream_stopped`, or with `stream_failed` when it was not opened or was cut.
 */
import type { Call, StreamCause } from '../call.ts';
import { writeEntry, sendNotification } from '../effects.ts';
import type { World } from '../../world.ts';

export function startStream(world: World, call: Call, about: { wssHost: string; cause: StreamCause }): void {
  const { wssHost: url, cause } = about;
  stopStream(world, call);
  const streamId = world.ids.next('stream');
  call.stream = { id: streamId, cause, bytes: 0, isOpen: false };
  world.streams.calls.set(streamId, call);
  const { voiceId, from, to } = call;
  world.streams.order({ act: 'open', streamId, url, voiceId, from, to });
  writeEntry(world, call, { kind: 'stream_started', wss_host: url });
}

/** Stops the stream, if any, and notifies. */
export function stopStream(world: World, call: Call): void {
  const { stream } = call;
  if (stream === undefined) return;
  closeStream(world, call);
  writeEntry(world, call, { kind: 'stream_stopped', received_bytes: stream.bytes });
  sendNotification(world, call, { state: 'stream_stopped' });
}

/** Fails a stream that was not opened or was cut (voice.md 7.4); the form of the notification is not specified. */
export function failStream(world: World, call: Call, description: string): void {
  closeStream(world, call);
  writeEntry(world, call, { kind: 'stream_failed', detail: description });
  sendNotification(world, call, { state: 'stream_failed', error_code: 'STREAM_FAILED', description });
}

function closeStream(world: World, call: Call): void {
  if (call.stream === undefined) return;
  const { id: streamId } = call.stream;
  world.streams.calls.delete(streamId);
  world.streams.order({ act: 'close', streamId });
  call.stream = undefined;
}
