/** Measures the delay of a hundred thousand deadlines within one minute, on one engine and one Redis. */
import { randomUUID } from 'node:crypto';
import { begin, callId, runnable, voiceId, findNextDeadline } from '../src/call/index.ts';
import type { Store } from '../src/engine/ports/index.ts';
import { startRedis } from '../test/adapters/redis/server.ts';
import { compileOrThrow, cpuUsSince } from './fixtures.ts';
import { openBench, project } from './in-process.ts';
import { percentile } from './stats.ts';

export interface TimerFigures {
  timers: number;
  withinMs: number;
  lateP50Ms: number;
  lateP99Ms: number;
  lateMostMs: number;
  engineCpuUs: number;
}

/** A wait that ends, and one that outlasts the benchmark. */
const FLOW = `
ringflow: 1
name: bench
steps:
  pause: { wait: 1m }
  # ringflow-ignore dead-air: nobody listens
  after: { wait: 1h }
`;
const WAIT_MS = 60_000;
const AT_A_TIME = 500;
const LEAD_MS = 1_000;

/** Measures so many deadlines, spread evenly over `withinMs`. */
export async function measureTimers(timers: number, withinMs: number): Promise<TimerFigures> {
  const redis = await startRedis();
  const dueAt = new Map<string, number>();
  const late: number[] = [];
  const { promise: allFired, resolve } = Promise.withResolvers<undefined>();
  const bench = await openBench(redis, compileOrThrow(FLOW), ({ id }, { event, at }) => {
    if (event.type !== 'wake') return;
    late.push(at - (dueAt.get(id) ?? NaN));
    if (late.length === timers) resolve(undefined);
  });
  try {
    await setTimers(bench.store, { timers, withinMs, dueAt });
    const before = process.cpuUsage();
    bench.engine.start();
    await allFired;
    const engineCpuUs = cpuUsSince(before) / timers;
    return {
      timers,
      withinMs,
      lateP50Ms: percentile(late, 0.5),
      lateP99Ms: percentile(late, 0.99),
      lateMostMs: percentile(late, 1),
      engineCpuUs,
    };
  } finally {
    await bench.close();
    await redis.stop();
  }
}

interface Setting {
  timers: number;
  withinMs: number;
  dueAt: Map<string, number>;
}

/** Stores calls that wait; the first deadline is just ahead when all are stored. */
async function setTimers(store: Store, { timers, withinMs, dueAt }: Setting): Promise<void> {
  const flow = runnable(compileOrThrow(FLOW));
  // Storing takes about 20 µs each: deadlines begin when that is surely over.
  const firstAt = Date.now() + LEAD_MS + timers / 5;
  for (let done = 0; done < timers; done += AT_A_TIME) {
    const batch = Array.from({ length: Math.min(AT_A_TIME, timers - done) }, (_, at) => {
      const due = firstAt + ((done + at) * withinMs) / timers;
      const voice = voiceId(randomUUID());
      const id = callId(`${project}.${voice}`);
      const call = {
        id,
        project,
        voiceId: voice,
        direction: 'inbound',
        from: '+4915150000',
        to: '+4930100',
      } as const;
      const { record, trace } = begin(flow, { ...call, at: Math.round(due) - WAIT_MS });
      dueAt.set(id, Math.round(due));
      return { node: 'bench', record, commands: [], trace, wakeAt: findNextDeadline(record), leaseUntil: 0 };
    });
    await Promise.all(batch.map((commit) => store.commit(commit)));
  }
}
