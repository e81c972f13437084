/** Runs an engine in this process on its own Redis, with a platform that accepts everything at once: calls without HTTP. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../src/adapters/clock-system/index.ts';
import { openRedisStore } from '../src/adapters/store-redis/index.ts';
import { callId, commandId, projectId } from '../src/call/index.ts';
import type { CallRecord, TraceEntry } from '../src/call/index.ts';
import { Engine } from '../src/engine/index.ts';
import { carrierWith } from '../test/engine/carrier-with.ts';
import type { CompiledFlow } from '../src/language/model/index.ts';
import type { Store } from '../src/engine/ports/index.ts';
import { parseNotification } from '../src/platform/wire/index.ts';
import { ask } from '../test/adapters/redis/server.ts';
import type { RedisServer } from '../test/adapters/redis/server.ts';
import { quietLog as log } from './fixtures.ts';
import { callScript } from './script.ts';

export const project = projectId('default');

const CONCURRENT_CALLS = 64;

export interface Bench {
  engine: Engine;
  store: Store;
  close(): Promise<void>;
}

export type HearTrace = (call: CallRecord, entry: TraceEntry) => void;

/** Opens it with one flow in service. */
export async function openBench(redis: RedisServer, flow: CompiledFlow, onTrace?: HearTrace): Promise<Bench> {
  const store = await openRedisStore({ address: redis.address, log });
  const close = () => Promise.resolve();
  const engine = new Engine({
    node: randomUUID(),
    store,
    clock: systemClock,
    log,
    findCarrier: () => carrierWith({}),
    web: { ask: () => Promise.reject(new Error('the bench asks nobody')), close },
    newId: randomUUID,
    ...(onTrace && { listeners: { onTrace } }),
  });
  await engine.flows.deploy(flow);
  return {
    engine,
    store,
    async close() {
      await engine.stop(1_000);
      await store.close();
    },
  };
}

/** Walks the script of the benchmark with a number of calls, 64 at a time; returns the number of notifications. */
export async function walkCalls(engine: Engine, calls: number): Promise<number> {
  const run = randomUUID().slice(0, 8);
  let begun = 0;
  const caller = async () => {
    while (begun < calls) {
      begun += 1;
      await walk(engine, `${run}-${begun}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, caller));
  return calls * callScript.length;
}

async function walk(engine: Engine, voiceId: string): Promise<void> {
  const play = { prompt_ref: commandId(callId(`${project}.${voiceId}`), 2) };
  for (const { says, isOfPlay } of callScript) {
    const timestamp = new Date().toISOString();
    const body = {
      voice_id: voiceId,
      ...says,
      ...(isOfPlay && play),
      from: '+4915150000',
      to: '+4930100',
      timestamp,
    };
    const parsed = parseNotification(body, {});
    if (!parsed.ok || (await engine.receive({ project, ...parsed.notification })) !== 'applied')
      throw new Error(`${JSON.stringify(says)} was not applied`);
  }
}

/** Resources that a Redis uses. */
export interface RedisUsage {
  /** CPU time of its main thread, µs. */
  cpuUs: number;
  bytes: number;
}

export async function usageOfRedis({ port }: RedisServer): Promise<RedisUsage> {
  const cpu = await ask(port, 'INFO cpu');
  const memory = await ask(port, 'INFO memory');
  const number = (text: string, name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(text)?.[1]);
  const seconds = number(cpu, 'used_cpu_sys_main_thread') + number(cpu, 'used_cpu_user_main_thread');
  return { cpuUs: seconds * 1e6, bytes: number(memory, 'used_memory') };
}
