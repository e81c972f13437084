/** What a Redis may refuse, and what is said of it; with real servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { callId } from '../../src/call/index.ts';
import { issueCertificate } from '../../src/platform/emulator/http/certificate.ts';
import { commitOf } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { ask, DURABLE, startRedis, until } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';
import { freePort } from '../setup/free-port.ts';

const id = callId('default.call-1');
const opened: (() => unknown)[] = [];
let log = new RecordingLog();

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  log = new RecordingLog();
});

async function redis(...args: string[]): Promise<RedisServer> {
  const server = await startRedis(...args);
  opened.push(() => server.stop());
  return server;
}

async function open(address: string) {
  const store = await openRedisStore({ address, log });
  opened.push(() => store.close());
  return store;
}

/** What is said when it cannot be opened; of whatever is told or logged nothing is a password. */
async function refusal(address: string): Promise<{ code: string; message: string; retryable: boolean }> {
  const error = await open(address).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(inspect([error, log.lines], { depth: 20 })).not.toContain('hunter2');
  return error as { code: string; message: string; retryable: boolean };
}

describe('who may come in', () => {
  test('the right password opens', async () => {
    const { port } = await redis();
    await ask(port, 'CONFIG SET requirepass hunter2');
    await (await open(`redis://:hunter2@127.0.0.1:${port}`)).check();
  });

  test.each([
    ['no password', '', 'requires a user and a password: add them to the address'],
    ['a wrong password', ':hunter22@', 'rejected the user or password'],
    ['a user that is not known', 'bob:hunter2@', 'rejected the user or password'],
  ])('%s does not', async (_what, user, says) => {
    const { port } = await redis();
    await ask(port, 'CONFIG SET requirepass hunter2');
    expect(await refusal(`redis://${user}127.0.0.1:${port}?timeout=10000`)).toMatchObject({
      code: 'store_refused',
      message: `Redis ${says}`,
    });
  });

  test('a user of its own with the rights on its keys is enough', async () => {
    const { port } = await redis();
    await ask(
      port,
      'ACL SETUSER ringflow on >hunter2 ~acme:* +@read +@write +@scripting +@connection +time +info +wait',
    );
    const store = await open(`redis://ringflow:hunter2@127.0.0.1:${port}?prefix=acme`);
    await store.commit(commitOf({ commands: [1], wakeAt: 5 }));
    expect(await store.claim('a', 10, 20, 5)).toHaveLength(1);
    expect((await store.list({}, { limit: 1 })).calls).toHaveLength(1);
    expect(log.of('warn')).toEqual([
      'Redis does not persist its writes: calls are lost when it restarts; set appendonly to yes',
    ]);
  });

  test.each([
    ['on other keys', '~other:* +@all'],
    ['to read only', '~* +@read +@connection +info +@scripting'],
  ])('a user with rights %s is refused', async (_what, rights) => {
    const { port } = await redis();
    await ask(port, `ACL SETUSER ringflow on >hunter2 ${rights}`);
    expect(await refusal(`redis://ringflow:hunter2@127.0.0.1:${port}`)).toMatchObject({
      code: 'store_refused',
      message: 'Redis denied permission: the user needs read, write and scripting rights on its keys',
    });
  });

  test('a failure holds nothing of what was sent, such as what callers entered (I7)', async () => {
    const { port } = await redis();
    await ask(port, 'ACL SETUSER ringflow on >hunter2 ~* +@all');
    const store = await open(`redis://ringflow:hunter2@127.0.0.1:${port}`);
    await ask(port, 'ACL SETUSER ringflow -@write');
    const error: unknown = await store
      .commit(commitOf({ context: { vars: { pin: '4711' } } }))
      .catch((e: unknown) => e);
    expect(inspect(error, { depth: 20 })).toMatch(/store_refused/);
    expect(inspect(error, { depth: 20 })).not.toContain('4711');
  });

  test('a user who may not see the settings is told what to look at', async () => {
    const { port } = await redis();
    await ask(port, 'ACL SETUSER ringflow on >hunter2 ~* +@all -info');
    await open(`redis://ringflow:hunter2@127.0.0.1:${port}`);
    expect(log.of('warn')).toContain(
      'the settings of Redis cannot be read (INFO): make sure of maxmemory-policy noeviction and appendonly yes',
    );
  });

  test('rights that are taken away while calls go on are a failure that may pass', async () => {
    const { port } = await redis();
    await ask(port, 'ACL SETUSER ringflow on >hunter2 ~* +@all');
    const store = await open(`redis://ringflow:hunter2@127.0.0.1:${port}`);
    await ask(port, 'ACL SETUSER ringflow -@write');
    await expect(store.commit(commitOf())).rejects.toMatchObject({ code: 'store_refused', retryable: true });
    await ask(port, 'ACL SETUSER ringflow +@write');
    expect(await store.commit(commitOf())).toMatchObject({ outcome: 'committed' });
  });
});

describe('where nothing listens', () => {
  test('an address is refused in a sentence', async () => {
    const server = await redis();
    await server.kill();
    expect(await refusal(`${server.address}?timeout=200`)).toMatchObject({
      code: 'store_unavailable',
      retryable: true,
      message: expect.stringMatching(/^Redis cannot be reached: .*ECONNREFUSED/) as string,
    });
  });
});

describe('TLS', () => {
  async function secured() {
    const folder = mkdtempSync(join(tmpdir(), 'ringflow-tls-'));
    opened.push(() => {
      rmSync(folder, { recursive: true });
    });
    const { cert, key, ca } = issueCertificate(Date.now());
    const files = {
      cert: join(folder, 'cert.pem'),
      key: join(folder, 'key.pem'),
      ca: join(folder, 'ca.pem'),
    };
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
    writeFileSync(files.ca, ca);
    const tlsPort = await freePort();
    const tls = ['--tls-cert-file', files.cert, '--tls-key-file', files.key, '--tls-ca-cert-file', files.ca];
    await redis('--tls-port', String(tlsPort), '--tls-auth-clients', 'no', ...tls);
    return { tlsPort, ca };
  }

  test('with a certificate that this machine trusts is spoken', async () => {
    const { tlsPort, ca } = await secured();
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, ca]);
    opened.unshift(() => {
      setDefaultCACertificates(usual);
    });
    const store = await open(`rediss://127.0.0.1:${tlsPort}`);
    expect(await store.commit(commitOf())).toMatchObject({ outcome: 'committed' });
  });

  test('with a certificate that nobody vouches for is refused', async () => {
    const { tlsPort } = await secured();
    expect(await refusal(`rediss://127.0.0.1:${tlsPort}?timeout=2000`)).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/self-signed certificate in certificate chain/) as string,
    });
  });

  test('is not spoken where it is not asked for', async () => {
    const { tlsPort } = await secured();
    expect(await refusal(`redis://127.0.0.1:${tlsPort}?timeout=2000`)).toMatchObject({
      code: 'store_unavailable',
    });
  });
});

describe('a Redis that calls go on with', () => {
  test('and that has forgotten its scripts is told them again (NOSCRIPT)', async () => {
    const { port, address } = await redis();
    const store = await open(address);
    await store.commit(commitOf());
    await ask(port, 'SCRIPT FLUSH');
    const all = [
      store.commit(commitOf({ seq: 2 })),
      store.commit(commitOf({ id: 'default.x' })),
      store.count({ flow: 'front-desk', since: 5_000 }),
    ];
    expect(await Promise.all(all)).toMatchObject([{ outcome: 'committed' }, { outcome: 'committed' }, 0]);
    expect(await store.trace(id)).toHaveLength(2);
  });

  test('and that is away for a while is told of once, and once when it is back', async () => {
    const server = await redis();
    const store = await open(server.address);
    await server.kill();
    const tries = Array.from({ length: 3 }, () => store.commit(commitOf()).catch(() => 'refused'));
    expect(await Promise.all(tries)).toEqual(['refused', 'refused', 'refused']);
    await until('it is missed', () =>
      Promise.resolve(log.of('warn').some((line) => line.includes('connection'))),
    );
    await server.restart();
    await until('it is back', () => Promise.resolve(log.of('info').length > 0));
    expect(log.of('info')).toEqual(['connection to Redis restored']);
    expect(log.of('warn').filter((line) => line.includes('connection'))).toEqual([
      'connection to Redis lost, reconnecting',
    ]);
  });

  test('and that is away for another reason than before is told of again', async () => {
    const server = await redis();
    await open(server.address);
    const told = () => log.lines.filter(({ message }) => message.includes('connection to Redis lost'));
    await ask(server.port, 'CONFIG SET requirepass hunter2\r\nCLIENT KILL TYPE normal');
    await until('it is refused', () => Promise.resolve(told().length === 1));
    await server.kill();
    await until('it is missed', () => Promise.resolve(told().length === 2));
    const reasons = told().map(({ fields }) => (fields.err as Error).message);
    expect(reasons).toEqual([
      expect.stringContaining('requires a user and a password'),
      expect.stringContaining('ECONNREFUSED'),
    ]);
  });

  test('and that refuses one commit refuses no other of the same turn', async () => {
    const { port, address } = await redis();
    const store = await open(address);
    await store.commit(commitOf());
    const [call = ''] = /ringflow:\S+/.exec(await ask(port, 'KEYS *:c:default.call-1')) ?? [];
    await ask(port, `SET ${call} text`);
    const [spoilt, fine] = await Promise.allSettled([
      store.commit(commitOf({ seq: 2 })),
      store.commit(commitOf({ id: 'default.other' })),
    ]);
    expect(spoilt).toMatchObject({ status: 'rejected', reason: { code: 'store_failed' } });
    expect(fine).toMatchObject({ status: 'fulfilled', value: { outcome: 'committed' } });
  });

  test('and that has no memory left changes nothing, says so, and goes on once there is some (OOM)', async () => {
    const { port, address } = await redis('--maxmemory-policy', 'noeviction');
    const store = await open(address);
    await store.commit(commitOf({ commands: [1] }));
    await ask(port, 'CONFIG SET maxmemory 1');
    const full = {
      code: 'store_full',
      retryable: true,
      message: expect.stringMatching(/no memory left/) as string,
    };
    await expect(store.commit(commitOf({ seq: 2, commands: [2] }))).rejects.toMatchObject(full);
    await expect(store.check()).rejects.toMatchObject(full);
    expect(await store.load(id)).toMatchObject({ record: { seq: 1 }, outbox: [{ number: 1 }] });
    await ask(port, 'CONFIG SET maxmemory 0');
    expect(await store.commit(commitOf({ seq: 2, commands: [2] }))).toMatchObject({ outcome: 'committed' });
  });

  test('and that becomes a replica takes no writes until it is master again (READONLY)', async () => {
    const master = await redis();
    const server = await redis();
    const store = await open(`${server.address}?timeout=2000`);
    await store.commit(commitOf());
    await ask(server.port, `REPLICAOF 127.0.0.1 ${master.port}`);
    await expect(store.commit(commitOf({ seq: 2 }))).rejects.toMatchObject({
      code: 'store_unavailable',
      retryable: true,
    });
    await ask(server.port, 'REPLICAOF NO ONE');
    await until('writes are taken', () =>
      store.check().then(
        () => true,
        () => false,
      ),
    );
    expect((await store.commit(commitOf({ id: 'default.after' }))).outcome).toBe('committed');
  });

  test('and that is a replica from the start is refused', async () => {
    const master = await redis();
    const replica = await redis('--replicaof', `127.0.0.1 ${master.port}`);
    await until('the replica follows', async () =>
      (await ask(master.port, 'INFO replication')).includes('state=online'),
    );
    expect(await refusal(`${replica.address}?timeout=2000`)).toMatchObject({
      code: 'store_unavailable',
      message: 'Redis is a replica here: a failover is under way, or the address is that of a replica',
    });
  });

  test('and that is started again with its data is used again', async () => {
    const server = await redis(...DURABLE);
    const store = await open(`${server.address}?timeout=2000`);
    await store.commit(commitOf());
    await server.kill();
    await expect(store.load(id)).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    await server.restart();
    await until('it answers', () =>
      store.check().then(
        () => true,
        () => false,
      ),
    );
    expect((await store.load(id))?.record.seq).toBe(1);
  });
});

describe('what shares a Redis', () => {
  test('is kept apart by database and by prefix', async () => {
    const { address } = await redis();
    const addresses = [`${address}/0`, `${address}/3`, `${address}/0?prefix=other`];
    const stores = await Promise.all(addresses.map(open));
    await stores[0]?.commit(commitOf());
    const counts = stores.map(async (store) => store.count({}));
    expect(await Promise.all(counts)).toEqual([1, 0, 0]);
    for (const store of stores.slice(1))
      expect(await store.commit(commitOf())).toMatchObject({ outcome: 'committed' });
  });

  test('a database that there is not is refused', async () => {
    const { address } = await redis();
    expect(await refusal(`${address}/99?timeout=2000`)).toMatchObject({
      code: 'store_failed',
      message: expect.stringMatching(/DB index is out of range/) as string,
    });
  });

  test('agrees on the number of partitions: a node with another one is refused', async () => {
    const { address } = await redis();
    await open(`${address}?partitions=4`);
    expect(await refusal(`${address}?partitions=8`)).toMatchObject({
      code: 'store_layout',
      retryable: false,
      message: expect.stringMatching(
        /4 partitions; here: layout 4, 8 partitions.*restore the number of partitions/,
      ) as string,
    });
    await open(`${address}?partitions=8&prefix=other`);
  });

  test('takes the number of partitions that there are, unless the address has one', async () => {
    const { address, port } = await redis();
    await open(`${address}?partitions=3`);
    const store = await open(address);
    await store.commit(commitOf());
    expect(await store.count({})).toBe(1);
    expect(await ask(port, 'GET ringflow:{layout}')).toContain('layout 4, 3 partitions');
  });

  test('says so when it comes back empty, to whoever starts next', async () => {
    const server = await redis();
    const store = await open(`${server.address}?partitions=3`);
    await server.kill();
    await server.restart();
    await until('it is said again', async () =>
      (await ask(server.port, 'GET ringflow:{layout}')).includes('layout 4, 3 partitions'),
    );
    await ask(server.port, 'FLUSHALL');
    await store.check();
    await open(server.address);
    expect(await ask(server.port, 'GET ringflow:{layout}')).toContain('layout 4, 3 partitions');
  });

  test('is not ready where another node has chosen another number meanwhile', async () => {
    const { address, port } = await redis();
    const store = await open(`${address}?partitions=3`);
    await ask(port, 'FLUSHALL');
    await open(address);
    await expect(store.check()).rejects.toMatchObject({
      code: 'store_layout',
      message: expect.stringMatching(/layout 4, 8 partitions; here: layout 4, 3 partitions/) as string,
    });
  });
});

describe('what is due', () => {
  test('is claimed beside a call that cannot be read', async () => {
    const { address, port } = await redis();
    const store = await open(`${address}?partitions=1`);
    await store.commit(commitOf({ id: 'default.fine', wakeAt: 1_000 }));
    await ask(port, 'SET ringflow:{p0}:c:default.spoilt text');
    await ask(port, 'ZADD ringflow:{p0}:due 500 ldefault.spoilt');
    for (const now of [2_000, 20_000]) {
      const claimed = await store.claim('b', now, now + 5_000, 10);
      expect(claimed.map(({ record }) => record.id)).toEqual(['default.fine']);
    }
    await expect(store.claim('b', 21_000, 30_000, 10)).rejects.toMatchObject({ code: 'store_failed' });
  });

  test('is forgotten where no command is left', async () => {
    const { address, port } = await redis();
    const store = await open(`${address}?partitions=1`);
    await store.commit(commitOf());
    await ask(port, `ZADD ringflow:{p0}:due 500 l${id}`);
    expect(await store.claim('b', 1_000, 5_000, 10)).toMatchObject([{ record: { id }, outbox: [] }]);
    expect(await ask(port, 'ZCARD ringflow:{p0}:due')).toBe(':0\r\n');
  });
});

describe('settings with which calls could be lost', () => {
  test.each([
    [
      'allkeys-lru',
      'no',
      'always',
      [/maxmemory-policy allkeys-lru.*set it to noeviction/, /set appendonly to yes/],
    ],
    ['noeviction', 'no', 'always', [/set appendonly to yes/]],
    ['volatile-ttl', 'yes', 'always', [/maxmemory-policy volatile-ttl/]],
    ['noeviction', 'yes', 'everysec', [/appendfsync everysec.*set appendfsync to always/]],
    ['noeviction', 'yes', 'no', [/appendfsync no\).*set appendfsync to always/]],
    ['noeviction', 'yes', 'always', []],
  ])(
    'maxmemory-policy %s, appendonly %s and appendfsync %s: what to set is told once',
    async (policy, appendOnly, fsync, warnings) => {
      const settings = ['--maxmemory-policy', policy, '--appendonly', appendOnly, '--appendfsync', fsync];
      const { address } = await redis(...settings);
      await open(address);
      expect(log.of('warn')).toEqual(warnings.map((says) => expect.stringMatching(says) as string));
    },
  );

  test('a log that lags behind is told to a user who may ask for it', async () => {
    const { address, port } = await redis('--appendonly', 'yes', '--maxmemory-policy', 'noeviction');
    await ask(port, 'ACL SETUSER ringflow on >hunter2 ~* +@all -config');
    await open(`redis://ringflow:hunter2@127.0.0.1:${port}`);
    expect(log.of('warn')).toEqual([]);
    await open(address);
    expect(log.of('warn')).toEqual([expect.stringMatching(/appendfsync everysec/)]);
  });
});

test('a call is listed by project, flow and number, and its flow is kept', async () => {
  const { port } = await redis();
  const store = await open(`redis://127.0.0.1:${port}?partitions=1`);
  await store.commit(commitOf());
  const client = new Redis(port);
  opened.push(() => client.quit());
  const lists = (await client.keys('ringflow:{p0}:list:*')).sort();
  expect(lists).toEqual(['ringflow:{p0}:list:L:f:front-desk', 'ringflow:{p0}:list:L:p:default']);
  for (const list of lists) expect(await client.zrange(list, 0, '-1', 'WITHSCORES')).toEqual([id, '1000']);
  expect(await client.zrange('ringflow:{p0}:numbers', 0, '-1')).toEqual([`4930111 00000000001000 ${id}`]);
  expect(await client.hgetall('ringflow:{p0}:flows')).toEqual({ 'v1 front-desk': '1' });
});
