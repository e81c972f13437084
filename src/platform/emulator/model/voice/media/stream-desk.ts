/** Interface between streams and the carrier of their audio. */
import type { Call } from '../call.ts';
import { endCall } from '../line.ts';
import { failStream, stopStream } from './stream.ts';
import type { StreamOrder } from './streams.ts';
import { writeEntry } from '../effects.ts';
import type { World } from '../../world.ts';

/** Orders for the carrier, and its reports. Reports about ended streams are ignored. */
export interface StreamDesk {
  /** Returns each new order once, in order. */
  orders(): StreamOrder[];
  /** The WebSocket is open. */
  opened(streamId: string, now: number): void;
  /** The application sent audio. */
  received(streamId: string, bytes: number, now: number): void;
  /** The application dropped the audio that was not heard yet. */
  cleared(streamId: string, now: number): void;
  /** The application closed the WebSocket, which stops the stream. */
  closed(streamId: string, now: number): void;
  /**
   * The stream could not be opened, or was cut. If it was the call's action on connect and was never open, the call
   * ends (voice.md 7.4); otherwise the call continues.
   */
  failed(streamId: string, detail: string, now: number): void;
}

export function createStreamDesk(world: World): StreamDesk {
  const findCall = (streamId: string, now: number): Call | undefined => {
    world.clock.runUntil(now);
    return world.streams.calls.get(streamId);
  };
  return {
    orders: () => world.streams.takeOrders(),
    opened: (streamId, now) => {
      const call = findCall(streamId, now);
      if (call?.stream === undefined) return;
      call.stream.isOpen = true;
      writeEntry(world, call, { kind: 'stream_opened' });
    },
    received: (streamId, bytes, now) => {
      const stream = findCall(streamId, now)?.stream;
      if (stream) stream.bytes += bytes;
    },
    cleared: (streamId, now) => {
      const call = findCall(streamId, now);
      if (call) writeEntry(world, call, { kind: 'stream_cleared' });
    },
    closed: (streamId, now) => {
      const call = findCall(streamId, now);
      if (call) stopStream(world, call);
    },
    failed: (streamId, detail, now) => {
      const call = findCall(streamId, now);
      if (call?.stream) failAndEndCall(world, call, detail);
    },
  };
}

function failAndEndCall(world: World, call: Call, detail: string): void {
  const wasAllThere = call.stream?.cause === 'answer' && !call.stream.isOpen;
  failStream(world, call, detail);
  if (!wasAllThere) return;
  call.errorCode = 'STREAM_FAILED';
  endCall(world, call, 'Normal Clearing');
}
