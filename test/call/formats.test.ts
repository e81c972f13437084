/** Forms of what is kept, over releases. */
import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { Formats } from '../../src/call/formats/index.ts';
import { Collection } from '../../src/service/management/index.ts';

const three = new Formats([
  ({ name, ...rest }) => ({ ...rest, names: [name] }),
  (older) => ({ ...older, isOld: true }),
]);

describe('formats', () => {
  test.each([
    ['the first, which says nothing', { name: 'a', at: 1 }, { at: 1, names: ['a'], isOld: true, format: 3 }],
    ['the first, which says so', { format: 1, name: 'a' }, { names: ['a'], isOld: true, format: 3 }],
    ['the second', { format: 2, names: [] }, { names: [], isOld: true, format: 3 }],
    ['the newest', { format: 3, name: 'a' }, { format: 3, name: 'a' }],
    ['a later one', { format: 4, name: 'a' }, { format: 4, name: 'a' }],
  ])('%s', (_what, stored, upgraded) => {
    expect(three.upgrade(stored)).toEqual(upgraded);
  });

  test('are not gone through for what has the newest: it is the very same', () => {
    const stored = { format: 3 };
    expect(three.upgrade(stored)).toBe(stored);
    expect(new Formats([]).upgrade(stored)).toBe(stored);
  });

  test('change nothing of what was given', () => {
    const stored = { format: 1, name: 'a' };
    three.upgrade(stored);
    expect(stored).toEqual({ format: 1, name: 'a' });
  });

  test('are known as later than the newest', () => {
    expect([{}, { format: 3 }, { format: 4 }].map((stored) => three.isNewer(stored))).toEqual([
      false,
      false,
      true,
    ]);
    expect([three.newest, new Formats([]).newest]).toEqual([3, 1]);
  });
});

describe('a document', () => {
  async function withDocument(json: string) {
    const { registry } = openMemoryStore();
    await registry.write([{ kind: 'routes/default', id: '1', was: 0, json }]);
    return new Collection<{ flow: string }>(registry, 'routes', 'default');
  }

  test('of the first release says no format, and is written without one', async () => {
    const routes = await withDocument('{"flow":"desk"}');
    const found = await routes.get('1');
    expect(found?.value).toEqual({ flow: 'desk' });
    expect(routes.change('1', found, { flow: 'b' })).toMatchObject({
      json: '{"flow":"b"}',
      was: found?.revision,
    });
  });

  test('of a later release is not read, which is told, and is not changed', async () => {
    const routes = await withDocument('{"format":2,"flows":["desk"]}');
    const newer = { code: 'document_newer', message: expect.stringContaining('upgrade this node') as string };
    await expect(routes.get('1')).rejects.toMatchObject(newer);
    await expect(routes.list({ limit: 1 })).rejects.toMatchObject(newer);
    expect(await routes.count()).toBe(1);
  });
});
