/** A version that is tried on two nodes which share a Redis: it goes, once, when it fails, and stays when it does not. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { scryptSecrets } from '../../src/adapters/secrets-scrypt/index.ts';
import { ApiKeys } from '../../src/service/management/index.ts';
import { configOf } from '../builders/config.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { until } from '../engine/until.ts';
import { startRedis } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import { asker } from '../service/http/api/scene.ts';

const NUMBER = '+4930555777';
const MIN_CALLS = 5;
/** So many calls on a version that works are looked at, beyond those that are enough to conclude something. */
const ENOUGH = 3 * MIN_CALLS;

let redis: RedisServer;
const open: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  redis = await startRedis();
});

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

afterAll(() => redis.stop());

const desk = (text: string, work: string, name = 'desk') => `ringflow: 1
name: ${name}
languages: [en-US]
on: { error: sorry }
steps:
  hello: { say: ${text} }
  work: { ${work} }
  helped: { outcome: helped, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
const works = 'say: Done.';
/** Nobody listens on that port. */
const fails = 'http: { get: "http://127.0.0.1:9/" }';

interface Counted {
  version: string;
  calls: { begun: number; ended: number; failed: number };
}

/** Two nodes on one Redis; every other call comes in at the second one. */
async function scene(prefix: string) {
  const address = `${redis.address}?prefix=${prefix}`;
  const emulator = await startEmulator({ settings: { charactersPerSecond: 1_000, setupMs: 1 } });
  open.push(() => emulator.close());
  const logs = [new RecordingLog(), new RecordingLog()];
  const nodes = await Promise.all(
    logs.map(async (log) => {
      const config = configOf(emulator.url, { store: { kind: 'redis', address } });
      const node = await startService({ config, flows: [], log });
      open.push(() => node.stop());
      return node;
    }),
  );
  const numbers = nodes.map(({ hookUrl }, at) => {
    const number = `${NUMBER}${at}`;
    emulator.act(({ control }) => control.setNumber(number, { webhook: hookUrl }));
    return number;
  });
  const admin = asker(`${nodes[0]?.url ?? ''}/api/v1`, await firstKey(address));
  await admin('PUT', '/projects/default/routes/all', { number: '*', flow: 'desk' });
  const handIn = async (text: string) => {
    const { body } = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': text } });
    return (body as { versions: { version: string }[] }).versions[0]?.version ?? '';
  };
  const deploy = (version: string, more: object = {}, flow = 'desk') =>
    admin('PUT', `/projects/default/deployments/${flow}`, { version, ...more });
  let callers = 0;
  const call = () => {
    callers += 1;
    const to = numbers[callers % 2] ?? NUMBER;
    return emulator.act(({ people }, now) => people.ring({ from: `+49151${10_000_000 + callers}`, to }, now));
  };
  const deployment = async (flow = 'desk') =>
    (await admin('GET', `/projects/default/deployments/${flow}`)).body as {
      canary?: object;
      takenBack?: { version: string; reason: string };
    };
  const counted = async (version: string) => {
    const { body } = await admin('GET', `/projects/default/flows/desk/stats?version=${version}`);
    return (body as { versions: Counted[] }).versions[0]?.calls ?? { begun: 0, ended: 0, failed: 0 };
  };
  return { address, admin, logs, handIn, deploy, call, deployment, counted };
}

/** Resolves when every canary was looked at once more: one of the last flow is taken back, which fails by its counts. */
async function lookedAt({ address, handIn, deploy, deployment }: Awaited<ReturnType<typeof scene>>) {
  const flow = 'zeal';
  await deploy(await handIn(desk('One.', works, flow)), {}, flow);
  const version = await handIn(desk('Two.', fails, flow));
  await deploy(version, { percent: 1, guard: { maxErrorPercent: 1, minCalls: 1 } }, flow);
  const store = await openRedisStore({ address, log: new RecordingLog() });
  const now = store.now();
  const at = now - (now % 60_000);
  const sums = ['ended', 'failed'].map((name) => ({ version, name, count: 9 }));
  const series = { project: 'default', flow, sheet: 'calls' as const, width: 'minute' as const };
  const added = [{ ...series, at, keptUntil: now + 60_000, sums }];
  await store.counts.add({ node: 'test', number: 1, now, added });
  await store.close();
  await until(async () => (await deployment(flow)).takenBack);
}

async function firstKey(address: string): Promise<string> {
  const store = await openRedisStore({ address, log: new RecordingLog() });
  const keys = new ApiKeys(store.registry, scryptSecrets);
  const grants = [{ project: '*', role: 'admin' as const }];
  const { token, change } = await keys.create({ name: 'test', grants }, { id: 'test', at: Date.now() });
  await store.registry.write([change]);
  await store.close();
  return token;
}

test('a version that fails on half of the calls takes none any more, once and with a reason', async () => {
  const { admin, logs, handIn, deploy, call, deployment, counted } = await scene('bad');
  const good = await handIn(desk('One.', works));
  const bad = await handIn(desk('Two.', fails));
  await deploy(good);
  await deploy(bad, { percent: 50, guard: { maxErrorPercent: 20, minCalls: MIN_CALLS } });
  // Not all at once, so that some come after it is known.
  while ((await deployment()).takenBack === undefined) {
    call();
    await until(async () => (await admin('GET', '/projects/default/calls?state=live')).status === 200);
  }
  const { takenBack, canary } = await deployment();
  expect(canary).toBeUndefined();
  expect(takenBack).toMatchObject({
    version: bad,
    reason: expect.stringMatching(/^(\d+) of \1 calls failed, more than 20 %/) as string,
  });
  const { body } = await admin('GET', '/audit');
  const { items } = body as { items: { by: string; action: string; detail: { ended: number } }[] };
  const bySystem = items.filter(({ by }) => by === 'system');
  expect(bySystem).toMatchObject([
    { action: 'flow.rollback', detail: { version: bad, reason: takenBack?.reason } },
  ]);
  expect(bySystem[0]?.detail.ended).toBeGreaterThanOrEqual(MIN_CALLS);
  expect(logs.flatMap((log) => log.of('error'))).toEqual(['canary rolled back']);
  expect((await counted(bad)).failed).toBeGreaterThanOrEqual(MIN_CALLS);
});

test('a version that works stays, however much it is looked at', async () => {
  const service = await scene('good');
  const { logs, handIn, deploy, call, deployment, counted } = service;
  const [first, second] = [await handIn(desk('One.', works)), await handIn(desk('Two.', works))];
  await deploy(first);
  await deploy(second, {
    percent: 50,
    guard: { maxErrorPercent: 20, maxHangupPercent: 20, minCalls: MIN_CALLS },
  });
  let calls = 0;
  while ((await counted(second)).ended < ENOUGH) {
    const seen = calls;
    for (; calls < seen + ENOUGH; calls += 1) call();
    await until(async () => {
      const [one, two] = [await counted(first), await counted(second)];
      return one.ended + two.ended === calls;
    });
  }
  expect(await counted(second)).toMatchObject({ failed: 0 });
  await lookedAt(service);
  expect(await deployment()).toMatchObject({ canary: { version: second, percent: 50 } });
  const told = logs.flatMap(({ lines }) => lines.filter(({ level }) => level === 'error'));
  expect(told.map(({ fields }) => fields.flow)).toEqual(['zeal']);
});
