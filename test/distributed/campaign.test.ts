/** A campaign, and planned calls, on several nodes that share a Redis, some of which die: everybody is called once. CHAOS_SEED repeats the moments. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scryptSecrets } from '../../src/adapters/secrets-scrypt/index.ts';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { ApiKeys } from '../../src/service/management/index.ts';
import { placingModes } from '../../src/service/campaigns/index.ts';
import { campaignOf, FROM, inService, numberOf, recipientsCsv, rings } from '../service/campaigns/scene.ts';
import type { Progress } from '../service/campaigns/scene.ts';
import { TOKEN } from '../e2e/desk.ts';
import { randomOf } from '../e2e/random.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { until } from '../engine/until.ts';
import { startRedis } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import { asker } from '../service/http/api/scene.ts';
import { startBalancer } from './balancer.ts';
import { Node } from './node.ts';

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
const { between } = randomOf(seed);
const RECIPIENTS = 200;
const KILLS = 4;
const PLANNED = 60;
const PER_SECOND = 20;
/** Recipients that a node takes from the queue at a time. */
const BATCH = { calls: 1, broadcast: PER_SECOND };

let redis: RedisServer;
const open: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  redis = await startRedis();
});

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

afterAll(() => redis.stop());

async function firstKey(store: string): Promise<string> {
  const { registry, close } = await opened(store);
  const keys = new ApiKeys(registry, scryptSecrets);
  const grants = [{ project: '*', role: 'admin' as const }];
  const { token, change } = await keys.create({ name: 'test', grants }, { id: 'test', at: Date.now() });
  await registry.write([change]);
  await close();
  return token;
}

async function opened(address: string) {
  const store = await openRedisStore({ address, log: new RecordingLog() });
  return { registry: store.registry, close: () => store.close() };
}

/** Nodes, the platform behind and before them, and a way to ask them. */
async function fleet(count: number, prefix: string) {
  const urls: string[] = [];
  const balancer = await startBalancer(() => urls);
  open.push(() => balancer.close());
  const hook = `${balancer.url}/hooks/default/${TOKEN}`;
  const emulator = await startEmulator({
    settings: {
      redeliver: 1_000,
      redeliverAfterMs: 100,
      projects: [{ appId: 'app', appKey: 'app-key', webhook: `${hook}/voice` }],
      charactersPerSecond: 250,
      setupMs: 50,
      broadcastCallsPerSecond: 20,
      journalEntries: 1_000_000,
    },
  });
  open.push(() => emulator.close());
  const store = `${redis.address}?prefix=${prefix}`;
  const env = {
    RINGFLOW_PLATFORM_URL: emulator.url,
    RINGFLOW_APP_ID: 'app',
    RINGFLOW_APP_KEY: 'app-key',
    RINGFLOW_HOOK_TOKEN: TOKEN,
    RINGFLOW_PUBLIC_URL: balancer.url,
    // The test asks as often as it can.
    RINGFLOW_API_RATE: '10000',
    DESK_URL: balancer.url,
  };
  const nodes = await Promise.all(
    Array.from({ length: count }, () => Node.create({ store, env, flags: [] })),
  );
  for (const node of nodes) open.push(() => node.remove());
  urls.push(...nodes.map(({ url }) => url));
  await Promise.all(nodes.map((node) => node.start()));
  return { nodes, emulator, admin: asker(`${balancer.url}/api/v1`, await firstKey(store)) };
}

function rung(emulator: Emulator): number {
  return [...rings(emulator).values()].reduce((sum, count) => sum + count, 0);
}

test.each(placingModes)(
  `nodes that are killed at random neither lose nor double a call by %s (CHAOS_SEED=${seed})`,
  async (by) => {
    const { nodes, emulator, admin } = await fleet(2, `killed-${by}`);
    await inService(admin);
    const spring = campaignOf(admin);
    await spring.put({ by, pace: { perSecond: PER_SECOND, atOnce: 40 } });
    expect((await spring.load(recipientsCsv(RECIPIENTS))).body).toMatchObject({ taken: RECIPIENTS });
    await spring.take('start');
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Counted in calls and not in time, so that nodes die while there is much to lose.
      const enough = Math.floor((RECIPIENTS * kill) / (KILLS + 2));
      await until(() => rung(emulator) >= enough);
      await pause(between(0, 100));
      const node = nodes[kill % nodes.length];
      await node?.kill();
      await node?.start();
    }
    await until(async () => (await spring.progress()).state === 'done');
    const everybody = Array.from({ length: RECIPIENTS }, (_, at) => numberOf(at + 1));
    const results = await spring.results();
    expect(results.map(({ number }) => number)).toEqual(everybody);
    expect(results.filter(({ attempts }) => attempts !== '1')).toEqual([]);
    expect([...rings(emulator).entries()].filter(([, count]) => count > 1)).toEqual([]);
    expect([...rings(emulator).keys()].sort()).toEqual(everybody);
  },
);

test.each(placingModes)(
  'a campaign by %s is paused, gone on with and stopped while nodes place its calls, one of which is killed',
  async (by) => {
    const { nodes, emulator, admin } = await fleet(2, `paused-${by}`);
    await inService(admin);
    const spring = campaignOf(admin);
    await spring.put({ by, pace: { perSecond: PER_SECOND, atOnce: 40 } });
    await spring.load(recipientsCsv(RECIPIENTS));
    /** Takes a step that ends placing; gives how many had been placed by its answer, once all of these are over. */
    const placedUntil = async (step: 'pause' | 'stop') => {
      const { body } = await spring.take(step);
      await until(async () => (await spring.progress()).counts.calling === 0);
      return RECIPIENTS - (body as Progress).counts.waiting;
    };
    await spring.take('start');
    await until(() => rung(emulator) >= RECIPIENTS / 8);
    const first = await placedUntil('pause');
    expect(rung(emulator)).toBe(first);
    await spring.take('resume');
    await until(() => rung(emulator) >= first + RECIPIENTS / 8);
    await nodes[0]?.kill();
    await until(() => rung(emulator) >= first + RECIPIENTS / 4);
    const placed = await placedUntil('stop');
    await nodes[0]?.start();
    const progress = await spring.progress();
    const called = RECIPIENTS - progress.counts.waiting;
    // What the killed node had taken from the queue, but not requested, goes back: nothing is placed after a stop.
    expect(called).toBeLessThanOrEqual(placed);
    expect(called).toBeGreaterThanOrEqual(placed - BATCH[by]);
    expect(placed).toBeLessThan(RECIPIENTS);
    expect([...rings(emulator).values()]).toEqual(Array.from({ length: called }, () => 1));
    expect(progress).toMatchObject({
      state: 'stopped',
      counts: { calling: 0, results: { answered: called } },
    });
    const finished = (await spring.results()).filter(({ attempts }) => attempts === '1');
    expect(finished.map(({ number }) => number).sort()).toEqual([...rings(emulator).keys()].sort());
    expect((await spring.take('resume')).status).toBe(422);
  },
);

test('nodes keep one pace together, and one number of calls at a time', async () => {
  const { emulator, admin, nodes } = await fleet(3, 'paced');
  await inService(admin);
  const spring = campaignOf(admin);
  await spring.put({ pace: { perSecond: 4, atOnce: 6 } });
  await spring.load(recipientsCsv(24));
  await spring.take('start');
  await until(async () => (await spring.progress()).state === 'done');
  const journal = emulator.act((model) => model.journal.readAfter(0));
  let under = 0;
  let most = 0;
  for (const { kind } of journal) {
    if (kind === 'ringing') under += 1;
    if (kind === 'ended') under -= 1;
    most = Math.max(most, under);
  }
  expect(most).toBeLessThanOrEqual(6);
  const store = await openRedisStore({ address: `${redis.address}?prefix=paced`, log: new RecordingLog() });
  open.push(() => store.close());
  const { calls } = await store.list({}, { limit: 100 });
  expect(calls).toHaveLength(24);
  const begun = calls.map(({ startedAt }) => startedAt).sort((one, other) => one - other);
  // The fifth call begins a second after the first was asked for, whichever nodes ask; their clocks differ a little.
  const spans = begun.slice(4).map((at, first) => at - (begun[first] ?? NaN));
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(950);
  expect(nodes.every(({ isUp }) => isUp)).toBe(true);
});

test(`planned calls whose nodes are killed around their times are placed once each (CHAOS_SEED=${seed})`, async () => {
  const { nodes, emulator, admin } = await fleet(2, 'planned');
  await inService(admin);
  const soon = Date.now() + 4_000;
  const ids = await Promise.all(
    Array.from({ length: PLANNED }, async (_, n) => {
      const at = new Date(soon + between(0, 4_000)).toISOString();
      const call = { flow: 'reminder', from: FROM, to: numberOf(n + 1), params: { day: 'Monday' }, at };
      const { status, body } = await admin('POST', '/projects/default/calls', call);
      expect(status).toBe(202);
      return (body as { id: string }).id;
    }),
  );
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = Math.floor((PLANNED * kill) / (KILLS + 2));
    await until(() => rung(emulator) >= enough);
    await pause(between(0, 100));
    const node = nodes[kill % nodes.length];
    await node?.kill();
    await node?.start();
  }
  for (const id of ids) {
    const over = await until(async () => {
      const { body } = await admin('GET', `/projects/default/planned-calls/${id}`);
      return (body as { endedAt?: number }).endedAt === undefined ? undefined : body;
    });
    expect(over).toMatchObject({ state: 'done', result: 'answered', calls: [expect.any(String)] });
  }
  const everybody = Array.from({ length: PLANNED }, (_, n) => numberOf(n + 1));
  expect([...rings(emulator).keys()].sort()).toEqual(everybody.sort());
  expect([...rings(emulator).values()].filter((count) => count !== 1)).toEqual([]);
});
