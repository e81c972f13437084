/**
 * Measures reads of the management API over HTTP on a store with 110,000 calls, against a floor that serves the same bytes from
 * memory. Floor and service take turns; the best round counts, because other work can only add to it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startRedis } from '../test/adapters/redis/server.ts';
import { startServer } from './children.ts';
import { serveArgs } from './contestants.ts';
import { counted, fillStore, flowOf, numberOf, project, traced } from './reads-store.ts';
import { percentile } from './stats.ts';

export interface ReadFigures {
  store: string;
  reads: { read: string; p50Ms: number; p99Ms: number; floorP99Ms: number }[];
}

const ROUNDS = 3;
const REQUESTS = 300;
const WARM_UP = 100;
const AT_A_TIME = 2;
const DEEP = 400;
const PAGE = 50;

interface Target {
  pool: Pool;
  path: string;
  headers: Record<string, string>;
}

/** Measures SQLite and Redis. */
export async function measureReads(): Promise<ReadFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  const redis = await startRedis();
  try {
    const stores = { sqlite: `sqlite:${join(folder, 'calls.sqlite')}`, redis: redis.address };
    const figures: ReadFigures[] = [];
    for (const [store, address] of Object.entries(stores))
      figures.push({ store, reads: await measured(address, join(folder, store)) });
    return figures;
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true });
  }
}

async function measured(address: string, folder: string): Promise<ReadFigures['reads']> {
  mkdirSync(folder);
  const key = await fillStore(address, Date.now());
  const args = serveArgs(undefined, address, 'http://127.0.0.1:9');
  const serve = await startServer([...args, '--api-rate', '10000']);
  const headers = { authorization: `Bearer ${key}` };
  const pool = new Pool(serve.url, { connections: AT_A_TIME });
  try {
    await deploy(serve.url, headers);
    const paths = await pathsOf({ pool, headers, path: '' });
    for (const [name, path] of Object.entries(paths))
      writeFileSync(join(folder, `${name}.json`), await read({ pool, path, headers }));
    const floor = await startServer([join(import.meta.dirname, 'reads-floor.ts'), '$PORT', folder]);
    const floorPool = new Pool(floor.url, { connections: AT_A_TIME });
    const reads: ReadFigures['reads'] = [];
    for (const [name, path] of Object.entries(paths)) {
      const pair = { serve: { pool, path, headers }, floor: { pool: floorPool, path: `/${name}`, headers } };
      reads.push({ read: name.replaceAll('-', ' '), ...(await best(pair)) });
    }
    await floorPool.close();
    await floor.stop();
    return reads;
  } finally {
    await pool.close();
    await serve.stop();
  }
}

/** Little to say: reads are about lists. */
function flowText(name: string): string {
  return `ringflow: 1
name: ${name}
languages: [en-US]
on: { error: sorry }
steps:
  hello: { say: Hello., next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
}

/** Some flows in service. */
async function deploy(url: string, headers: Record<string, string>): Promise<void> {
  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/projects/${project}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { versions?: { flow: string; version: string }[] };
  };
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`${flowOf(at)}.flow.yaml`, flowText(flowOf(at))]),
  );
  const { versions = [] } = await ask('POST', '/flows', { files });
  for (const { flow, version } of versions) await ask('PUT', `/deployments/${flow}`, { version });
}

/** Measured reads, by a name that fits in a path. */
async function pathsOf(target: Target): Promise<Record<string, string>> {
  const base = `/api/v1/projects/${project}`;
  const calls = `${base}/calls?limit=${PAGE}`;
  const stats = `${base}/flows/${counted}/stats`;
  const now = Date.now();
  const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  const hour = `&since=${ago(30)}&before=${ago(29)}`;
  return {
    'calls-first-page': calls,
    'calls-live': `${calls}&state=live`,
    'calls-ended': `${calls}&state=ended`,
    'calls-of-a-flow': `${calls}&flow=${flowOf(7)}`,
    'calls-of-a-flow-that-live': `${calls}&flow=${flowOf(7)}&state=live`,
    'calls-of-a-number': `${calls}&number=${encodeURIComponent(numberOf(7))}`,
    'calls-of-a-number-that-ended': `${calls}&number=${encodeURIComponent(numberOf(7))}&state=ended`,
    'calls-of-an-hour': `${calls}${hour}`,
    'calls-deep-in': await deepIn(target, calls),
    'a-call': `${base}/calls/${traced}`,
    'its-trace': `${base}/calls/${traced}/trace`,
    flows: `${base}/flows`,
    deployments: `${base}/deployments`,
    routes: `${base}/routes`,
    campaigns: `${base}/campaigns`,
    'a-campaign': `${base}/campaigns/campaigns-00100`,
    audit: '/api/v1/audit',
    'stats-of-a-day': stats,
    'stats-of-a-week': `${stats}?from=${ago(167)}`,
    'stats-of-an-hour': `${stats}?from=${ago(1)}`,
  };
}

/** Behind many pages. */
async function deepIn(target: Target, calls: string): Promise<string> {
  let path = calls;
  for (let page = 0; page < DEEP; page += 1) {
    const { next } = JSON.parse(await read({ ...target, path })) as { next?: string };
    if (next === undefined) throw new Error('there are too few calls');
    path = `${calls}&after=${next}`;
  }
  return path;
}

async function read({ pool, path, headers }: Target): Promise<string> {
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${text}`);
  return text;
}

async function best({ serve, floor }: { serve: Target; floor: Target }) {
  for (const target of [serve, floor]) await timesOf(target, WARM_UP);
  const rounds = { serve: [] as number[][], floor: [] as number[][] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.floor.push(await timesOf(floor, REQUESTS));
    rounds.serve.push(await timesOf(serve, REQUESTS));
  }
  const least = (times: number[][], share: number) => Math.min(...times.map((one) => percentile(one, share)));
  return {
    p50Ms: least(rounds.serve, 0.5),
    p99Ms: least(rounds.serve, 0.99),
    floorP99Ms: least(rounds.floor, 0.99),
  };
}

async function timesOf(target: Target, requests: number): Promise<number[]> {
  const times: number[] = [];
  const asker = async () => {
    for (let request = 0; request < requests / AT_A_TIME; request += 1) {
      const from = performance.now();
      await read(target);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, asker));
  return times;
}
