import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { AuditLog } from '../../../src/service/management/index.ts';

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
  const { items: entries, next = '' } = await log.list({ limit: 3 }, '*');
  expect(entries.map(({ action }) => action)).toEqual(['five', 'four', 'three']);
  const rest = await log.list({ limit: 3, after: next }, '*');
  expect(rest.items.map(({ action }) => action)).toEqual(['two', 'one']);
  expect(rest.next).toBeUndefined();
});

test('entries of some projects are found behind those of others, however many', async () => {
  const { registry } = openMemoryStore();
  const log = new AuditLog(registry, () => 'x');
  const entry = { action: 'a', subject: '', detail: {} };
  await registry.write([log.entry({ id: 'test' }, { ...entry, at: 1, project: 'shop' })]);
  for (let at = 2; at < 1_202; at += 1)
    await registry.write([log.entry({ id: 'test' }, { ...entry, at, project: 'bank' })]);
  const first = await log.list({ limit: 2 }, ['shop']);
  expect(first.items).toEqual([]);
  const second = await log.list({ limit: 2, after: first.next ?? '' }, ['shop']);
  expect(second).toMatchObject({ items: [{ project: 'shop' }] });
  expect(second.next).toBeUndefined();
});
