/** Versions of flows that nodes run from files, over real registries: what a restart leaves, and what several nodes write. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openRedisStore } from '../../../src/adapters/store-redis/index.ts';
import { openSqliteStore } from '../../../src/adapters/store-sqlite/index.ts';
import type { Registry, Store } from '../../../src/engine/ports/index.ts';
import type { BundleFiles } from '../../../src/service/management/bundle.ts';
import { HeldVersions } from '../../../src/service/management/held-versions.ts';
import { NO_RESULTS } from '../../../src/service/management/test-results.ts';
import type { TestResults } from '../../../src/service/management/test-results.ts';
import { startRedis } from '../../adapters/redis/server.ts';
import type { RedisServer } from '../../adapters/redis/server.ts';
import { temporaryFile } from '../../adapters/sqlite-file.ts';
import { flowSaying } from '../../authoring/flow-files/folder.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { flowOf } from '../../engine/scene.ts';

const SECOND = 1_000;
const DEFAULT = 'default';

let redis: RedisServer;
let prefixes = 0;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Gives connections to one body of data. */
type OpenStores = () => () => Promise<Store>;

const openSqlite: OpenStores = () => {
  const { file, remove } = temporaryFile();
  closing.push(remove);
  return () => Promise.resolve(openSqliteStore({ file }));
};

const openRedis: OpenStores = () => {
  prefixes += 1;
  const address = `${redis.address}?prefix=held${prefixes}`;
  return () => openRedisStore({ address, log: new RecordingLog() });
};

/** A node with a clock that a test moves. */
function createNode(registry: Registry, clock = new HandClock(1_000_000)) {
  const log = new RecordingLog();
  const held = new HeldVersions({
    ...{ registry, log },
    now: () => clock.now(),
    runTests: () => Promise.reject(new Error('there are no scenarios')),
  });
  /** Puts what the flow `desk` says into service; returns its version. */
  const save = async (text: string, comment = ''): Promise<string> => {
    clock.pass(SECOND);
    const compiled = flowOf(flowSaying(text));
    const files = { 'desk/flow.yaml': comment + flowSaying(text) };
    await held.hold(compiled, { file: 'desk/flow.yaml', files, readScenarios: () => ({}) });
    return compiled.version;
  };
  const readHistory = () => held.findDeployment(DEFAULT, 'desk')?.history;
  return { held, save, readHistory, log, clock };
}

describe.each([
  ['SQLite', openSqlite],
  ['Redis', openRedis],
])('versions of files, stored with %s', (_store, openStores) => {
  /** Opens a connection to what the test has stored. */
  function useStores(): () => Promise<Registry> {
    const open = openStores();
    return async () => {
      const store = await open();
      closing.push(() => store.close());
      return store.registry;
    };
  }

  test('are found after a restart with other files, with their text, their times and their order', async () => {
    const open = useStores();
    const before = createNode(await open());
    const saved = [await before.save('One.'), await before.save('Two.'), await before.save('Three.')];
    const [one = '', two = '', three = ''] = saved;
    const { createdAt } = (await before.held.find(DEFAULT, 'desk', one)) ?? {};

    const after = createNode(await open(), before.clock);
    const four = await after.save('Four.');
    expect(after.readHistory()).toEqual([three, two, one]);
    expect(after.held.list(DEFAULT, 'desk').map(({ version }) => version)).toEqual([four, three, two, one]);
    expect(await after.held.find(DEFAULT, 'desk', one)).toEqual({
      ...{ flow: 'desk', version: one, file: 'desk/flow.yaml', steps: 2, createdAt, createdBy: 'system' },
      ...{ source: 'files', files: { 'desk/flow.yaml': flowSaying('One.') } },
      ...{ compiled: flowOf(flowSaying('One.')), needs: [] },
    });
    expect(await after.held.find('other', 'desk', one)).toBeUndefined();
  });

  test('have been in service since before a restart with the same files', async () => {
    const open = useStores();
    const before = createNode(await open());
    const version = await before.save('One.');
    const { changedAt } = before.held.findDeployment(DEFAULT, 'desk') ?? {};
    const after = createNode(await open(), before.clock);
    await after.save('One.');
    expect(after.held.findDeployment(DEFAULT, 'desk')).toMatchObject({
      live: version,
      changedAt,
      history: [],
    });
  });

  test('that come back into service are the newest, and keep the time of their first save', async () => {
    const node = createNode(await useStores()());
    const one = await node.save('One.');
    const { createdAt } = node.held.findCurrent('desk') ?? {};
    const two = await node.save('Two.');
    await node.save('One.');
    expect(node.held.findDeployment(DEFAULT, 'desk')).toMatchObject({ live: one, history: [two] });
    expect(node.held.findCurrent('desk')).toMatchObject({ version: one, createdAt });
  });

  test('have the comments of their last save once they are replaced', async () => {
    const open = useStores();
    const node = createNode(await open());
    const one = await node.save('One.');
    await node.save('One.', '# Revised\n');
    await node.save('Two.');
    const { files } = (await createNode(await open()).held.find(DEFAULT, 'desk', one)) ?? {};
    expect(files?.['desk/flow.yaml']).toMatch(/^# Revised\n/);
  });

  test('are kept for the last 20 that were replaced: of 26 saves, 21 stay', async () => {
    const registry = await useStores()();
    const node = createNode(registry);
    const saved: string[] = [];
    for (let save = 1; save <= 26; save += 1) saved.push(await node.save(`Save ${save}.`));
    expect(node.readHistory()).toEqual(saved.slice(5, 25).reverse());
    expect(await node.held.find(DEFAULT, 'desk', saved[4] ?? '')).toBeUndefined();
    expect(await node.held.find(DEFAULT, 'desk', saved[5] ?? '')).toBeDefined();
    expect(await registry.count('held-versions/desk')).toBe(21);
    expect(await registry.count('held-sources/desk')).toBe(21);
  });

  test('are written once by two nodes with the same files, whoever is first', async () => {
    const open = useStores();
    const clock = new HandClock(1_000_000);
    const nodes = [createNode(await open(), clock), createNode(await open(), clock)];
    for (let save = 1; save <= 8; save += 1)
      await Promise.all(nodes.map((node) => node.save(`Save ${save}.`)));
    const [first, second] = nodes.map(({ readHistory }) => readHistory());
    expect(first).toHaveLength(7);
    expect(second).toEqual(first);
    expect(nodes.flatMap(({ log }) => log.lines)).toEqual([]);
    expect(await (await open()).count('held-sources/desk')).toBe(8);
  });

  test('are shown while they are in service although the store refuses them', async () => {
    const registry = await useStores()();
    const refusing = { ...bindRegistry(registry), write: () => Promise.reject(new Error('full')) };
    const node = createNode(refusing);
    await node.save('One.');
    const two = await node.save('Two.');
    expect(node.held.findDeployment(DEFAULT, 'desk')).toMatchObject({ live: two, history: [] });
    expect(await node.held.find(DEFAULT, 'desk', two)).toMatchObject({ version: two });
    expect(node.log.of('warn')).toEqual([
      'cannot store a version of files: its recorded calls will not find it',
      'cannot store a version of files: its recorded calls will not find it',
    ]);
  });

  test('of a flow whose files are removed are found, but not listed', async () => {
    const node = createNode(await useStores()());
    const one = await node.save('One.');
    node.held.release('desk');
    expect(node.held.list(DEFAULT)).toEqual([]);
    expect(await node.held.find(DEFAULT, 'desk', one)).toMatchObject({ version: one });
  });
});

function bindRegistry(registry: Registry): Registry {
  return {
    get: (kind, id) => registry.get(kind, id),
    list: (kind, page) => registry.list(kind, page),
    count: (kind) => registry.count(kind),
    write: (changes) => registry.write(changes),
    kinds: () => registry.kinds(),
    revision: (collections) => registry.revision(collections),
  };
}

describe('scenarios of versions of files', () => {
  const RESULTS = { ...NO_RESULTS, passed: 1 };

  /** A node that runs flows with scenarios; `run` is what a run of the scenarios of a flow does. */
  async function holdFlows(flows: string[], run: (file: string) => Promise<TestResults>) {
    const { file, remove } = temporaryFile();
    const store = openSqliteStore({ file });
    closing.push(remove, () => store.close());
    const running = { now: 0, most: 0, started: [] as string[] };
    const runTests = async (_project: string, files: BundleFiles) => {
      const scenarios = Object.keys(files).find((name) => name.endsWith('.scenarios.yaml')) ?? '';
      running.started.push(scenarios);
      running.most = Math.max(running.most, (running.now += 1));
      try {
        return await run(scenarios);
      } finally {
        running.now -= 1;
      }
    };
    const held = new HeldVersions({
      registry: store.registry,
      log: new RecordingLog(),
      now: () => 1,
      runTests,
    });
    for (const flow of flows) {
      const compiled = { ...flowOf(flowSaying('Hello.')), name: flow };
      const readScenarios = () => ({ [`${flow}.scenarios.yaml`]: 'scenarios: []' });
      await held.hold(compiled, { file: `${flow}.yaml`, files: {}, readScenarios });
    }
    const readTests = async (flow: string) => {
      const current = held.findCurrent(flow);
      if (current === undefined) throw new Error(`no flow ${flow}`);
      return held.tests(current);
    };
    return { readTests, running };
  }

  test('run one after another, once for all who ask', async () => {
    const flows = ['a', 'b', 'c'];
    const { readTests, running } = await holdFlows(flows, async () => {
      await setImmediate();
      return RESULTS;
    });
    const read = await Promise.all([...flows, ...flows].map(readTests));
    expect(read.map(({ results }) => results.passed)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(running.most).toBe(1);
    expect(running.started).toEqual(flows.map((flow) => `${flow}.scenarios.yaml`));
  });

  test('a run that fails is told, does not stop those after it, and is repeated when asked for again', async () => {
    const failures = [new Error('the build queue is full')];
    const { readTests } = await holdFlows(['a', 'b'], () => {
      const failure = failures.pop();
      return failure === undefined ? Promise.resolve(RESULTS) : Promise.reject(failure);
    });
    const [first, second] = await Promise.allSettled([readTests('a'), readTests('b')]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect((await readTests('a')).results.passed).toBe(1);
  });
});
