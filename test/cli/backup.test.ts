import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { registerBackup, registerRestore } from '../../src/cli/operate/backup.ts';
import { commitOf } from '../builders/commit.ts';
import { folderWith, runCommand } from './command.ts';

let folder: ReturnType<typeof folderWith>;
let file: string;
let copy: string;

beforeEach(async () => {
  folder = folderWith({});
  file = join(folder.path, 'calls.sqlite');
  copy = join(folder.path, 'copy.sqlite');
  const store = openSqliteStore({ file });
  await store.commit(commitOf());
  await store.close();
});
afterEach(() => {
  folder.remove();
});

const backup = (...args: string[]) => runCommand(registerBackup, ['backup', ...args]);
const restore = (...args: string[]) => runCommand(registerRestore, ['restore', ...args]);

test('a copy is made, and put back in the place of what is there, which is kept', async () => {
  const store = `sqlite:${file}`;
  expect(await backup(copy, '--store', store)).toEqual({
    out: `${copy} contains 1 call, 1 of them live\n`,
    err: '',
    code: 0,
  });
  expect(await restore(copy, '--store', store)).toMatchObject({
    err: `ringflow: the store ${file} already exists: add --replace to rename and keep it\n`,
    code: 2,
  });
  const { out, code } = await restore(copy, '--store', store, '--replace', '--json');
  expect([code, JSON.parse(out)]).toEqual([0, { calls: 1, live: 1, file, replaced: `${file}.replaced` }]);
  expect(existsSync(`${file}.replaced`)).toBe(true);
});

test.each([
  ['no file', ['--store', 'sqlite:none.sqlite'], 'no store none.sqlite'],
  [
    'a Redis',
    ['--store', 'redis://h:1'],
    'backup and restore work with SQLite; for Redis see docs/operations.md',
  ],
  ['something else', ['--store', 'x'], '--store is "x": expected sqlite:FILE'],
])('%s is not copied', async (_what, args, says) => {
  expect(await backup(copy, ...args)).toEqual({ out: '', err: `ringflow: ${says}\n`, code: 2 });
  expect(existsSync(copy)).toBe(false);
});

test('a copy that there is not is not restored', async () => {
  expect(await restore(copy, '--store', `sqlite:${file}`)).toMatchObject({
    err: `ringflow: no backup ${copy}\n`,
    code: 2,
  });
});

test('the store is the one that a file names, as for other commands', async () => {
  const setting = join(folder.path, 'store.txt');
  writeFileSync(setting, `sqlite:${file}\n`);
  vi.stubEnv('RINGFLOW_STORE_FILE', setting);
  const { out, code } = await backup(copy).finally(() => vi.unstubAllEnvs());
  expect([code, out]).toEqual([0, `${copy} contains 1 call, 1 of them live\n`]);
});
