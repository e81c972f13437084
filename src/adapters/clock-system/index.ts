import type { Clock } from '../../engine/ports/index.ts';

/** Longest delay of a Node timer; longer delays are split. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Clock of the operating system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(delayMs, task) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number) => {
      const piece = Math.min(leftMs, LONGEST_TIMER_MS);
      timer = setTimeout(() => {
        if (leftMs > piece) wait(leftMs - piece);
        else task();
      }, piece);
    };
    wait(delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
  nextTurn(task) {
    setImmediate(task);
  },
};
