/** Streams in progress, and orders for whoever carries their audio. */
import type { Call } from '../call.ts';

/** What the carrier of audio is to do. */
export type StreamOrder =
  | { act: 'open'; streamId: string; url: string; voiceId: string; from: string; to: string }
  | { act: 'close'; streamId: string };

export class Streams {
  /** Orders that nobody has fetched yet, by stream: at most one each. */
  readonly #orders = new Map<string, StreamOrder>();
  /** Live streams and their calls. */
  readonly calls = new Map<string, Call>();

  order(order: StreamOrder): void {
    // What nobody has begun to open needs no closing.
    if (order.act === 'close' && this.#orders.delete(order.streamId)) return;
    this.#orders.set(order.streamId, order);
  }

  /** Hands the orders out, once each, in order. */
  takeOrders(): StreamOrder[] {
    const orders = [...this.#orders.values()];
    this.#orders.clear();
    return orders;
  }
}
