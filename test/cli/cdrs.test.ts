import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import type { Cdr } from '../../src/service/cdrs/index.ts';
import { registerCdrs } from '../../src/cli/operate/cdrs.ts';
import { commitOf } from '../builders/commit.ts';
import { folderWith, runCommand } from './command.ts';

let folder: { path: string; remove: () => void };
let store: string;

beforeEach(async () => {
  folder = folderWith({});
  const file = join(folder.path, 'calls.sqlite');
  store = `sqlite:${file}`;
  const kept = openSqliteStore({ file });
  for (let day = 1; day <= 3; day += 1) {
    const { record, ...rest } = commitOf({
      id: `default.day${day}`,
      startedAt: Date.UTC(2026, 7, day, 9),
      expiresAt: Date.now(),
    });
    await kept.commit({ ...rest, record: { ...record, endedAt: record.startedAt + 60_000 } });
  }
  await kept.commit(commitOf({ id: 'default.live', startedAt: Date.UTC(2026, 7, 2) }));
  await kept.close();
});
afterEach(() => {
  folder.remove();
});

const cdrs = (...args: string[]) => runCommand(registerCdrs, ['cdrs', ...args]);

describe('CDRs of a store', () => {
  test('are printed as NDJSON, the newest first, those under way left out', async () => {
    const { out, code } = await cdrs('--store', store);
    expect(code).toBe(0);
    const read = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Cdr);
    expect(read.map(({ id }) => id)).toEqual(['default.day3', 'default.day2', 'default.day1']);
    expect(read[0]).toMatchObject({ from: '+4930111', durationMs: 60_000 });
  });

  test('are those of a time, by when they began', async () => {
    const { out } = await cdrs('--store', store, '--from', '2026-08-02', '--to', '2026-08-03');
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(out).toContain('default.day2');
  });

  test('are CSV with one line of headings, and numbers masked', async () => {
    const { out } = await cdrs('--store', store, '--format', 'csv', '--mask', '3');
    const [headings, ...rows] = out.trimEnd().split('\n');
    expect(headings).toMatch(/^id,project,flow,/);
    expect(rows).toHaveLength(3);
    expect(out).toContain('+4930***');
    expect(out).not.toContain('+4930111');
  });

  test('are none where there are none, with the headings alone', async () => {
    const { out } = await cdrs('--store', store, '--format', 'csv', '--from', '2027-01-01');
    expect(out.trimEnd().split('\n')).toHaveLength(1);
  });
});

test.each([
  [['--from', 'yesterday'], '--from is "yesterday": expected a time'],
  [['--to', ''], '--to is "": expected a time'],
  [['--mask', 'all'], '--mask is "all": expected a number of digits'],
  [
    ['--url', 'http://127.0.0.1:9', '--mask', '3'],
    '--mask works with --store only: a service applies its own mask',
  ],
  [['--url', 'http://127.0.0.1:9', '--store', 'sqlite:x'], '--store cannot be combined with --url'],
])('%j is refused in one line', async (args, line) => {
  const { err, code, out } = await cdrs(...args);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain(line);
});
