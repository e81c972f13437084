import type { Call } from '../call.ts';
import { endCall } from '../line.ts';
import { failStream, stopStream } from './stream.ts';
import type { StreamOrder } from './streams.ts';
import { writeEntry } from '../effects.ts';
import type { World } from '../../world.ts';

/** Orders for the carrier of streamed audio, and its reports. Reports about ended streams are ignored. */
export class StreamDesk {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Returns each new order once, in order. */
  orders(): StreamOrder[] {
    return this.#world.streams.takeOrders();
  }

  /** The WebSocket is open. */
  opened(streamId: string, now: number): void {
    const call = this.#findCall(streamId, now);
    if (call?.stream === undefined) return;
    call.stream.isOpen = true;
    writeEntry(this.#world, call, { kind: 'stream_opened' });
  }

  /** The application sent audio. */
  received(streamId: string, bytes: number, now: number): void {
    const stream = this.#findCall(streamId, now)?.stream;
    if (stream) stream.bytes += bytes;
  }

  /** The application dropped the audio that was not heard yet. */
  cleared(streamId: string, now: number): void {
    const call = this.#findCall(streamId, now);
    if (call) writeEntry(this.#world, call, { kind: 'stream_cleared' });
  }

  /** The application closed the WebSocket, which stops the stream. */
  closed(streamId: string, now: number): void {
    const call = this.#findCall(streamId, now);
    if (call) stopStream(this.#world, call);
  }

  /**
   * The stream could not be opened, or was cut. If it was the call's action on connect and was never open, the call
   * ends (voice.md 7.4); otherwise the call continues.
   */
  failed(streamId: string, detail: string, now: number): void {
    const call = this.#findCall(streamId, now);
    if (call?.stream === undefined) return;
    const endsCall = call.stream.cause === 'answer' && !call.stream.isOpen;
    failStream(this.#world, call, detail);
    if (!endsCall) return;
    call.errorCode = 'STREAM_FAILED';
    endCall(this.#world, call, 'Normal Clearing');
  }

  #findCall(streamId: string, now: number): Call | undefined {
    this.#world.clock.runUntil(now);
    return this.#world.streams.calls.get(streamId);
  }
}
