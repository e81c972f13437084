/** What every rate limit promises, however many processes keep it: measured as the platform could count at worst. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RateLimit } from '../../../src/platform/client/transport/rate-limit.ts';

type Limit = Pick<RateLimit, 'run'>;

/** Two holders of one limit, which may be the same where only one process keeps it. */
export interface Limits {
  one: Limit;
  two: Limit;
  close(): Promise<void>;
}

export interface LimitFactory {
  create(perSecond: number): Promise<Limits>;
}

interface Exchange {
  left: number;
  answered: number;
}

const PER_SECOND = 4;

export function rateLimitContract(name: string, factory: LimitFactory): void {
  // The tests wait most of the time, so they run side by side.
  describe.concurrent(`a rate limit ${name}`, () => {
    const withLimits = (use: (limits: Limits) => Promise<void>) => async () => {
      const limits = await factory.create(PER_SECOND);
      try {
        await use(limits);
      } finally {
        await limits.close();
      }
    };

    const request = (limit: Limit, ms: number): Promise<Exchange> =>
      limit.run(async () => {
        const left = performance.now();
        await pause(ms);
        return { left, answered: performance.now() };
      }, undefined);

    test(
      'lets no more go in any second than it says, whenever those on their way are counted',
      withLimits(async (limits) => {
        const times = [0, 300, 20, 900, 0, 0, 150, 600, 0, 40, 0, 0];
        const both = times.map((ms, at) => request(at % 2 === 0 ? limits.one : limits.two, ms));
        const gone = await Promise.all(both);
        for (const { left } of gone) {
          const near = gone.filter((other) => other.left <= left && other.answered + 1_000 > left);
          expect(near.length).toBeLessThanOrEqual(PER_SECOND);
        }
      }),
    );

    test(
      'serves those of one process in the order in which they came',
      withLimits(async (limits) => {
        const order: number[] = [];
        const turns = Array.from({ length: 2 * PER_SECOND }, (_, at) =>
          limits.one.run(() => Promise.resolve(order.push(at)), undefined),
        );
        await Promise.all(turns);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }),
    );

    test(
      'lets go of whoever gives up, and of nobody else',
      withLimits(async (limits) => {
        const giveUp = new AbortController();
        const before = Array.from({ length: PER_SECOND }, () => request(limits.one, 0));
        const given = limits.one.run(() => Promise.resolve('sent'), giveUp.signal);
        const after = request(limits.one, 0);
        giveUp.abort();
        await expect(given).rejects.toMatchObject({ code: 'aborted' });
        await expect(Promise.all([...before, after])).resolves.toHaveLength(PER_SECOND + 1);
      }),
    );

    test(
      'gives the turn of a request that failed to the next',
      withLimits(async (limits) => {
        const failing = Array.from({ length: PER_SECOND }, () =>
          limits.one.run(() => Promise.reject(new Error('refused')), undefined),
        );
        expect((await Promise.allSettled(failing)).map(({ status }) => status)).not.toContain('fulfilled');
        await expect(request(limits.two, 0)).resolves.toBeDefined();
      }),
    );
  });
}
