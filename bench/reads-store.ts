/** A store as it is after weeks: a hundred thousand calls that are over, ten thousand that are not, and what operators have set up. */
import { scryptSecrets } from '../src/adapters/secrets-scrypt/index.ts';
import { openRedisStore } from '../src/adapters/store-redis/index.ts';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import { ApiKeys } from '../src/management/index.ts';
import { WIDTH_MS } from '../src/ports/index.ts';
import type { Log, Store } from '../src/ports/index.ts';
import { commitOf } from '../test/builders/commit.ts';

const ENDED = 100_000;
const LIVE = 10_000;
const FLOWS = 20;
const NUMBERS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** As long as calls are kept. */
const SPREAD_MS = 7 * DAY_MS;
const AT_A_TIME = 1_000;
const EVENTS = 12;
const ROUTES = 1_000;
/** Sums of a bucket: those of calls, and those of steps of a flow of fifty. */
const SUMS = { calls: 12, steps: 150 };
const HOURS = 7 * 24;
/** Minutes are kept for six hours. */
const MINUTES = 6 * 60;
const CAMPAIGNS = 200;

export const project = 'default';
/** A call of which there is a whole trace. */
export const traced = `${project}.traced`;
/** The flow whose calls are counted. */
export const counted = 'flow-7';
export const flowOf = (call: number): string => `flow-${call % FLOWS}`;
export const numberOf = (call: number): string => `+49151${String(12_000_000 + (call % NUMBERS))}`;

const quiet = () => undefined;
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** Fills a store, by its address as `serve` takes it; gives a key that opens it. */
export async function fillStore(address: string, now: number): Promise<string> {
  const store = await opened(address);
  try {
    for (let from = 0; from < ENDED + LIVE; from += AT_A_TIME)
      await Promise.all(
        Array.from({ length: AT_A_TIME }, (_, at) => store.commit(callNumber(from + at, now))),
      );
    for (let seq = 1; seq <= EVENTS; seq += 1)
      await store.commit(commitOf({ id: traced, seq, startedAt: now }));
    await setUp(store);
    await count(store, now);
    return await newKey(store, now);
  } finally {
    await store.close();
  }
}

async function opened(address: string): Promise<Store> {
  const [, file] = /^sqlite:(.*)$/.exec(address) ?? [];
  return file === undefined ? openRedisStore({ address, log }) : openSqliteStore({ file });
}

/** The last ones are live. */
function callNumber(number: number, now: number) {
  const age = ((ENDED + LIVE - number) / (ENDED + LIVE)) * SPREAD_MS;
  const startedAt = Math.floor(now - age);
  const ended = number < ENDED;
  const commit = commitOf({
    id: `${project}.${String(number).padStart(32, '0')}`,
    startedAt,
    ...(ended && { expiresAt: now + SPREAD_MS }),
  });
  const { record } = commit;
  const { context } = record;
  const call = { ...context.call, from: numberOf(number) };
  const end = ended && { endedAt: startedAt + 60_000 };
  const flow = { ...record.flow, name: flowOf(number) };
  return { ...commit, record: { ...record, ...end, flow, context: { ...context, call } } };
}

async function setUp({ registry }: Store): Promise<void> {
  const documents = (kind: string, count: number, valueOf: (at: number) => object) =>
    registry.write(
      Array.from({ length: count }, (_, at) => ({
        kind: `${kind}/${project}`,
        id: `${kind}-${String(at).padStart(5, '0')}`,
        was: 0,
        json: JSON.stringify(valueOf(at)),
      })),
    );
  await documents('routes', ROUTES, (at) => ({ number: numberOf(at), takes: 'calls', flow: flowOf(at) }));
  const pace = { perSecond: 1, atOnce: 10 };
  await documents('campaigns', CAMPAIGNS, (at) => ({
    settings: { flow: flowOf(at), from: '+4930555', pace },
    state: 'paused',
    createdAt: at,
    createdBy: 'bench',
    rows: 0,
    counts: { waiting: 0, calling: 0, results: {} },
  }));
}

/** As nodes do it; what a flow of fifty steps came to, on two versions. */
async function count({ counts }: Store, now: number): Promise<void> {
  const buckets = [
    ...Array.from({ length: HOURS }, (_, nth) => ({ width: 'hour' as const, nth })),
    ...Array.from({ length: MINUTES }, (_, nth) => ({ width: 'minute' as const, nth })),
  ];
  for (const [number, { width, nth }] of buckets.entries()) {
    const at = (Math.floor(now / WIDTH_MS[width]) - nth) * WIDTH_MS[width];
    const added = (['calls', 'steps'] as const).map((sheet) => ({
      ...{ project, flow: counted, sheet, width, at, keptUntil: now + SPREAD_MS },
      sums: Array.from({ length: SUMS[sheet] }, (_, one) => ({
        version: `v${one % 2}`,
        name: sheet === 'calls' ? `ended reason-${one}` : `visit step-${one}`,
        count: one + 1,
      })),
    }));
    await counts.add({ node: 'bench', number: number + 1, now, added });
  }
}

async function newKey({ registry }: Store, at: number): Promise<string> {
  const keys = new ApiKeys(registry, scryptSecrets);
  const grants = [{ project: '*', role: 'admin' as const }];
  const { token, change } = await keys.create({ name: 'bench', grants }, { id: 'bench', at });
  await registry.write([change]);
  return token;
}
