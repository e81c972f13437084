/** Tells long work that its client has gone. */
import type { ReplyHead } from './route.ts';

/** Returns a signal that aborts when the connection closes before the response is complete. */
export function followClient({ raw }: Pick<ReplyHead, 'raw'>): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
