/** The file under the SQLite store: where it may be, whose it is, and what happens when it is full (GROUP-1 to GROUP-3). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { storeFailure } from '../../src/adapters/store-sqlite/failure.ts';
import type { SqliteOptions } from '../../src/adapters/store-sqlite/index.ts';
import { callId } from '../../src/call/index.ts';
import type { CallFilter, Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { temporaryFile } from './sqlite-file.ts';

let file: string;
let remove: () => void;
let stores: Store[];

beforeEach(() => {
  ({ file, remove } = temporaryFile());
  stores = [];
});

afterEach(async () => {
  for (const store of stores) await store.close();
  remove();
});

function open(options: Partial<SqliteOptions> = {}): Store {
  const store = openSqliteStore({ file, ...options });
  stores.push(store);
  return store;
}

/** Changes the file behind the store's back. */
function edit(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

function failure(code: string, message: RegExp): Error {
  const text = expect.stringMatching(message) as string;
  return expect.objectContaining({ name: 'OperationalError', code, message: text }) as Error;
}

describe('the file', () => {
  test('is made, with the directories that lead to it', async () => {
    file = join(dirname(file), 'var', 'lib', 'calls.db');
    await open().check();
    expect(existsSync(file)).toBe(true);
  });

  test('of a later Ringflow is refused and left alone', async () => {
    await open().close();
    edit('PRAGMA user_version = 99');
    const before = readFileSync(file);
    expect(() => open()).toThrow(failure('store_newer', /schema 99.*upgrade Ringflow/));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('of an older form that cannot be upgraded is refused and left alone', async () => {
    await open().close();
    edit('ALTER TABLE calls DROP COLUMN seq; PRAGMA user_version = 1');
    const before = readFileSync(file);
    expect(() => open()).toThrow(failure('store_outdated', /schema 1.*name another file/));
    expect(() => open({ readOnly: true })).toThrow(failure('store_outdated', /schema 1/));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('from before calls were listed is upgraded, and its calls are listed', async () => {
    const store = open();
    const outbound = commitOf({ id: 'default.out', startedAt: 2_000, expiresAt: 9 });
    Object.assign(outbound.record.context.call, {
      direction: 'outbound',
      from: '+4930222',
      to: '+49 30 333',
    });
    await store.commit(commitOf());
    await store.commit(outbound);
    await store.close();
    edit(`DROP INDEX calls_by_campaign; ALTER TABLE calls DROP COLUMN campaign;
          DROP TABLE forgotten; DROP INDEX calls_ended; ALTER TABLE calls DROP COLUMN ended_as; DROP INDEX calls_by_flow; DROP INDEX calls_by_number; ALTER TABLE calls DROP COLUMN flow_name;
          ALTER TABLE calls DROP COLUMN project;
          ALTER TABLE calls DROP COLUMN number; ALTER TABLE calls DROP COLUMN began_at;
          ALTER TABLE calls DROP COLUMN ended; DROP TABLE documents; DROP TABLE registry;
          DROP TABLE counts; DROP TABLE count_flushes; DROP TABLE widths;
          PRAGMA user_version = 2`);
    expect(() => open({ readOnly: true })).toThrow(
      failure('store_older', /schema 2, this Ringflow reads 11/),
    );
    const upgraded = open();
    const ids = async (filter: CallFilter) =>
      (await upgraded.list(filter, { limit: 10 })).calls.map(({ id }) => id);
    expect(await ids({ flow: 'front-desk' })).toEqual(['default.out', 'default.call-1']);
    expect(await ids({ project: 'default', flow: 'front-desk' })).toEqual(['default.out', 'default.call-1']);
    expect(await ids({ project: 'shop' })).toEqual([]);
    expect(await ids({ state: 'live', before: 2_000 })).toEqual(['default.call-1']);
    expect(await ids({ state: 'ended', since: 2_000 })).toEqual(['default.out']);
    expect(await ids({ number: '+4930333' })).toEqual(['default.out']);
    await upgraded.commit(commitOf({ seq: 2, expiresAt: 9 }));
    expect(await upgraded.count({ state: 'ended' })).toBe(2);
    // Only what has ended since then has a place in the order of ends.
    expect((await upgraded.ended('', 10)).calls.map(({ id }) => id)).toEqual(['default.call-1']);
  });

  test('from before sums of days were kept has them once it is upgraded, also of what a process of then still adds', async () => {
    const DAY = 24 * 3_600_000;
    const HOUR = 3_600_000;
    const series = { project: 'default', flow: 'desk', sheet: 'steps' as const, width: 'hour' as const };
    const hours = Array.from({ length: 60 }, (_, nth) => 5 * HOUR + nth * HOUR);
    const sums = [{ version: 'v1', name: 'visit main', count: 2 }];
    const addedAt = (at: number) => ({ ...series, at, keptUntil: at + HOUR + 7 * DAY, sums });
    await open().close();
    edit(`DROP INDEX calls_by_campaign; ALTER TABLE calls DROP COLUMN campaign;
          DROP TRIGGER counts_begun; DROP TRIGGER counts_added; DROP TABLE widths; PRAGMA user_version = 8`);
    const former = new DatabaseSync(file);
    const add = former.prepare(
      `INSERT INTO counts VALUES ('default', 'desk', 'steps', 'hour', ?, 'v1', 'visit main', 2, ?)
       ON CONFLICT (project, flow, sheet, width, at, version, name) DO UPDATE SET count = count + excluded.count`,
    );
    for (const at of hours) add.run(at, at + HOUR + 7 * DAY);
    const upgraded = open();
    const { counts } = upgraded;
    const all = { from: 0, until: 9 * DAY };
    const counted = async (period = all) => (await counts.sum(series, period))[0]?.count;
    const told = async () =>
      (await counts.read(series, all)).reduce((sum, one) => sum + (one.sums['visit main'] ?? 0), 0);
    expect(await counted()).toBe(120);
    expect(await counted({ from: DAY, until: 2 * DAY })).toBe(48);
    // The connection of the former release is still open, and adds to an hour that there is and to one that there is not.
    add.run(30 * HOUR, 0);
    add.run(80 * HOUR, 80 * HOUR + 8 * DAY);
    former.close();
    await counts.add({ node: 'a', number: 1, now: 0, added: [addedAt(31 * HOUR), addedAt(81 * HOUR)] });
    expect(await counted()).toBe(128);
    expect(await counted({ from: DAY, until: 2 * DAY })).toBe(52);
    expect(await told()).toBe(128);
    // A day is forgotten as a whole.
    await upgraded.expire(8 * DAY - 1, 10);
    expect(await told()).toBe(128);
    await upgraded.expire(8 * DAY, 10);
    expect([await told(), await counted()]).toEqual([90, 90]);
  });

  test('whose tables are not those of its schema is refused as any statement is', async () => {
    await open().close();
    edit('ALTER TABLE calls DROP COLUMN seq');
    expect(() => open()).toThrow(failure('store_failed', /rejected a statement.*seq/));
  });

  test('of another program is refused and gets no tables', () => {
    edit('CREATE TABLE customers (name TEXT)');
    expect(() => open()).toThrow(failure('store_foreign', /another program/));
    edit('CREATE TABLE calls (name TEXT)');
  });

  test('is not written to be opened, so that it opens while another process writes', async () => {
    await open().commit(commitOf());
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const found = await open({ busyTimeoutMs: 0 }).load(callId('default.call-1'));
    other.close();
    expect(found).toBeDefined();
  });

  test('that is no database is refused', () => {
    writeFileSync(file, 'these are not the bytes you are looking for'.repeat(100));
    expect(() => open()).toThrow(failure('store_unavailable', /not a SQLite database/));
  });

  test('that is a directory, or lies under a file, cannot be opened', () => {
    mkdirSync(file);
    expect(() => open()).toThrow(failure('store_unavailable', /cannot be opened/));
    writeFileSync(`${file}.txt`, '');
    expect(() => open({ file: `${file}.txt/calls.db` })).toThrow(
      failure('store_unavailable', /cannot be created/),
    );
  });

  test('opens a second time without being changed', async () => {
    await open().commit(commitOf());
    expect(await open().load(callId('default.call-1'))).toBeDefined();
  });

  test.each(['full', 'normal'] as const)('can be written with synchronous %s', async (synchronous) => {
    const store = open({ synchronous });
    expect(await store.commit(commitOf())).toMatchObject({ outcome: 'committed' });
  });
});

test('an I/O error, which a full disk may be at the start, says what to check', () => {
  const error = Object.assign(new Error('disk I/O error'), { errcode: 10 });
  expect(storeFailure(file, error)).toEqual(failure('store_unavailable', /free space/));
});

describe('a store that only reads', () => {
  const readOnly = true;

  test('gives what is stored, and writes nothing', async () => {
    await open().commit(commitOf());
    const reader = open({ readOnly });
    expect(await reader.load(callId('default.call-1'))).toBeDefined();
    expect(await reader.trace(callId('default.call-1'))).toHaveLength(1);
    await expect(reader.commit(commitOf({ id: 'other' }))).rejects.toThrow(
      failure('store_unavailable', /read-only/),
    );
  });

  test('makes no file, and upgrades none', () => {
    expect(() => open({ readOnly })).toThrow(failure('store_unavailable', /cannot be opened/));
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, '');
    expect(() => open({ readOnly })).toThrow(failure('store_older', /schema 0.*start the service/));
  });
});

test('a store that was closed refuses everything, and may be closed again', async () => {
  const store = open();
  await store.close();
  await store.close();
  const asked = [store.load(callId('x')), store.commit(commitOf()), store.check(), store.expire(0, 1)];
  for (const result of await Promise.allSettled(asked)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'store_closed' } });
  }
});

describe('a file that has no room to grow', () => {
  const maxBytes = 512 * 1024;
  const filler = 'x'.repeat(20_000);
  const big = (id: string) => commitOf({ id, expiresAt: 1, commands: [1], context: { vars: { filler } } });

  /** Gives the ids of the calls that were stored before it was full. */
  async function fill(store: Store): Promise<string[]> {
    for (let stored = 0; ; stored++) {
      const result = await Promise.allSettled([store.commit(big(`big-${stored}`))]);
      if (result[0].status === 'fulfilled') continue;
      expect(result[0].reason).toEqual(failure('store_full', /is full: free disk space/));
      return Array.from({ length: stored }, (_, at) => `big-${at}`);
    }
  }

  test('refuses with store_full, keeps what was stored and no part of what was refused', async () => {
    const store = open({ maxBytes });
    const stored = await fill(store);
    expect(stored.length).toBeGreaterThan(5);
    for (const id of stored) expect((await store.load(callId(id)))?.outbox).toHaveLength(1);
    const refused = callId(`big-${stored.length}`);
    expect(await store.load(refused)).toBeUndefined();
    expect(await store.trace(refused)).toEqual([]);
  });

  test('GROUP-3 refuses every write of the turn in which one does not fit, and stores none of them', async () => {
    const store = open({ maxBytes });
    await store.commit(commitOf({ id: 'known', commands: [1] }));
    const tooBig = commitOf({ id: 'too-big', context: { vars: { filler: 'x'.repeat(maxBytes) } } });
    const turn = [
      store.commit(commitOf({ id: 'small' })),
      store.commit(tooBig),
      store.settle(callId('known'), 1, 'a'),
    ];
    for (const result of await Promise.allSettled(turn)) {
      expect(result).toMatchObject({ reason: { code: 'store_full', retryable: true } });
    }
    expect(await store.load(callId('small'))).toBeUndefined();
    expect((await store.load(callId('known')))?.outbox).toHaveLength(1);
    expect(await store.commit(commitOf({ id: 'small' }))).toMatchObject({ outcome: 'committed' });
  });

  test('is not ready, until room is made: then it works again', async () => {
    const store = open({ maxBytes });
    const stored = await fill(store);
    await expect(store.check()).rejects.toThrow(failure('store_full', /free disk space/));
    await store.expire(1, 1_000);
    await store.check();
    expect(await store.commit(big('later'))).toMatchObject({ outcome: 'committed' });
    expect(await store.load(callId(stored[0] ?? ''))).toBeUndefined();
  });

  test('that it is not ready costs no commit of the same turn its place', async () => {
    const store = open({ maxBytes });
    await fill(store);
    await store.expire(1, 1);
    const [stored, checked] = await Promise.allSettled([
      store.commit(commitOf({ id: 'small' })),
      store.check(),
    ]);
    expect(checked).toMatchObject({ reason: { code: 'store_full' } });
    expect(stored).toMatchObject({ value: { outcome: 'committed' } });
  });

  test('can make room although commits of the same turn do not fit', async () => {
    const store = open({ maxBytes });
    const stored = await fill(store);
    const tooBig = commitOf({ id: 'too-big', context: { vars: { filler: 'x'.repeat(2 * maxBytes) } } });
    const [refused, expired] = await Promise.allSettled([store.commit(tooBig), store.expire(1, 1_000)]);
    expect(refused).toMatchObject({ reason: { code: 'store_full' } });
    expect(expired).toEqual({ status: 'fulfilled', value: stored.length });
  });
});

test('a commit that cannot be written as JSON fails alone', async () => {
  const store = open();
  const broken = commitOf({ id: 'broken' });
  broken.record.state = 1n;
  const [bad, good] = await Promise.allSettled([
    store.commit(broken),
    store.commit(commitOf({ id: 'whole' })),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) as TypeError });
  expect(good).toMatchObject({ status: 'fulfilled', value: { outcome: 'committed' } });
});
