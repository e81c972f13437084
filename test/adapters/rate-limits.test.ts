/** The limits of one process, and those that nodes keep together in a Redis. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPlatformCarrier } from '../../src/platform/client/index.ts';
import { RateLimit } from '../../src/platform/client/transport/rate-limit.ts';
import { waitInRealTime } from '../../src/platform/client/transport/retry.ts';
import { SharedRateLimit } from '../../src/platform/client/transport/shared-rate-limit.ts';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { MemoryTurns } from '../../src/adapters/turns-memory/index.ts';
import { callId, commandId } from '../../src/call/index.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import { OperationalError } from '../../src/engine/ports/index.ts';
import type { Carrier, Turn, TurnLimit, Turns } from '../../src/engine/ports/index.ts';
import { rateLimitContract } from './contracts/rate-limit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { ask, startRedis } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';

type SharedStore = Awaited<ReturnType<typeof openRedisStore>>;

const time = { now: () => performance.now(), wait: waitInRealTime };
const LONGEST_MS = 30_000;

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

let opened = 0;

/** Two connections to one Redis, as two nodes have them. */
async function nodes(): Promise<SharedStore[]> {
  opened += 1;
  const address = `${redis.address}?prefix=l${opened}&partitions=1`;
  return Promise.all([1, 2].map(() => openRedisStore({ address, log: new RecordingLog() })));
}

function taken(turn: Awaited<ReturnType<Turns['take']>>): Turn {
  if (!('giveBack' in turn)) throw new Error('no turn was free');
  return turn;
}

rateLimitContract('of one process', {
  create(perSecond) {
    const limit = new RateLimit(perSecond, time);
    return Promise.resolve({ one: limit, two: limit, close: () => Promise.resolve() });
  },
});

rateLimitContract('of turns that one process gives itself', {
  create(perSecond) {
    const shared = { turns: new MemoryTurns(time), name: 'calls', longestMs: LONGEST_MS };
    const limits = {
      one: new SharedRateLimit(perSecond, shared, time),
      two: new SharedRateLimit(perSecond, shared, time),
    };
    return Promise.resolve({ ...limits, close: () => Promise.resolve() });
  },
});

rateLimitContract('of two nodes on one Redis', {
  async create(perSecond) {
    const stores = await nodes();
    const [one, two] = stores.map(
      ({ turns }) =>
        new SharedRateLimit(perSecond, { turns, name: 'calls:app', longestMs: LONGEST_MS }, time),
    ) as [SharedRateLimit, SharedRateLimit];
    return {
      one,
      two,
      async close() {
        await Promise.all(stores.map((store) => store.close()));
      },
    };
  },
});

describe('turns in Redis', () => {
  const limit: TurnLimit = { name: 'calls:app', turns: 1, restMs: 1_000, longestMs: 1_500 };

  async function withNodes(use: (one: Turns, two: Turns) => Promise<void>): Promise<void> {
    const [one, two] = (await nodes()) as [SharedStore, SharedStore];
    try {
      await use(one.turns, two.turns);
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  }

  test('of a node that died are free after their longest time, not before (TURNS-2)', async () => {
    await withNodes(async (dying, living) => {
      taken(await dying.take(limit));
      let waited = 0;
      for (;;) {
        const turn = await living.take(limit);
        if ('giveBack' in turn) break;
        waited += turn.waitMs;
        await pause(turn.waitMs);
      }
      expect(waited).toBeGreaterThan(limit.restMs);
    });
  });

  test('are asked for again no sooner than one can be free', async () => {
    // Nobody waits for it, so that it may take long.
    const long = { ...limit, restMs: 600_000, longestMs: 900_000 };
    await withNodes(async (one, two) => {
      const first = taken(await one.take(long));
      const early = await two.take(long);
      expect('waitMs' in early && early.waitMs <= long.restMs).toBe(true);
      await first.giveBack();
      const late = await two.take(long);
      expect('waitMs' in late && late.waitMs > 0 && late.waitMs <= long.restMs).toBe(true);
    });
  });

  test('of different limits do not wait for each other', async () => {
    await withNodes(async (one, two) => {
      taken(await one.take(limit));
      taken(await two.take({ ...limit, name: 'messages:app' }));
    });
  });

  test('that reach beyond what can be, since the clock was set back, are dropped', async () => {
    await withNodes(async (one) => {
      const inAnHour = Date.now() + 3_600_000;
      await ask(redis.port, `ZADD l${opened}:{turns}:calls:app ${inAnHour} lost`);
      taken(await one.take(limit));
    });
  });
});

describe('a node that is cut off from the others', () => {
  const cutOff: Turns = {
    take: () => Promise.reject(new OperationalError('store_unavailable', 'gone', { retryable: true })),
  };

  test('goes on with a tenth of the limit', async () => {
    const waits: number[] = [];
    const still = {
      now: () => 0,
      wait: (ms: number) => {
        waits.push(ms);
        return Promise.resolve();
      },
    };
    const limit = new SharedRateLimit(20, { turns: cutOff, name: 'calls:app', longestMs: LONGEST_MS }, still);
    await Promise.all([1, 2, 3].map(() => limit.run(() => Promise.resolve(), undefined)));
    expect(waits).toEqual([1_010]);
  });

  test('does not hide a bug of ours', async () => {
    const broken: Turns = { take: () => Promise.reject(new TypeError('a bug')) };
    const limit = new SharedRateLimit(20, { turns: broken, name: 'calls:app', longestMs: LONGEST_MS }, time);
    await expect(limit.run(() => Promise.resolve(), undefined)).rejects.toThrow('a bug');
  });

  test('finds the others again when Redis is back', async () => {
    const server = await startRedis('--appendonly', 'yes');
    const store = await openRedisStore({ address: `${server.address}?timeout=500`, log: new RecordingLog() });
    const limit = new SharedRateLimit(
      20,
      { turns: store.turns, name: 'calls:app', longestMs: LONGEST_MS },
      time,
    );
    const sent = () => limit.run(() => Promise.resolve('sent'), undefined);
    try {
      await server.kill();
      expect(await sent()).toBe('sent');
      await server.restart();
      const taken = async () => (await ask(server.port, 'EXISTS ringflow:{turns}:calls:app')).trim();
      while ((await taken()) !== ':1') {
        await sent();
        await pause(20);
      }
    } finally {
      await store.close();
      await server.stop();
    }
  });
});

test('two nodes that create three times the limit at once get no 429 from the platform', async () => {
  const emulator = await startEmulator({ settings: { callsPerSecond: 10 } });
  const stores = await nodes();
  const platforms = stores.map(({ turns }) =>
    createPlatformCarrier({
      baseUrl: emulator.url,
      appId: 'demo',
      appKey: 'demo-key',
      eventUrl: () => `${emulator.url}/_emulator/health`,
      callsPerSecond: 10,
      turns,
    }),
  );
  const dials = Array.from({ length: 30 }, (_, at) => {
    const call = callId(`default.out-${at}`);
    const [one, two] = platforms as [Carrier, Carrier];
    return (at % 2 === 0 ? one : two).perform(
      { call, voiceId: undefined },
      { kind: 'dial', from: '+4930100100', to: '+4917100001', number: 1, id: commandId(call, 1) },
    );
  });
  await Promise.all(dials);
  const statuses = emulator
    .act(({ journal }) => journal.readAfter(0))
    .flatMap((entry) => (entry.kind === 'request' ? [entry.status] : []));
  await Promise.all(platforms.map((platform) => platform.close()));
  await Promise.all(stores.map((store) => store.close()));
  await emulator.close();
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200));
});
