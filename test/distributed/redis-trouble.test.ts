/** What happens to Redis, or to the way there, is not heard by callers: it waits, and is made up for. */
import { afterEach, expect, test } from 'vitest';
import { startProxy } from '../adapters/redis/proxy.ts';
import type { Network } from '../adapters/redis/proxy.ts';
import { ask, DURABLE, startRedis } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import { startSentinels } from '../adapters/redis/sentinel.ts';
import { saysNothing } from '../e2e/desk.ts';
import { Fleet } from './fleet.ts';
import { expectServed } from './served.ts';

const LONG = { timeout: 300_000 };
/** Undone after each test, the last first. */
const started: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of started.splice(0).reverse()) await stop();
});

async function redisWith(...args: string[]): Promise<RedisServer> {
  const redis = await startRedis(...args);
  started.push(() => redis.stop());
  return redis;
}

async function fleetAt(store: string, nodes = 2): Promise<Fleet> {
  const fleet = await Fleet.start({ nodes, store });
  started.push(() => fleet.close());
  return fleet;
}

/** Two nodes, each with a network of its own to one Redis. */
async function twoNetworks() {
  const redis = await redisWith();
  const networks = [await startProxy(redis.port), await startProxy(redis.port)];
  started.push(...networks.map((network) => () => network.stop()));
  const fleet = await Fleet.start({
    nodes: 2,
    store: redis.address,
    storeOf: (node) => networks[node]?.address ?? '',
  });
  started.push(() => fleet.close());
  return { fleet, networks };
}

const cuts: [string, Partial<Network>][] = [
  ['requests are lost', { requests: 'lost' }],
  ['answers are lost', { answers: 'lost' }],
  ['requests arrive when the node no longer waits', { requests: 'held' }],
];

test.each(cuts)('one node is cut off, %s', LONG, async (_what, network) => {
  const { fleet, networks } = await twoNetworks();
  fleet.ring(60);
  await fleet.requests(80);
  await fleet.disturb(async () => {
    networks[0]?.become(network);
    await fleet.until(
      'the node is cut off',
      async () => (await fleet.nodes[0]?.readiness())?.status === 'spooling',
    );
    networks[0]?.become({});
  });
  await fleet.caughtUp();
  await expectServed(fleet);
});

test('every node is cut off', LONG, async () => {
  const { fleet, networks } = await twoNetworks();
  fleet.ring(60);
  await fleet.requests(80);
  await fleet.disturb(async () => {
    for (const network of networks) network.become({ requests: 'lost', answers: 'lost' });
    await fleet.areSpooling();
    for (const network of networks) network.become({});
    for (const network of networks) network.reset();
  });
  await fleet.caughtUp();
  await expectServed(fleet);
});

test('Redis is slow and far away', LONG, async () => {
  const { fleet, networks } = await twoNetworks();
  for (const network of networks) network.become({ delayMs: 60, bytesPerSecond: 200_000 });
  fleet.ring(40);
  await expectServed(fleet);
});

test('Redis is killed and starts again with its log', LONG, async () => {
  const redis = await redisWith(...DURABLE);
  const fleet = await fleetAt(redis.address);
  fleet.ring(60);
  for (let kill = 0; kill < 2; kill += 1) {
    await fleet.requests(80);
    await fleet.disturb(async () => {
      await redis.kill();
      await fleet.areSpooling();
      await redis.restart();
    });
  }
  await fleet.caughtUp();
  await expectServed(fleet);
});

test('Redis comes back empty: lost calls are reported, new ones go right', LONG, async () => {
  const redis = await redisWith();
  const fleet = await fleetAt(redis.address);
  // Who says nothing is still there, however long all this takes.
  fleet.ring(10, [saysNothing]);
  fleet.ring(10);
  await fleet.requests(40);
  await redis.kill();
  await redis.restart();
  await fleet.caughtUp();
  await fleet.until('everybody has hung up', () => {
    fleet.crowd.hangUp();
    return fleet.crowd.onTheLine === 0;
  });
  await fleet.until('losses are told', () => fleet.logged('the store has lost this call').length > 0);
  await expectServed(fleet, fleet.ring(20));
  await fleet.nodes[0]?.stop();
  await fleet.nodes[0]?.start();
  await expectServed(fleet, fleet.ring(20));
});

test('Redis forgets its scripts', LONG, async () => {
  const redis = await redisWith();
  const fleet = await fleetAt(redis.address);
  fleet.ring(40);
  for (let flush = 0; flush < 5; flush += 1) {
    await fleet.requests(20);
    expect(await ask(redis.port, 'SCRIPT FLUSH')).toBe('+OK\r\n');
  }
  await expectServed(fleet);
});

test('Redis has no memory left until it gets more', LONG, async () => {
  const redis = await redisWith();
  const fleet = await fleetAt(redis.address);
  fleet.ring(60);
  await fleet.requests(80);
  await fleet.disturb(async () => {
    await ask(redis.port, 'CONFIG SET maxmemory 1');
    await fleet.areSpooling();
    await ask(redis.port, 'CONFIG SET maxmemory 0');
  });
  await fleet.caughtUp();
  await expectServed(fleet);
  expect(fleet.logged('has no memory left')).not.toEqual([]);
});

test('sentinels make the replica the master', LONG, async () => {
  const sentinels = await startSentinels();
  started.push(() => sentinels.stop());
  const fleet = await fleetAt(`${sentinels.address}?replicas=1`);
  fleet.ring(60);
  await fleet.requests(80);
  await fleet.disturb(async () => {
    await sentinels.master.kill();
    await fleet.until(
      'the replica is master',
      async () => (await sentinels.masterPort()) === sentinels.replica.port,
    );
    // Until there is a replica again, no write counts as done.
    await sentinels.master.restart();
    await fleet.caughtUp();
  });
  await expectServed(fleet);
});
