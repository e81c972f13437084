/** Copies of the SQLite file: made while it is written, put back while nobody has it. */
import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUpSqlite, openSqliteStore, restoreSqlite } from '../../src/adapters/store-sqlite/index.ts';
import { callId } from '../../src/call/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { until } from '../engine/until.ts';
import { temporaryFile } from './sqlite-file.ts';

let file: string;
let copy: string;
let remove: () => void;
let stores: Store[];

beforeEach(() => {
  ({ file, remove } = temporaryFile());
  copy = `${file}.copy`;
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  remove();
});

function open(path = file): Store {
  const store = openSqliteStore({ file: path });
  stores.push(store);
  return store;
}

/** A store with a call under way and one that has ended, closed. */
async function written(): Promise<void> {
  const store = open();
  await store.commit(commitOf({ commands: [1], wakeAt: 1 }));
  await store.commit(commitOf({ id: 'default.over', expiresAt: 9 }));
  await store.registry.write([{ kind: 'routes', id: '1', was: 0, json: '{}' }]);
  await store.close();
}

describe('a copy', () => {
  test('holds calls with their commands and what operators set up, and is a store by itself', async () => {
    await written();
    expect(backUpSqlite(file, copy)).toEqual({ calls: 2, live: 1 });
    expect(existsSync(`${copy}.part`)).toBe(false);
    const store = open(copy);
    expect(await store.load(callId('default.call-1'))).toMatchObject({ outbox: [{ number: 1 }] });
    expect(await store.registry.count('routes')).toBe(1);
    expect(await store.claim('a', 2, 100, 10)).toHaveLength(1);
  });

  test('is whole though calls are written meanwhile, and holds nobody up', async () => {
    const store = open();
    const state = { stopped: false, written: 0 };
    const writing = (async () => {
      for (let call = 0; !state.stopped; call += 1) {
        for (const seq of [1, 2]) await store.commit(commitOf({ id: `default.c${call}`, seq }));
        state.written = call;
      }
    })();
    await until(() => state.written > 20);
    // In a thread of its own, as it is in a process of its own.
    const worker = new Worker(new URL('children/back-up.ts', import.meta.url), {
      workerData: { file, copy },
    });
    const seen = state.written;
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await until(() => state.written > seen);
    state.stopped = true;
    await writing;
    const copied = open(copy);
    const { calls } = await copied.list({}, { limit: 100_000 });
    expect(calls.length).toBeGreaterThan(20);
    for (const { id, seq } of calls) expect(await copied.trace(id)).toHaveLength(seq);
  });

  test('takes the place of an earlier one', async () => {
    await written();
    writeFileSync(copy, 'an earlier one');
    writeFileSync(`${copy}.part`, 'of an attempt that was killed');
    expect(backUpSqlite(file, copy).calls).toBe(2);
    expect(open(copy)).toBeDefined();
  });

  test('of what is no store, or to where nothing can be written, is refused, and the earlier one stays', async () => {
    writeFileSync(copy, 'an earlier one');
    writeFileSync(file, 'no database at all'.repeat(100));
    expect(() => backUpSqlite(file, copy)).toThrow(
      expect.objectContaining({ code: 'store_unavailable' }) as Error,
    );
    expect(readFileSync(copy, 'utf8')).toBe('an earlier one');
    const foreign = new DatabaseSync(`${file}-1`);
    foreign.exec('CREATE TABLE calls (id TEXT)');
    foreign.close();
    expect(() => backUpSqlite(`${file}-1`, copy)).toThrow(
      expect.objectContaining({ code: 'store_foreign' }) as Error,
    );
    const other = `${file}-2`;
    file = other;
    await written();
    expect(() => backUpSqlite(other, `${other}/copy`)).toThrow(
      expect.objectContaining({ name: 'OperationalError' }) as Error,
    );
  });

  test('names the file that is at fault, and leaves no half of a copy', async () => {
    await written();
    const nowhere = `${file}-none/copy`;
    expect(() => backUpSqlite(file, nowhere)).toThrow(`${nowhere} cannot be opened`);
    backUpSqlite(file, copy);
    const bytes = readFileSync(copy);
    bytes.fill(0xff, 4_096, bytes.length - 2_048);
    writeFileSync(`${file}-1`, bytes);
    expect(() => backUpSqlite(`${file}-1`, `${file}-2`)).toThrow(`${file}-1 is damaged`);
    expect([`${file}-2`, `${file}-2.part`].filter((path) => existsSync(path))).toEqual([]);
  });
});

describe('what is restored', () => {
  const code = (name: string) => expect.objectContaining({ code: name }) as Error;

  test('goes on from where it was, and what was there is kept', async () => {
    await written();
    backUpSqlite(file, copy);
    const later = open();
    await later.commit(commitOf({ seq: 2 }));
    await later.close();
    expect(restoreSqlite(copy, file)).toEqual({ calls: 2, live: 1, replaced: `${file}.replaced` });
    expect(restoreSqlite(copy, file).replaced).toBe(`${file}.replaced-2`);
    const store = open();
    expect((await store.load(callId('default.call-1')))?.record.seq).toBe(1);
    expect(await store.commit(commitOf({ seq: 2 }))).toMatchObject({ outcome: 'committed' });
    expect((await open(`${file}.replaced`).load(callId('default.call-1')))?.record.seq).toBe(2);
  });

  test('makes a file where there is none', async () => {
    await written();
    backUpSqlite(file, copy);
    expect(restoreSqlite(copy, `${file}-new`)).toEqual({ calls: 2, live: 1 });
    expect(await open(`${file}-new`).count({})).toBe(2);
  });

  test('is upgraded, where it is of a file that an earlier release has made', async () => {
    await written();
    const db = new DatabaseSync(file);
    db.exec(`DROP INDEX calls_by_campaign; ALTER TABLE calls DROP COLUMN campaign; DROP TABLE counts; DROP TABLE count_flushes; DROP TABLE widths; DROP TABLE forgotten; DROP INDEX calls_ended; ALTER TABLE calls DROP COLUMN ended_as;
             DROP INDEX calls_by_flow; ALTER TABLE calls DROP COLUMN project;
             CREATE INDEX calls_by_flow ON calls (flow_name, ended, began_at, id);
             DROP TABLE documents; DROP TABLE registry; PRAGMA user_version = 3`);
    db.close();
    expect(backUpSqlite(file, copy)).toEqual({ calls: 2, live: 1 });
    restoreSqlite(copy, file);
    expect(await open().registry.count('routes')).toBe(0);
  });

  // Windows has no such modes.
  test.skipIf(process.platform === 'win32')(
    'can be read by nobody else, unless the file before could',
    async () => {
      const mode = (path: string) => statSync(path).mode & 0o777;
      await written();
      backUpSqlite(file, copy);
      expect([mode(file), mode(copy)]).toEqual([0o600, 0o600]);
      chmodSync(file, 0o640);
      chmodSync(copy, 0o644);
      restoreSqlite(copy, file);
      restoreSqlite(copy, `${file}-new`);
      expect([mode(file), mode(`${file}-new`)]).toEqual([0o640, 0o600]);
      open();
      expect([mode(`${file}-wal`), mode(`${file}-shm`)]).toEqual([0o640, 0o640]);
    },
  );

  // Only root may give a file to somebody else.
  test.skipIf(process.getuid?.() !== 0)(
    'belongs to whom the file before does, also where root restores it',
    async () => {
      await written();
      backUpSqlite(file, copy);
      chownSync(file, 1_000, 1_001);
      restoreSqlite(copy, file);
      const { uid, gid } = statSync(file);
      expect([uid, gid]).toEqual([1_000, 1_001]);
    },
  );

  test('waits until nobody has the file', async () => {
    await written();
    backUpSqlite(file, copy);
    const serving = open();
    expect(() => restoreSqlite(copy, file)).toThrow(code('store_busy'));
    expect(await serving.commit(commitOf({ seq: 2 }))).toMatchObject({ outcome: 'committed' });
    await serving.close();
    expect(restoreSqlite(copy, file).calls).toBe(2);
  });

  test.each([
    ['of a later Ringflow', 'PRAGMA user_version = 99', 'store_newer'],
    ['of another program', 'PRAGMA application_id = 7', 'store_foreign'],
  ])('is no copy %s', async (_what, sql, refused) => {
    await written();
    backUpSqlite(file, copy);
    const db = new DatabaseSync(copy);
    db.exec(sql);
    db.close();
    const before = readFileSync(file);
    expect(() => restoreSqlite(copy, file)).toThrow(code(refused));
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  test('is no copy that is damaged', async () => {
    await written();
    backUpSqlite(file, copy);
    const bytes = readFileSync(copy);
    bytes.fill(0xff, 4_096, bytes.length - 2_048);
    writeFileSync(copy, bytes);
    expect(() => restoreSqlite(copy, file)).toThrow(code('store_unavailable'));
    expect(() => restoreSqlite(copy, file)).toThrow(`${copy} is damaged`);
    expect(await open().count({})).toBe(2);
    writeFileSync(copy, 'no database at all'.repeat(100));
    expect(() => restoreSqlite(copy, file)).toThrow(`${copy} is not a SQLite database`);
  });
});
