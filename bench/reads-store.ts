/** Fills a store as after weeks of use: 100,000 ended calls, 10,000 live calls, and documents of operators. */
import { openRedisStore } from '../src/adapters/store-redis/index.ts';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import type { CompiledFlow } from '../src/language/model/index.ts';
import { WIDTH_MS } from '../src/engine/ports/index.ts';
import type { Store, Sum } from '../src/engine/ports/index.ts';
import { commitOf } from '../test/builders/commit.ts';
import { compileOrThrow, createKey, quietLog as log } from './fixtures.ts';
import { flowOfSteps } from './flow-text.ts';

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
/** The flow that is counted has so many steps, and so many sums of calls and of steps on each version in a bucket. */
const STEPS = 50;
const SUMS = { calls: 6, steps: 75 };
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
    return await createKey(store);
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

/** As nodes do it; what a flow came to, on two versions. */
async function count(store: Store, now: number): Promise<void> {
  const flows = ['A version.', 'Another version.'].map((say) => compiled(say));
  for (const flow of flows) await store.putFlow(flow.version, JSON.stringify(flow), now + SPREAD_MS);
  const buckets = [
    ...Array.from({ length: HOURS }, (_, nth) => ({ width: 'hour' as const, nth })),
    ...Array.from({ length: MINUTES }, (_, nth) => ({ width: 'minute' as const, nth })),
  ];
  for (const [number, { width, nth }] of buckets.entries()) {
    const at = (Math.floor(now / WIDTH_MS[width]) - nth) * WIDTH_MS[width];
    const added = (['calls', 'steps'] as const).map((sheet) => ({
      ...{ project, flow: counted, sheet, width, at, keptUntil: now + SPREAD_MS },
      sums: flows.flatMap((flow) => sumsOf(flow, sheet)),
    }));
    await store.counts.add({ node: 'bench', number: number + 1, now, added });
  }
}

function compiled(say: string): CompiledFlow {
  return compileOrThrow(flowOfSteps(STEPS, counted).replace('Please call again later.', say));
}

/** Visits of each step, and the ways out of some. */
function sumsOf({ version, steps }: CompiledFlow, sheet: keyof typeof SUMS): Sum[] {
  const names = Object.keys(steps);
  return Array.from({ length: SUMS[sheet] }, (_, one) => {
    const step = names[one % STEPS] ?? '';
    const ofSteps = one < STEPS ? `visit ${step}` : `left ${step} next`;
    return { version, name: sheet === 'calls' ? `ended reason-${one}` : ofSteps, count: one + 1 };
  });
}
