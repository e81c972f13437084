/** Several nodes on one Redis: which of them hears what makes no difference, nor which of them die. CHAOS_SEED repeats the moments. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TraceEntry } from '../../src/call/index.ts';
import { saysNothing, scripts, silence, silent } from '../e2e/desk.ts';
import type { Person } from '../e2e/people.ts';
import { randomOf } from '../e2e/random.ts';
import { idOf } from '../e2e/verdict.ts';
import { until } from '../engine/until.ts';
import { startRedis } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import { Fleet } from './fleet.ts';
import type { FleetOptions } from './fleet.ts';
import { expectServed } from './served.ts';
import { shiftedBy } from './shifted-clock.ts';

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
const { between } = randomOf(seed);
/** The desk waits for 8 s; 5 of them are over, as it thinks, when the platform tells of silence, which it does early here. */
const SOON_MS = 3_000;
/** Far later than the deadline is, and than a machine makes it that is busy. */
const LATE_MS = 60_000;
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

/** Nobody takes anything from a node that lives, however long the machine holds it up. */
const nobodyDies = { flags: ['--takeover', '300s'] };

test('a call whose notifications alternate between two nodes goes right', async () => {
  const two = await start(2, nobodyDies);
  two.ring(1);
  await expectServed(two);
});

test.each([2, 4])('%i nodes share the calls, and nothing is done twice', async (count) => {
  const several = await start(count, nobodyDies);
  several.ring(100);
  await expectServed(several);
  expect(several.logged('"level":50')).toEqual([]);
});

test(`nodes are killed at random (CHAOS_SEED=${seed})`, async () => {
  // Longer than a busy machine holds up a node that lives.
  const three = await start(3, { flags: ['--takeover', '10s'] });
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
  const three = await start(3, { flags: [...nobodyDies.flags, '--drain', '12s'] });
  three.ring(100);
  for (const node of three.nodes) {
    await three.requests(30);
    expect(await node.stop()).toBe(0);
    await node.start();
  }
  await expectServed(three);
});

test('clocks that differ by two seconds make no difference', async () => {
  const three = await start(3, { ...nobodyDies, envOf: (node) => shiftedBy((node - 1) * 2_000) });
  three.ring(60);
  await expectServed(three);
});

test('deadlines of dead nodes come in time on the one that is left', async () => {
  const three = await start(3);
  const people = three.ring(3, [saysNothing]);
  const askedAt = await Promise.all(people.map((person) => until(() => askedForSilence(person))));
  await three.look((store) =>
    until(async () => {
      const calls = await Promise.all(people.map((person) => store.load(idOf(person))));
      return calls.every((stored) => stored?.outbox.length === 0);
    }),
  );
  await three.disturb(() => Promise.all(three.nodes.slice(1).map((node) => node.kill())));
  await expectServed(three);
  const traces = await three.look((store) => Promise.all(people.map((person) => store.trace(idOf(person)))));
  const waitedMs = traces.map((trace, at) => missedAt(trace) - (askedAt[at] ?? NaN));
  expect(Math.min(...waitedMs)).toBeGreaterThanOrEqual(SOON_MS);
  expect(Math.max(...waitedMs)).toBeLessThan(LATE_MS);
});

/** When a person began to hear that nothing is to be said; undefined before. */
function askedForSilence({ entries }: Person): number | undefined {
  return entries.find((entry) => entry.kind === 'speech' && entry.text === silence)?.at;
}

/** When the time for an answer had passed. */
function missedAt(trace: readonly TraceEntry[]): number {
  const isSaid = ({ notes }: TraceEntry) =>
    notes.some((note) => note.kind === 'says' && note.text.startsWith(silent));
  return trace.find(isSaid)?.at ?? NaN;
}
