/** What the release before has laid out is refused, until the address says that it is taken over. */
import { Cluster, Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { Script } from '../../src/adapters/store-redis/script.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import type { CommitParts } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startCluster } from './redis/cluster.ts';
import { startRedis } from './redis/server.ts';

/** More of a partition than is taken over at once. */
const CALLS = 700;
const PARTITIONS = 2;
const tags = Array.from({ length: PARTITIONS }, (_, number) => `ringflow:{p${number}}:`);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Today's first moment: Redis expires by its own clock. */
const day = Math.floor(Date.now() / DAY) * DAY;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(address: string, settings = ''): Promise<Store> {
  const store = await openRedisStore({
    address: `${address}?partitions=${PARTITIONS}${settings}`,
    log: new RecordingLog(),
  });
  closing.push(() => store.close());
  return store;
}

/** Calls of two projects and three flows, every third of them over. */
async function fill(store: Store): Promise<void> {
  await Promise.all(
    Array.from({ length: CALLS }, (_, number) => {
      const project = number % 2 === 0 ? 'default' : 'shop';
      const over = number % 3 === 0 && { expiresAt: 9_000 };
      const parts = { id: `${project}.c${number}`, startedAt: 1_000 + number, ...over };
      const flow = { name: `flow-${number % 3}` };
      return commitAll(store, [
        { ...parts, ...(number % 5 === 0 && { commands: [1, 2] }), project, flow },
        ...(number % 7 === 0 ? [{ ...parts, seq: 2, project, flow }] : []),
      ]);
    }),
  );
}

async function commitAll(
  store: Store,
  commits: (CommitParts & { project: string; flow: { name: string } })[],
): Promise<void> {
  for (const { project, flow, ...parts } of commits) {
    const commit = commitOf(parts);
    Object.assign(commit.record, { project, flow: { ...commit.record.flow, ...flow } });
    expect(await store.commit(commit)).toMatchObject({ outcome: 'committed' });
  }
}

const flows = ['flow-0', 'flow-1', 'flow-2'];
const names = ['default', 'shop'].flatMap((project) => [
  `p:${project}`,
  ...flows.map((flow) => (project === 'default' ? `f:${flow}` : `f:${project}/${flow}`)),
]);
const lists = tags.flatMap((tag) =>
  names.flatMap((name) => ['L', 'E'].map((state) => ({ tag, name, state }))),
);

const keyOf = ({ tag, name, state }: (typeof lists)[number]) => `${tag}list:${state}:${name}`;
const membersOf = (client: Redis | Cluster, key: string) => client.zrange(key, 0, '-1', 'WITHSCORES');

/** As it is, in whichever layout. */
const callIn = async (client: Redis | Cluster, key: string) =>
  (await client.type(key)) === 'string' ? client.get(key) : client.hgetall(key);

const ids = Array.from(
  { length: CALLS },
  (_, number) => `${number % 2 === 0 ? 'default' : 'shop'}.c${number}`,
);

/** All that is kept of calls and that they are listed by, by key. */
async function laidOut(client: Redis | Cluster): Promise<Record<string, unknown>> {
  const keys = [...lists.map(keyOf), ...tags.flatMap((tag) => [`${tag}numbers`, `${tag}index`])];
  const members = await Promise.all(keys.map(async (key) => [key, await membersOf(client, key)] as const));
  const calls = await Promise.all(
    tags.flatMap((tag) =>
      ids.map(async (id) => [`${tag}c:${id}`, await callIn(client, `${tag}c:${id}`)] as const),
    ),
  );
  const former = tags.flatMap((tag) => ids.flatMap((id) => [`${tag}o:${id}`, `${tag}t:${id}`]));
  const counts = await Promise.all(former.map(async (key) => [key, await client.exists(key)] as const));
  return Object.fromEntries([...members, ...calls, ...counts]) as Record<string, unknown>;
}

/** Makes of what this release has laid out what a former one would have. */
async function makeFormer(client: Redis | Cluster, layout: 1 | 3): Promise<void> {
  for (const tag of tags) await Promise.all(ids.map((id) => makeCallFormer(client, { tag, id }, layout)));
  for (const list of lists) {
    const members = await membersOf(client, keyOf(list));
    const [kind, name] = list.name.split(':');
    for (let at = 0; at < members.length && (layout === 3 || kind === 'f'); at += 2) {
      const place = `${(members[at + 1] ?? '').padStart(14, '0')} ${members[at]}`;
      await client.zadd(`${list.tag}index`, 0, `${kind} ${name} ${list.state} ${place}`);
    }
    await client.del(keyOf(list));
  }
  for (const tag of tags) {
    const numbers = await client.zrange(`${tag}numbers`, 0, '-1');
    for (const entry of numbers) await client.zadd(`${tag}index`, 0, `n ${entry}`);
    await client.del(`${tag}numbers`);
  }
  await client.set('ringflow:{layout}', `layout ${layout}, ${PARTITIONS} partitions`);
}

/** Under three keys; in layout 1 with what it is listed by before the record. */
async function makeCallFormer(
  client: Redis | Cluster,
  { tag, id }: { tag: string; id: string },
  layout: 1 | 3,
): Promise<void> {
  const key = `${tag}c:${id}`;
  const { h = '', r, ...trace } = await client.hgetall(key);
  if (r === undefined) return;
  const [line = '', ...outbox] = h.split('\n');
  await client.del(key);
  await client.set(
    key,
    `${Object.keys(trace).length}|${line === '' ? '|' : line}${layout === 1 ? '|desk\tv1\t4930111\t1000' : ''}\n${r}`,
  );
  if (outbox.length > 0) await client.set(`${tag}o:${id}`, outbox.join('\n'));
  for (const seq of Object.keys(trace).sort((one, other) => Number(one) - Number(other)))
    await client.rpush(`${tag}t:${id}`, trace[seq] ?? '');
}

const kinds = {
  'one Redis': {
    partitions: 8,
    start: () => startRedis(),
    clientOf: (address: string): Redis | Cluster => new Redis(address),
  },
  'a Redis Cluster': {
    partitions: 32,
    start: () => startCluster(3),
    clientOf: (address: string): Redis | Cluster =>
      new Cluster(
        address
          .replace(/^.*\/\//, '')
          .split(',')
          .map((host) => ({ host: '127.0.0.1', port: Number(host.split(':')[1]) })),
      ),
  },
};

describe.each(Object.entries(kinds))(
  'calls of the former layout in %s',
  (_name, { start, clientOf, partitions }) => {
    let address: string;
    let stop: () => Promise<void>;
    let client: Redis | Cluster;
    let listed: Record<string, unknown>;

    beforeAll(async () => {
      const server = await start();
      ({ address } = server);
      stop = () => server.stop();
      client = clientOf(address);
      await fill(await open(address));
      listed = await laidOut(client);
      // Each has a time or score behind it.
      expect(
        Object.values(listed).flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : [])),
      ).toHaveLength(2 * 3 * CALLS);
    });

    afterAll(async () => {
      client.disconnect();
      await stop();
    });

    test('are in as many parts as fit, where nobody says how many', async () => {
      const store = await openRedisStore({ address: `${address}?prefix=new`, log: new RecordingLog() });
      closing.push(() => store.close());
      expect(await client.get('new:{layout}')).toBe(`layout 4, ${partitions} partitions`);
    });

    test('are refused as they are, and it is told what to do', async () => {
      await makeFormer(client, 1);
      const former = await laidOut(client);
      expect(former).not.toEqual(listed);
      await expect(open(address)).rejects.toMatchObject({
        code: 'store_layout',
        retryable: false,
        message: expect.stringMatching(/layout 1; here: 4.*stop all of its nodes.*upgrade=yes/) as string,
      });
      expect(await laidOut(client)).toEqual(former);
      await open(address, '&upgrade=yes');
      expect(await laidOut(client)).toEqual(listed);
    });

    test.each([1, 3] as const)(
      'are taken over from layout %i by several nodes at once, and listed as if they had been laid out so',
      async (layout) => {
        await makeFormer(client, layout);
        const stores = await Promise.all([1, 2].map(() => open(address, '&upgrade=yes')));
        expect(await laidOut(client)).toEqual(listed);
        for (const store of [...stores, await open(address)]) {
          expect(await store.count({ project: 'shop' })).toBe(CALLS / 2);
          expect(await store.count({ state: 'ended' })).toBe(Math.ceil(CALLS / 3));
        }
      },
    );

    test('are taken over up to what is none, which is told; the former release refuses what is left from then on', async () => {
      await makeFormer(client, 3);
      const [tag = ''] = tags;
      await client.set(`${tag}c:default.spoilt`, 'text');
      await expect(open(address, '&upgrade=yes')).rejects.toMatchObject({
        code: 'store_layout',
        message: expect.stringContaining(
          `"${tag}c:default.spoilt" is not a call of an earlier release`,
        ) as string,
      });
      expect(await client.get('ringflow:{layout}')).toBe(
        `layout 3, ${PARTITIONS} partitions, being taken over`,
      );
      expect(await client.get(`${tag}c:default.spoilt`)).toBe('text');
      await expect(open(address)).rejects.toMatchObject({ code: 'store_layout' });
      await client.del(`${tag}c:default.spoilt`);
      await open(address, '&upgrade=yes');
      expect(await laidOut(client)).toEqual(listed);
      expect(await client.get('ringflow:{layout}')).toBe(`layout 4, ${PARTITIONS} partitions`);
    });

    test.each([
      ['without a trace', { c: '1||\n{}' }],
      ['with fewer entries of trace than there were events', { c: '2||\n{}', t: '{}' }],
      ['with a trace that is none', { c: '1||\n{}', o: 'x', t: undefined }],
      ['without a sequence number', { c: '||\n{}', t: '{}' }],
    ])('are left alone %s', async (_what, parts: { c: string; o?: string; t?: string | undefined }) => {
      await makeFormer(client, 3);
      const key = (kind: string) => `${tags[0] ?? ''}${kind}:default.spoilt`;
      await client.set(key('c'), parts.c);
      if (parts.o !== undefined) await client.set(key('o'), parts.o);
      if (parts.t !== undefined) await client.rpush(key('t'), parts.t);
      await expect(open(address, '&upgrade=yes')).rejects.toMatchObject({ code: 'store_layout' });
      expect(await client.get(key('c'))).toBe(parts.c);
      expect(await client.get(key('o'))).toBe(parts.o ?? null);
      expect(await client.lrange(key('t'), 0, -1)).toEqual(parts.t === undefined ? [] : [parts.t]);
      await client.unlink(key('c'));
      await client.unlink(key('o'));
      await client.unlink(key('t'));
      await open(address, '&upgrade=yes');
    });

    test('are not listed as they were before by a node that is late, once another one has gone on', async () => {
      const [tag = ''] = tags;
      const keys = [`${tag}index`, `${tag}numbers`, `${tag}list:L:p:default`, `${tag}list:L:f:flow-0`];
      const entries = [
        ...['f flow-0 L 00000000000001 default.gone', 3, 4, '00000000000001', 'default.gone'],
        ...['n 4930111 00000000000001 default.gone', 2, 2, 0, '4930111 00000000000001 default.gone'],
      ];
      await new Script('list-apart').run(client, keys, entries);
      expect(await laidOut(client)).toEqual(listed);
    });

    test('are taken over once their replicas have them', async () => {
      await makeFormer(client, 3);
      await expect(open(address, '&upgrade=yes&replicas=1&timeout=500')).rejects.toMatchObject({
        code: 'store_unavailable',
      });
      expect(await client.get('ringflow:{layout}')).toContain('layout 3');
      await open(address, '&upgrade=yes');
      expect(await laidOut(client)).toEqual(listed);
    });

    test('with another number of partitions are refused even then, and those of this layout stay as they are', async () => {
      await open(address, '&upgrade=yes');
      expect(await laidOut(client)).toEqual(listed);
      await client.set('ringflow:{layout}', 'layout 9, 2 partitions');
      await expect(open(address, '&upgrade=yes')).rejects.toThrow(/layout 9.*it belongs to a later release/);
      await client.set('ringflow:{layout}', 'layout 1, 4 partitions');
      await expect(open(address, '&upgrade=yes')).rejects.toMatchObject({ code: 'store_layout' });
      expect(await client.get('ringflow:{layout}')).toBe('layout 1, 4 partitions');
      await client.set('ringflow:{layout}', `layout 4, ${PARTITIONS} partitions`);
    });

    describe('and what was counted', () => {
      const series = { project: 'default', flow: 'desk', sheet: 'steps' as const, width: 'hour' as const };
      const all = { from: day - 2 * DAY, until: day + 2 * DAY };
      const counted = async ({ counts }: Store, width: 'hour' | 'minute' = 'hour') =>
        (await counts.sum({ ...series, width }, all))
          .map(({ version, count }) => `${version} ${count}`)
          .sort();
      const told = async ({ counts }: Store) =>
        (await counts.read(series, all)).reduce((sum, { sums }) => sum + (sums['visit a b'] ?? 0), 0);

      /** As nodes of layout 2 did: to the hour and the minute alone. */
      async function addFormerly(hours: number): Promise<void> {
        for (let nth = 0; nth < hours; nth += 1)
          for (const [width, at] of [
            ['hour', day - DAY + nth * HOUR],
            ['minute', day - nth * MINUTE],
          ] as const) {
            const key = `ringflow:{counts}:default:desk:steps:${width}:${at}`;
            await client.hincrby(key, 'v1 visit a b', 2);
            await client.hincrby(key, 'v2 visit a b', 1);
            await client.pexpireat(key, at + HOUR + 9 * DAY);
          }
      }

      beforeAll(async () => {
        await addFormerly(30);
        await client.set('ringflow:{counts}:from:gone', 7);
      });

      test('has sums of days once it is taken over, by several nodes at once and anew', async () => {
        for (const layout of [1, 2]) {
          await client.set('ringflow:{layout}', `layout ${layout}, ${PARTITIONS} partitions`);
          const stores = await Promise.all([1, 2].map(() => open(address, '&upgrade=yes')));
          for (const store of stores)
            for (const width of ['hour', 'minute'] as const)
              expect(await counted(store, width)).toEqual(['v1 60', 'v2 30']);
        }
        expect(await client.get('ringflow:{layout}')).toBe(`layout 4, ${PARTITIONS} partitions`);
        expect(await client.get('ringflow:{counts}:from:gone')).toBe('7');
        const days = [day - DAY, day].map((at) => `ringflow:{counts}:default:desk:steps:day:${at}`);
        expect(await Promise.all(days.map((key) => client.hget(key, 'v1 visit a b')))).toEqual(['48', '12']);
      });

      test('is kept as long as the day that it is in', async () => {
        const expiry = async (width: string, at: number) =>
          client.pexpiretime(`ringflow:{counts}:default:desk:steps:${width}:${at}`);
        const last = await expiry('day', day - DAY);
        expect(last / MINUTE).toBeCloseTo((day + 9 * DAY) / MINUTE, 0);
        for (const [width, at] of [
          ['hour', day - DAY],
          ['hour', day - HOUR],
          ['quarter_day', day - 6 * HOUR],
        ] as const)
          expect(Math.abs((await expiry(width, at)) - last)).toBeLessThan(MINUTE);
      });

      test('counts once what nodes of today add while another one still takes over', async () => {
        const store = await open(address);
        const takeOver = async () => {
          await client.set('ringflow:{layout}', `layout 2, ${PARTITIONS} partitions`);
          await open(address, '&upgrade=yes');
        };
        const adding = async () => {
          for (let number = 1; number <= 40; number += 1) {
            const sums = [{ version: 'v1', name: 'visit a b', count: 1 }];
            const added = [
              { ...series, at: day - DAY + (number % 24) * HOUR, keptUntil: day + 9 * DAY, sums },
            ];
            await store.counts.add({ node: 'today', number, now: Date.now(), added });
          }
        };
        await Promise.all([adding(), takeOver(), adding()]);
        expect(await counted(store)).toEqual(['v1 100', 'v2 30']);
        expect(await told(store)).toBe(130);
      });
    });
  },
);
