import { OperationalError, type Clock, type Log } from '../ports/index.ts';
import type { Cancellation } from './cancellation.ts';

const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** Retries a task after retryable failures, with growing pauses, until it succeeds or is cancelled. */
export async function retryWhileAway<Result>(
  task: () => Promise<Result>,
  { clock, log, until, what }: { clock: Clock; log: Log; until: Cancellation; what: string },
): Promise<Result> {
  for (let waitMs = MIN_PAUSE_MS; ; waitMs = Math.min(2 * waitMs, MAX_PAUSE_MS)) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof OperationalError && error.retryable) || until.isCancelled) throw error;
      log.warn({ err: error, what }, 'will be tried again');
      await pause(waitMs, { clock, signal: until.signal });
    }
  }
}

/** Resolves after a time, or at once when the signal aborts. */
export async function pause(
  waitMs: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(waitMs, end);
    signal.addEventListener('abort', end);
  });
}
