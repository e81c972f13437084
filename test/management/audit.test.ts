import { expect, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { AuditLog } from '../../src/management/index.ts';

test('entries of one millisecond are told newest first, as all others are', async () => {
  const { registry } = openMemoryStore();
  // Ids that sort in any order but that of the entries.
  const ids = ['c', 'a', 'd', 'b', 'e'];
  const log = new AuditLog(registry, () => ids.shift() ?? 'z');
  for (const [at, action] of [
    [1, 'one'],
    [1, 'two'],
    [1, 'three'],
    [2, 'four'],
    [2, 'five'],
  ] as const)
    await registry.write([log.entry({ id: 'test' }, { at, action, project: '*', subject: '', detail: {} })]);
  const entries = await log.list({ limit: 3 });
  expect(entries.map(({ action }) => action)).toEqual(['five', 'four', 'three']);
  const rest = await log.list({ limit: 3, after: entries.at(-1)?.cursor ?? '' });
  expect(rest.map(({ action }) => action)).toEqual(['two', 'one']);
});
