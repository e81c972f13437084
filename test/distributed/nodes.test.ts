/** Several nodes on one Redis: which of them hears what makes no difference, nor which of them die. CHAOS_SEED repeats the moments. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { wakeAt } from '../../src/call/index.ts';
import type { CallId, TraceEntry } from '../../src/call/index.ts';
import type { Store } from '../../src/ports/index.ts';
import { saysNothing, scripts } from '../e2e/desk.ts';
import { randomOf } from '../e2e/random.ts';
import { idOf } from '../e2e/verdict.ts';
import { until } from '../engine/until.ts';
import { startRedis } from '../redis/server.ts';
import type { RedisServer } from '../redis/server.ts';
import { Fleet } from './fleet.ts';
import type { FleetOptions } from './fleet.ts';
import { expectServed } from './served.ts';
import { shiftedBy } from './shifted-clock.ts';

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
const { between } = randomOf(seed);
/** So long that whoever waited for it would be seen to, whatever else holds a machine up. */
const TAKEOVER_MS = 100_000;
let redis: RedisServer;
let fleet: Fleet | undefined;
let fleets = 0;

beforeAll(async () => {
  redis = await startRedis();
});

afterEach(async () => {
  await fleet?.close();
  fleet = undefined;
});

afterAll(() => redis.stop());

/** Nodes with calls of their own. */
async function start(nodes: number, options: Partial<FleetOptions> = {}): Promise<Fleet> {
  fleets += 1;
  fleet = await Fleet.start({ nodes, store: `${redis.address}?prefix=nodes${fleets}`, ...options });
  return fleet;
}

test('a call whose notifications alternate between two nodes goes right', async () => {
  const two = await start(2);
  two.ring(1);
  await expectServed(two);
});

test.each([2, 4])('%i nodes share the calls, and nothing is done twice', async (count) => {
  const several = await start(count);
  several.ring(100);
  await expectServed(several);
  expect(several.logged('"level":50')).toEqual([]);
});

test(`nodes are killed at random (CHAOS_SEED=${seed})`, async () => {
  const three = await start(3);
  three.ring(300, [...scripts, saysNothing]);
  for (let kill = 0; kill < 8; kill += 1) {
    // Counted in commands and not in time, so that nodes die while they have their hands full.
    await three.requests(between(10, 120));
    await pause(between(0, 20));
    const node = three.nodes[Math.floor(between(0, 3))];
    await three.disturb(async () => node?.kill());
    await node?.start();
  }
  await expectServed(three);
});

test('nodes are restarted one after the other', async () => {
  // Time enough for what is under way on a machine that stalls: what is not finished then may be done twice.
  const three = await start(3, { flags: ['--drain', '12s'] });
  three.ring(100);
  for (const node of three.nodes) {
    await three.requests(30);
    expect(await node.stop()).toBe(0);
    await node.start();
  }
  await expectServed(three);
});

test('clocks that differ by two seconds make no difference', async () => {
  const three = await start(3, { envOf: (node) => shiftedBy((node - 1) * 2_000) });
  three.ring(60);
  await expectServed(three);
});

test('deadlines of dead nodes come in time on the one that is left', async () => {
  const three = await start(3, { flags: ['--takeover', `${TAKEOVER_MS / 1_000}s`] });
  const people = three.ring(3, [saysNothing]);
  const dueAt = await three.look((store) =>
    Promise.all(people.map((person) => until(() => deadlineAfterSilence(store, idOf(person))))),
  );
  await three.disturb(() => Promise.all(three.nodes.slice(1).map((node) => node.kill())));
  await expectServed(three);
  const traces = await three.look((store) => Promise.all(people.map((person) => store.trace(idOf(person)))));
  const lateMs = traces.map((trace, at) => firstWake(trace) - (dueAt[at] ?? NaN));
  expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lateMs)).toBeLessThan(TAKEOVER_MS);
});

function firstWake(trace: readonly TraceEntry[]): number {
  return trace.find(({ event }) => event.type === 'wake')?.at ?? NaN;
}

/** The deadline of a call that has been told of silence and waits for nothing else; undefined before. */
async function deadlineAfterSilence(store: Store, call: CallId): Promise<number | undefined> {
  const trace = await store.trace(call);
  const stored = await store.load(call);
  if (trace.at(-1)?.event.type !== 'silence' || stored?.outbox.length !== 0) return undefined;
  return wakeAt(stored.record);
}
