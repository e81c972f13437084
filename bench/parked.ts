/**
 * Measures how waiting calls slow down active ones: the script of the benchmark, by an engine of this process, on a Redis in which a
 * thousand callers sit in a menu, and on others with up to a million of them. All are measured in turns, round by round, so
 * that what else the machine does meets each alike. CPU time of this process and of Redis, and Redis' memory.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Keys } from '../src/adapters/store-redis/keys.ts';
import { advance, begin, callId, runnable, voiceId, findNextDeadline } from '../src/call/index.ts';
import type { Advance, CallId, RunnableFlow } from '../src/call/index.ts';
import type { Store } from '../src/engine/ports/index.ts';
import { ask, startRedis } from '../test/adapters/redis/server.ts';
import type { RedisServer } from '../test/adapters/redis/server.ts';
import { compileOrThrow, cpuUsSince } from './fixtures.ts';
import { openBench, project, usageOfRedis, walkCalls } from './in-process.ts';
import type { Bench } from './in-process.ts';
import { median } from './stats.ts';

export interface ParkedFigures {
  parked: number;
  /** Redis' memory for each parked call, its trace apart. */
  bytesPerCall: number;
  traceBytes: number;
  /** CPU time of a notification; medians of the rounds. */
  engineCpuUs: number;
  redisCpuUs: number;
  bothCpuUs: number;
}

interface Cost {
  engineUs: number;
  redisUs: number;
}

/** A Redis with calls that wait. */
interface Scene {
  redis: RedisServer;
  bench: Bench;
  weight: Pick<ParkedFigures, 'parked' | 'bytesPerCall' | 'traceBytes'>;
  rounds: Cost[];
}

const POPULATIONS = [1_000, 10_000, 100_000, 1_000_000];
const ROUNDS = 24;
/** Few, since they stay, beside those that wait. */
const CALLS_OF_A_ROUND = 500;
const AT_A_TIME = 500;
/** Nobody is to be woken while it runs. */
const AHEAD_MS = 24 * 3_600_000;
const TRACES_WEIGHED = 20;

/** Measures with 1,000, 10,000, 100,000 and a million parked calls, up to `most`. */
export async function measureParked(most: number): Promise<ParkedFigures[]> {
  const flow = compileOrThrow(readFileSync(join(import.meta.dirname, 'flow/flow.yaml'), 'utf8'));
  const scenes: Scene[] = [];
  try {
    for (const population of POPULATIONS.filter((one) => one <= most)) {
      const redis = await startRedis();
      const bench = await openBench(redis, flow);
      const weight = { parked: population, bytesPerCall: NaN, traceBytes: NaN };
      const scene: Scene = { redis, bench, weight, rounds: [] };
      scenes.push(scene);
      scene.weight = await fill(scene, waitingCalls(runnable(flow)), population);
    }
    // The first one warms up.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const scene of scenes) scene.rounds.push(await costOf(scene));
    return scenes.map(figuresOf);
  } finally {
    for (const { bench, redis } of scenes) {
      await bench.close();
      await redis.stop();
    }
  }
}

function figuresOf({ weight, rounds }: Scene): ParkedFigures {
  const measured = rounds.slice(1);
  return {
    ...weight,
    engineCpuUs: median(measured.map(({ engineUs }) => engineUs)),
    redisCpuUs: median(measured.map(({ redisUs }) => redisUs)),
    bothCpuUs: median(measured.map(({ engineUs, redisUs }) => engineUs + redisUs)),
  };
}

/** Of a round, for each notification. */
async function costOf({ bench, redis }: Scene): Promise<Cost> {
  const redisBefore = await usageOfRedis(redis);
  const before = process.cpuUsage();
  const notifications = await walkCalls(bench.engine, CALLS_OF_A_ROUND);
  const engineUs = cpuUsSince(before) / notifications;
  const redisAfter = await usageOfRedis(redis);
  return {
    engineUs,
    redisUs: (redisAfter.cpuUs - redisBefore.cpuUs) / notifications,
  };
}

/** Parks so many calls; gives what they weigh. */
async function fill(
  { bench, redis }: Scene,
  waiting: () => Advance,
  parked: number,
): Promise<Scene['weight']> {
  const before = await usageOfRedis(redis);
  const ids = await park(bench.store, waiting, parked);
  const after = await usageOfRedis(redis);
  const traceBytes = await weightOfTraces(redis, ids);
  return { parked, bytesPerCall: (after.bytes - before.bytes) / ids.length - traceBytes, traceBytes };
}

/** Calls that have heard the question of the flow and think about it. */
function waitingCalls(flow: RunnableFlow): () => Advance {
  return () => {
    const voice = voiceId(randomUUID());
    const at = Date.now();
    const call = { id: callId(`${project}.${voice}`), project, voiceId: voice } as const;
    const from = `+49151${Math.floor(Math.random() * 1e8)}`;
    const begun = begin(flow, {
      ...call,
      direction: 'inbound',
      from,
      to: '+4930100',
      at,
      key: 'incoming-key',
    });
    const asked = advance(flow, begun.record, { type: 'connected', at, key: 'connected-key' });
    return { ...asked, record: { ...asked.record, seq: 1 } };
  };
}

/** Stores so many; gives the ids of some. */
async function park(store: Store, waiting: () => Advance, count: number): Promise<CallId[]> {
  const ids: CallId[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(AT_A_TIME, count - ids.length) }, waiting);
    await Promise.all(
      batch.map(({ record, trace }) => {
        const patient = (findNextDeadline(record) ?? record.startedAt) + AHEAD_MS;
        return store.commit({ node: 'bench', record, commands: [], trace, wakeAt: patient, leaseUntil: 0 });
      }),
    );
    ids.push(...batch.map(({ record }) => record.id));
  }
  return ids;
}

/** The room that a call's trace takes, on the average of some, which lose it. */
async function weightOfTraces({ port }: RedisServer, ids: CallId[]): Promise<number> {
  const keys = new Keys('ringflow', 8);
  const weights = await Promise.all(
    ids.slice(0, TRACES_WEIGHED).map(async (id) => {
      const { call } = keys.getCallKeys(id);
      const weigh = async () => Number((await ask(port, `MEMORY USAGE ${call} SAMPLES 0`)).slice(1));
      const whole = await weigh();
      await ask(port, `HDEL ${call} 1`);
      return whole - (await weigh());
    }),
  );
  return weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
}
