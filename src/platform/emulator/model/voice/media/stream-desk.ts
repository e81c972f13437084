/** Where the carrier of streamed audio takes its orders, and reports. */
import type { Call } from '../call.ts';
import { endCall } from '../line.ts';
import { failStream, stopStream } from './stream.ts';
import type { StreamOrder } from './streams.ts';
import { note } from '../effects.ts';
import type { World } from '../../world.ts';

/** A stream that has ended meanwhile takes no report. */
export interface StreamDesk {
  /** What is to be done, once each, in order. */
  orders(): StreamOrder[];
  /** The WebSocket is open. */
  opened(streamId: string, now: number): void;
  /** Audio came back from the application. */
  received(streamId: string, bytes: number, now: number): void;
  /** The application wants what it sent and was not yet heard to be dropped. */
  cleared(streamId: string, now: number): void;
  /** The application closed the WebSocket: the stream stops. */
  closed(streamId: string, now: number): void;
  /**
   * It could not be opened, or was cut. A stream that was the call's action on connect and was never open ends the call,
   * as voice.md 7.4 has it; any other leaves the call as it is.
   */
  failed(streamId: string, detail: string, now: number): void;
}

/** The desk of a world. */
export function createStreamDesk(world: World): StreamDesk {
  const callOf = (streamId: string, now: number): Call | undefined => {
    world.clock.runUntil(now);
    return world.streams.calls.get(streamId);
  };
  return {
    orders: () => world.streams.takeOrders(),
    opened: (streamId, now) => {
      const call = callOf(streamId, now);
      if (call?.stream === undefined) return;
      call.stream.isOpen = true;
      note(world, call, { kind: 'stream_opened' });
    },
    received: (streamId, bytes, now) => {
      const stream = callOf(streamId, now)?.stream;
      if (stream) stream.bytes += bytes;
    },
    cleared: (streamId, now) => {
      const call = callOf(streamId, now);
      if (call) note(world, call, { kind: 'stream_cleared' });
    },
    closed: (streamId, now) => {
      const call = callOf(streamId, now);
      if (call) stopStream(world, call);
    },
    failed: (streamId, detail, now) => {
      const call = callOf(streamId, now);
      if (call?.stream) fail(world, call, detail);
    },
  };
}

function fail(world: World, call: Call, detail: string): void {
  const wasAllThere = call.stream?.cause === 'answer' && !call.stream.isOpen;
  failStream(world, call, detail);
  if (!wasAllThere) return;
  call.errorCode = 'STREAM_FAILED';
  endCall(world, call, 'Normal Clearing');
}
