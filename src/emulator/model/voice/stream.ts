/** Media streaming of a call, as far as its state goes; the audio itself is not emulated here. */
import type { Call } from './call.ts';
import { note, notify } from '../world.ts';
import type { World } from '../world.ts';

export function startStream(world: World, call: Call, wssHost: string): void {
  call.streaming = true;
  note(world, call, { kind: 'stream_started', wss_host: wssHost });
}

/** Ends the stream and says so; nothing happens when there is none. */
export function stopStream(world: World, call: Call): void {
  if (!call.streaming) return;
  call.streaming = false;
  note(world, call, { kind: 'stream_stopped' });
  notify(world, call, { state: 'stream_stopped' });
}
