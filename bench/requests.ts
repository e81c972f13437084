/**
 * A service under requests of every kind, well-formed and not: how long each waits for its answer, and how long the event
 * loop stands still meanwhile. The seed of a round decides what is sent, so a round can be repeated. All traffic is on the
 * loopback. A request's time runs from its last byte, so a slow sender does not count as a slow answer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedisStore } from '../src/adapters/store-redis/index.ts';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import { randomOf } from '../test/e2e/random.ts';
import { startRedis } from '../test/adapters/redis/server.ts';
import { pidOf, readStall, STALL_ARGS, startServer } from './children.ts';
import type { RunningServer } from './children.ts';
import { serveArgs } from './contestants.ts';
import { createKeyAndClose, quietLog as log } from './fixtures.ts';
import { below, REQUEST_KINDS, requestOf } from './request-kinds.ts';
import type { RequestKind } from './request-kinds.ts';
import { exchange } from './raw-request.ts';
import { percentile } from './stats.ts';

/** A request that took longer than `SLOW_MS`. */
export interface SlowRequest {
  seed: number;
  kind: string;
  ms: number;
  /** The statuses that were answered, or how it ended without one. */
  answer: string;
}

/** One store under the requests of all seeds. */
export interface RequestFigures {
  store: string;
  kinds: { kind: string; count: number; p50Ms: number; mostMs: number; answers: string }[];
  slow: SlowRequest[];
  /** Longest stop of the event loop by `/metrics`, ms. */
  lagMs: number;
  /** The same by a histogram of 1 ms. */
  stallMs: number;
  /** The main threads of the service and of this process, which sends: how long they ran, and how long they waited for a core. */
  service: CoreTime;
  sender: CoreTime;
}

/** Time that a thread ran, and waited for a core, ms. */
interface CoreTime {
  ranMs: number;
  waitedMs: number;
}

const SEEDS = [1, 2, 3, 4, 5];
/** Requests under way at a time. */
const AT_ONCE = 40;
/** Requests of one round at most. */
const MOST_REQUESTS = 20_000;
const SLOW_MS = 1_000;
const BACKUP_EVERY_MS = 3_000;
const LOOK_EVERY_MS = 500;

/** Address and key of a service. */
interface Target {
  server: RunningServer;
  /** A key that opens the API. */
  key: string;
  /** Makes a copy of the store; absent where the service has no command for it. */
  backUp?: () => Promise<void>;
}

interface Sample {
  seed: number;
  kind: RequestKind;
  ms: number;
  answer: string;
}

/** Measures both stores, each seed for so many seconds. */
export async function measureRequests(seconds: number): Promise<RequestFigures[]> {
  return [await onSqlite(seconds), await onRedis(seconds)];
}

async function onSqlite(seconds: number): Promise<RequestFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  const file = join(folder, 'calls.sqlite');
  const address = `sqlite:${file}`;
  const server = await startService(address);
  let copies = 0;
  const backUp = async () => {
    copies += 1;
    const args = [ringflow, 'backup', join(folder, `copy-${copies}.sqlite`), '--store', address];
    const [code] = (await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit')) as [number];
    if (code !== 0) throw new Error(`the backup ended with ${code}`);
  };
  try {
    const key = await createKeyAndClose(openSqliteStore({ file }));
    return await measure('sqlite', { server, key, backUp }, seconds);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function onRedis(seconds: number): Promise<RequestFigures> {
  const redis = await startRedis('--appendonly', 'yes');
  const server = await startService(redis.address);
  try {
    const key = await createKeyAndClose(await openRedisStore({ address: redis.address, log }));
    return await measure('redis', { server, key }, seconds);
  } finally {
    await server.stop();
    await redis.stop();
  }
}

const ringflow = join(import.meta.dirname, '../bin/ringflow.js');

function startService(store: string): Promise<RunningServer> {
  const flows = join(import.meta.dirname, 'flow');
  return startServer([...STALL_ARGS, ...serveArgs(flows, store, 'http://127.0.0.1:9')]);
}

async function measure(store: string, target: Target, seconds: number): Promise<RequestFigures> {
  const samples: Sample[] = [];
  let lagMs = 0;
  const { child } = target.server;
  const before = [coreTimeOf(pidOf(child)), coreTimeOf(process.pid)] as const;
  for (const seed of SEEDS) {
    const round = { target, seed, endsAt: performance.now() + seconds * 1_000, samples };
    const lags = watchLag(round);
    const backups = target.backUp === undefined ? undefined : every(BACKUP_EVERY_MS, round, target.backUp);
    await sendAll(round);
    await backups;
    lagMs = Math.max(lagMs, await lags);
  }
  const stallMs = await readStall(target.server);
  const service = coreTimeSince(before[0], coreTimeOf(pidOf(child)));
  const sender = coreTimeSince(before[1], coreTimeOf(process.pid));
  return { store, kinds: kindsOf(samples), slow: slowOf(samples), lagMs, stallMs, service, sender };
}

/** Of a main thread so far, by the scheduler of Linux (sched-stats: time on a core, then time waiting for one, ns). */
function coreTimeOf(pid: number): CoreTime {
  const [ran = '', waited = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
}

function coreTimeSince(before: CoreTime, after: CoreTime): CoreTime {
  return { ranMs: after.ranMs - before.ranMs, waitedMs: after.waitedMs - before.waitedMs };
}

interface Round {
  target: Target;
  seed: number;
  endsAt: number;
  samples: Sample[];
}

/** Keeps `AT_ONCE` requests under way until the round is over. */
async function sendAll({ target: { server, key }, seed, endsAt, samples }: Round): Promise<void> {
  const random = randomOf(seed);
  const port = Number(new URL(server.url).port);
  let sent = 0;
  const sender = async () => {
    while (performance.now() < endsAt && sent < MOST_REQUESTS) {
      sent += 1;
      const kind = REQUEST_KINDS[below(random, REQUEST_KINDS.length)] ?? 'notification';
      const request = requestOf(kind, { random, key, id: `${seed}-${sent}` });
      const { ms, answer } = await exchange(port, request);
      samples.push({ seed, kind, ms, answer });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

/** The longest lag that `/metrics` shows in a round, ms. */
async function watchLag(round: Round): Promise<number> {
  let most = 0;
  await every(LOOK_EVERY_MS, round, async () => {
    const text = await (await fetch(`${round.target.server.url}/metrics`)).text();
    const [, lag = '0'] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text) ?? [];
    most = Math.max(most, Number(lag) * 1_000);
  });
  return most;
}

async function every(ms: number, { endsAt }: Round, task: () => Promise<void>): Promise<void> {
  while (performance.now() + ms < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await task();
  }
}

function kindsOf(samples: Sample[]): RequestFigures['kinds'] {
  return [...Map.groupBy(samples, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const times = ofKind.map(({ ms }) => ms);
    const answers = [...new Set(ofKind.map(({ answer }) => answer))].toSorted().join(' ');
    return {
      kind,
      count: ofKind.length,
      p50Ms: percentile(times, 0.5),
      mostMs: Math.max(...times),
      answers,
    };
  });
}

function slowOf(samples: Sample[]): SlowRequest[] {
  return samples.filter(({ ms }) => ms > SLOW_MS).toSorted((one, other) => other.ms - one.ms);
}

/** Rows of the report, for each store. */
export function requestRows({ store, kinds, slow, ...figures }: RequestFigures): string[][] {
  return [
    [`requests, ${store}`, 'count', 'p50, ms', 'most, ms', ' answers'],
    ...kinds.map(({ kind, count, p50Ms, mostMs, answers }) => [
      kind,
      String(count),
      p50Ms.toFixed(1),
      mostMs.toFixed(0),
      ` ${answers}`,
    ]),
    ['event loop, longest stop', '', figures.lagMs.toFixed(0), figures.stallMs.toFixed(0)],
    ['service: ran, waited', '', figures.service.ranMs.toFixed(0), figures.service.waitedMs.toFixed(0)],
    ['sender: ran, waited', '', figures.sender.ranMs.toFixed(0), figures.sender.waitedMs.toFixed(0)],
    ['over 1 s', String(slow.length)],
    ...slow
      .slice(0, 20)
      .map(({ seed, kind, ms, answer }) => [kind, `seed ${seed}`, ms.toFixed(0), '', ` ${answer}`]),
  ];
}
