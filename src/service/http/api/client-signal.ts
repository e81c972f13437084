/** Tells long work that its client has gone. */
import type { ReplyHead } from './route.ts';

/**
 * Returns a signal that aborts when the client closes its side of the connection before the response is complete. The server
 * keeps half-closed connections open, so that their `close` may come late.
 */
export function followClient({ raw }: Pick<ReplyHead, 'raw'>): AbortSignal {
  const controller = new AbortController();
  const { socket } = raw;
  const abort = () => {
    if (!raw.writableFinished) controller.abort();
  };
  socket?.once('end', abort);
  raw.once('close', () => {
    socket?.off('end', abort);
    abort();
  });
  return controller.signal;
}
