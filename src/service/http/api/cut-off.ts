/** Text that goes to a reader piece by piece, however long that takes; who takes nothing of it for a while is cut off. */
import { Readable } from 'node:stream';
import type { Clock } from '../../../engine/ports/index.ts';

/** So long may a reader take nothing, ms. */
const STALLED_MS = 30_000;

/** Makes the text while it is read; what makes it can ask whether its reader has gone. */
export function cutOffStalled(
  texts: (isGone: () => boolean) => AsyncIterable<string>,
  clock: Pick<Clock, 'after'>,
): Readable {
  const stream: Readable = Readable.from(patiently(), { objectMode: false });
  return stream;

  async function* patiently() {
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
