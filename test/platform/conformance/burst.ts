/** Many requests within one second, as rules about rates need them. */
import { performance } from 'node:perf_hooks';
import type { Answer, Platform } from './platform.ts';

const attempts = 20;

/** HTTP status of so many requests; begins again, a second later, until all were answered within one. */
export async function burst(
  platform: Platform,
  count: number,
  send: () => Promise<Answer>,
): Promise<{ accepted: number; refused: number }> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: count }, send));
    const isOneSecond = performance.now() - begun < 1_000;
    const having = (status: number) => answers.filter((answer) => answer.status === status).length;
    if (isOneSecond) return { accepted: having(200), refused: having(429) };
    await platform.control.advance(1_000);
  }
  throw new Error(`${count} requests never fitted into a second`);
}
