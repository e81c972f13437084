/** What every registry promises (REGISTRY-1 to REGISTRY-5 of src/engine/ports/registry.ts), as facts that run against the real thing. */
import { describe, expect, test } from 'vitest';
import type { Change, Registry } from '../../../src/engine/ports/index.ts';
import type { StoreFactory } from './call-store.ts';
import type { Stores } from './call-store/fact.ts';

const change = (id: string, was: number, json: string | undefined = `{"of":"${id}"}`): Change => ({
  kind: 'things',
  id,
  was,
  json,
});
const removal = (id: string, was: number): Change => ({ kind: 'things', id, was, json: undefined });
const revisionOf = async (registry: Registry, id: string) =>
  (await registry.get('things', id))?.revision ?? 0;

/** Declares the suite for one store; one that forgets with the process says so. */
export function registryContract(name: string, factory: StoreFactory, { forgets = false } = {}): void {
  const fact = (title: string, holds: (stores: Stores) => Promise<void>) => {
    test(title, async () => {
      const stores = await factory.create();
      try {
        await holds(stores);
      } finally {
        await stores.close();
      }
    });
  };

  describe(`${name} as a registry`, () => {
    fact('what one node writes, the other one reads', async ({ one, two }) => {
      expect(await one.registry.write([change('a', 0, '{"größe":"ä \\n"}')])).toBe('written');
      const found = await two.registry.get('things', 'a');
      expect(found).toMatchObject({ id: 'a', json: '{"größe":"ä \\n"}' });
      expect(found?.revision).toBeGreaterThan(0);
      expect(await two.registry.get('things', 'b')).toBeUndefined();
      expect(await two.registry.get('others', 'a')).toBeUndefined();
    });

    fact('REGISTRY-1 a write with one conflict changes nothing', async ({ one }) => {
      await one.registry.write([change('a', 0)]);
      const before = await one.registry.revision(['things']);
      expect(await one.registry.write([change('b', 0), change('a', 0, '{}')])).toBe('conflict');
      expect(await one.registry.get('things', 'b')).toBeUndefined();
      expect(await one.registry.get('things', 'a')).toMatchObject({ json: '{"of":"a"}' });
      expect(await one.registry.revision(['things'])).toBe(before);
    });

    fact('REGISTRY-2 of writers who change the same revision one wins', async ({ one, two }) => {
      await one.registry.write([change('a', 0)]);
      const was = await revisionOf(one.registry, 'a');
      const results = await Promise.all(
        [one, two, one, two].map(({ registry }, at) => registry.write([change('a', was, `${at}`)])),
      );
      expect(results.filter((result) => result === 'written')).toHaveLength(1);
      expect(await two.registry.get('things', 'a')).toMatchObject({ json: `${results.indexOf('written')}` });
    });

    fact('REGISTRY-2 what is removed can neither be changed nor removed again', async ({ one, two }) => {
      await one.registry.write([change('a', 0)]);
      const was = await revisionOf(one.registry, 'a');
      expect(await two.registry.write([removal('a', was)])).toBe('written');
      expect(await one.registry.get('things', 'a')).toBeUndefined();
      expect(await one.registry.write([change('a', was)])).toBe('conflict');
      expect(await one.registry.write([removal('a', was)])).toBe('conflict');
    });

    fact('REGISTRY-3 a document that is made anew has a revision of its own', async ({ one }) => {
      await one.registry.write([change('a', 0)]);
      const was = await revisionOf(one.registry, 'a');
      await one.registry.write([removal('a', was)]);
      await one.registry.write([change('a', 0)]);
      expect(await revisionOf(one.registry, 'a')).toBeGreaterThan(was);
    });

    fact(
      'REGISTRY-4 the revision of a collection is greater after every write to it, for every node',
      async (stores) => {
        const { one, two } = stores;
        const seen = [await two.registry.revision(['things'])];
        const write = async (change_: Change) => {
          expect(await one.registry.write([change_])).toBe('written');
          seen.push(await two.registry.revision(['things']));
        };
        await write(change('a', 0));
        await write({ ...change('a', 0), kind: 'things/of-a' });
        await write(change('a', await revisionOf(one.registry, 'a'), '{}'));
        await write(removal('a', await revisionOf(one.registry, 'a')));
        expect(seen[0]).toBe(0);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual([...seen].sort((x, y) => x - y));
      },
    );

    fact(
      'REGISTRY-4 the revision of a collection does not change by writes to others',
      async ({ one, two }) => {
        const other = (kind: string) => ({ kind, id: 'a', was: 0, json: '{}' });
        await one.registry.write([change('a', 0), other('places/one')]);
        const before = await two.registry.revision(['things']);
        for (const kind of ['thing', 'things-too', 'others/things', 'all'])
          expect(await one.registry.write([other(kind)])).toBe('written');
        expect(await two.registry.revision(['things'])).toBe(before);
        expect(await two.registry.revision(['nothing'])).toBe(0);
        // Of several it is that of the last one.
        const all = await two.registry.revision(['nothing', 'all', 'things']);
        expect(all).toBeGreaterThan(before);
        expect(await two.registry.revision(['places', 'things'])).toBe(before);
      },
    );

    fact(
      'documents are listed in the order of their ids, page by page, each kind by itself',
      async (stores) => {
        const { registry } = stores.one;
        const ids = ['b', 'B', 'a-1', 'a/2', 'a', '~', '!', 'a10', 'a9'];
        await registry.write([
          ...ids.map((id) => change(id, 0)),
          { kind: 'others', id: 'c', was: 0, json: '{}' },
        ]);
        const listed: string[] = [];
        for (let page = await registry.list('things', { limit: 4 }); page.length > 0;) {
          expect(page.length).toBeLessThanOrEqual(4);
          listed.push(...page.map(({ id }) => id));
          page = await registry.list('things', { limit: 4, after: listed.at(-1) ?? '' });
        }
        expect(listed).toEqual([...ids].sort());
        expect(await registry.count('things')).toBe(ids.length);
        expect(await registry.count('nothing')).toBe(0);
      },
    );

    fact('the kinds are told of which there are documents', async ({ one, two }) => {
      await one.registry.write([change('a', 0), { ...change('b', 0), kind: 'others/of: one*' }]);
      await one.registry.write([{ ...change('c', 0), kind: 'former' }]);
      const [former] = await one.registry.list('former', { limit: 1 });
      await one.registry.write([{ ...removal('c', former?.revision ?? 0), kind: 'former' }]);
      expect((await two.registry.kinds()).sort()).toEqual(['others/of: one*', 'things']);
    });

    fact('a write of a thousand documents is one write', async ({ one, two }) => {
      const many = Array.from({ length: 1_000 }, (_, at) => change(`n${at}`, 0));
      expect(await one.registry.write(many)).toBe('written');
      expect(await two.registry.count('things')).toBe(1_000);
    });

    if (!forgets)
      fact('REGISTRY-5 what was written is there when the store is opened again', async ({ one, reopen }) => {
        await one.registry.write([change('a', 0)]);
        const { registry } = await reopen();
        expect(await registry.get('things', 'a')).toMatchObject({ json: '{"of":"a"}' });
      });
  });
}
