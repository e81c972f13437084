/** The routes of a project, as they are kept. */
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { AuditLog, Collection, Routes } from '../../../src/service/management/index.ts';
import type { Route } from '../../../src/service/management/index.ts';

const by = { id: 'key:a', name: 'a', grants: [] };
const route: Route = { number: '+4930555000', takes: 'calls', flow: 'desk' };

test('a project has ten thousand routes at most, so that it does not fill the memory of every node', async () => {
  const { registry } = openMemoryStore();
  const routes = new Routes({ registry, audit: new AuditLog(registry, () => 'x'), now: () => 1 });
  const kept = new Collection<Route>(registry, 'routes', 'shop');
  for (let first = 0; first < 9_999; first += 1_111)
    await registry.write(
      Array.from({ length: 1_111 }, (_, at) => kept.change(`r-${first + at}`, undefined, route)),
    );
  const put = (project: string, id: string) => routes.put(by, { project, id }, { route });
  expect(await put('shop', 'last')).toBe('created');
  await expect(put('shop', 'one-more')).rejects.toMatchObject({ code: 'too_many_routes' });
  expect(await put('shop', 'last')).toBe('changed');
  expect(await put('bank', 'first')).toBe('created');
  await routes.remove(by, { project: 'shop', id: 'r-1' });
  expect(await put('shop', 'one-more')).toBe('created');
});
