/** Streams in progress, and orders for the carrier of their audio. */
import type { Call } from '../call.ts';

/** An order for the carrier. */
export type StreamOrder =
  | { act: 'open'; streamId: string; url: string; voiceId: string; from: string; to: string }
  | { act: 'close'; streamId: string };

export class Streams {
  /** New orders by stream, at most one each. */
  readonly #orders = new Map<string, StreamOrder>();
  /** Calls of streams in progress. */
  readonly calls = new Map<string, Call>();

  order(order: StreamOrder): void {
    // A stream that nobody has begun to open need not be closed.
    if (order.act === 'close' && this.#orders.delete(order.streamId)) return;
    this.#orders.set(order.streamId, order);
  }

  /** Returns each new order once, in order. */
  takeOrders(): StreamOrder[] {
    const orders = [...this.#orders.values()];
    this.#orders.clear();
    return orders;
  }
}
