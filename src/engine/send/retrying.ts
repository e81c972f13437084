import { OperationalError } from '../ports/index.ts';
import type { Clock, Log } from '../ports/index.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** Repeats what failed for a reason that may pass, with growing waits, until it succeeds or the signal says stop. */
export async function retrying<Result>(
  task: () => Promise<Result>,
  { clock, log, signal, what }: { clock: Clock; log: Log; signal: AbortSignal; what: string },
): Promise<Result> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof OperationalError && error.retryable) || signal.aborted) throw error;
      log.warn({ err: error, what }, 'will be tried again');
      await pause(waitMs, { clock, signal });
    }
  }
}

/** Resolves after a time, or at once when the signal says stop. */
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
