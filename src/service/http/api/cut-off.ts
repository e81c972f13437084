/** Streams text and cuts off readers that stall. */
import { Readable } from 'node:stream';
import type { Clock } from '../../../engine/ports/index.ts';

/** Maximum time without reading, ms. */
const STALLED_MS = 30_000;

/** Produces the text on demand; the producer can ask whether the reader has gone. */
export function cutOffStalled(
  texts: (isGone: () => boolean) => AsyncIterable<string>,
  clock: Pick<Clock, 'after'>,
): Readable {
  const stream: Readable = Readable.from(yieldUntilStalled(), { objectMode: false });
  return stream;

  async function* yieldUntilStalled() {
    for await (const text of texts(() => stream.destroyed)) {
      const cancel = clock.after(STALLED_MS, () => stream.destroy());
      try {
        yield text;
      } finally {
        cancel();
      }
    }
  }
}
