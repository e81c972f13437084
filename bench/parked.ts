/**
 * What calls that wait cost those that move: a million callers who sit in a menu, in one Redis, and the script of the
 * benchmark beside them, by one engine of this process. CPU time of this process and of Redis, and Redis' memory.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Keys } from '../src/adapters/store-redis/keys.ts';
import { advance, begin, callId, runnable, voiceId, wakeAt } from '../src/call/index.ts';
import type { Advance, CallId, RunnableFlow } from '../src/call/index.ts';
import type { Engine } from '../src/engine/index.ts';
import type { Store } from '../src/ports/index.ts';
import { ask, startRedis } from '../test/redis/server.ts';
import type { RedisServer } from '../test/redis/server.ts';
import { flowOf, openBench, project, usageOfRedis, walkCalls } from './in-process.ts';

export interface ParkedFigures {
  parked: number;
  /** Redis' memory for each parked call, its trace apart. */
  bytesPerCall: number;
  traceBytes: number;
  engineCpuUs: number;
  redisCpuUs: number;
}

const POPULATIONS = [1_000, 10_000, 100_000, 1_000_000];
const CALLS_MEASURED = 4_000;
const WARM_UP = 1_000;
const AT_A_TIME = 500;
/** Nobody is to be woken while it runs. */
const AHEAD_MS = 24 * 3_600_000;
const TRACES_WEIGHED = 20;

/** Measures at 1,000, 10,000, 100,000 and a million parked calls, up to `most`. */
export async function measureParked(most: number): Promise<ParkedFigures[]> {
  const flow = flowOf(readFileSync(join(import.meta.dirname, 'flow/flow.yaml'), 'utf8'));
  const redis = await startRedis();
  const bench = await openBench(redis, flow);
  const figures: ParkedFigures[] = [];
  try {
    await walkCalls(bench.engine, WARM_UP);
    const waiting = waitingCalls(runnable(flow));
    for (const population of POPULATIONS.filter((one) => one <= most)) {
      const before = await usageOfRedis(redis);
      const ids = await park(bench.store, waiting, population - (figures.at(-1)?.parked ?? 0));
      const after = await usageOfRedis(redis);
      const bytes = (after.bytes - before.bytes) / ids.length;
      const traceBytes = await weightOfTraces(redis, ids);
      figures.push({
        parked: population,
        bytesPerCall: bytes - traceBytes,
        traceBytes,
        ...(await costs(bench.engine, redis)),
      });
    }
    return figures;
  } finally {
    await bench.close();
    await redis.stop();
  }
}

/** CPU time of the script, a notification. */
async function costs(engine: Engine, redis: RedisServer) {
  const redisBefore = await usageOfRedis(redis);
  const before = process.cpuUsage();
  const notifications = await walkCalls(engine, CALLS_MEASURED);
  const { user, system } = process.cpuUsage(before);
  const redisAfter = await usageOfRedis(redis);
  return {
    engineCpuUs: (user + system) / notifications,
    redisCpuUs: (redisAfter.cpuUs - redisBefore.cpuUs) / notifications,
  };
}

/** Calls that have heard the question of the flow and think about it; with a day left to do so. */
function waitingCalls(flow: RunnableFlow): () => Advance {
  return () => {
    const voice = voiceId(randomUUID());
    const at = Date.now() + AHEAD_MS;
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
      batch.map(({ record, trace }) =>
        store.commit({ node: 'bench', record, commands: [], trace, wakeAt: wakeAt(record), leaseUntil: 0 }),
      ),
    );
    ids.push(...batch.map(({ record }) => record.id));
  }
  return ids;
}

/** The room that a call's trace takes, on the average of some. */
async function weightOfTraces({ port }: RedisServer, ids: CallId[]): Promise<number> {
  const keys = new Keys('ringflow', 32);
  const weights = await Promise.all(
    ids.slice(0, TRACES_WEIGHED).map((id) => ask(port, `MEMORY USAGE ${keys.of(id).trace}`)),
  );
  return weights.reduce((sum, weight) => sum + Number(weight.slice(1)), 0) / weights.length;
}
