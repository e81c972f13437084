import { setTimeout as pause } from 'node:timers/promises';

/** The longest delay that a timer takes. */
const LONGEST_MS = 2_147_483_647;

/** Waits so long (undefined: for ever), or until it is woken. */
export async function sleep(ms: number | undefined, wake: Promise<unknown>): Promise<void> {
  const awake = new AbortController();
  const delay = Math.min(Math.max(ms ?? LONGEST_MS, 0), LONGEST_MS);
  const timer = pause(delay, undefined, { signal: awake.signal }).catch(() => undefined);
  await Promise.race([timer, wake]);
  awake.abort();
}
