import { describe, expect, test, vi } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { announceKeys, KeyRing, reseal, createSealedStore } from '../../src/adapters/store-sealed/index.ts';
import type { Resealed } from '../../src/adapters/store-sealed/index.ts';
import { callId, commandId } from '../../src/call/index.ts';
import type { Registry, Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { registryContract } from './contracts/registry.ts';
import { RecordingLog } from '../engine/recording-log.ts';

const OLD = 'the old key of the store';
const NEW = 'the new key of the store';
const NUMBERS = ['+4930111', '+4930222', '+4930333', '+4930444', '+4930555'];
const call = callId('default.call-1');

const hidesIds = (kind: string) => kind === 'barred';

function sealed(store: Store, ...secrets: string[]): Store {
  return createSealedStore(store, { keys: new KeyRing(secrets), log: new RecordingLog(), hidesIds });
}

const put = (kind: string, id: string, was = 0) => ({ kind, id, was, json: `{"of":"${id}"}` });

/** Everything that a registry holds, as it lies. */
async function lying(registry: Registry): Promise<string> {
  const kinds = await registry.kinds();
  return JSON.stringify(await Promise.all(kinds.map((kind) => registry.list(kind, { limit: 1_000 }))));
}

async function listed(registry: Registry, kind: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = await registry.list(kind, { limit: 2 }); page.length > 0;) {
    ids.push(...page.map(({ id }) => id));
    page = await registry.list(kind, { limit: 2, after: ids.at(-1) ?? '' });
  }
  return ids;
}

registryContract(
  'a sealed store',
  {
    create() {
      const behind = openMemoryStore();
      return Promise.resolve({
        one: sealed(behind, NEW, OLD),
        two: sealed(behind, NEW, OLD),
        reopen: () => Promise.resolve(sealed(behind, NEW)),
        close: () => behind.close(),
      });
    },
  },
  { forgets: true },
);

describe('a sealed registry', () => {
  test('keeps no document in clear, nor a private id, and finds them all the same', async () => {
    const behind = openMemoryStore();
    const { registry } = sealed(behind, OLD);
    await registry.write([put('things', 'a'), ...NUMBERS.map((id) => put('barred', id))]);
    expect(/"of|4930/.exec(await lying(behind.registry))).toBeNull();
    expect(await registry.get('barred', '+4930111')).toMatchObject({
      id: '+4930111',
      json: '{"of":"+4930111"}',
    });
    expect(await registry.get('barred', '+4930999')).toBeUndefined();
    expect((await listed(registry, 'barred')).sort()).toEqual(NUMBERS);
    expect(await registry.count('barred')).toBe(NUMBERS.length);
  });

  test('opens no document in the place of another one', async () => {
    const behind = openMemoryStore();
    const { registry } = sealed(behind, OLD);
    await registry.write([put('things', 'a')]);
    const stolen = (await behind.registry.get('things', 'a'))?.json;
    await behind.registry.write([
      { kind: 'things', id: 'b', was: 0, json: stolen },
      { kind: 'others', id: 'a', was: 0, json: stolen },
    ]);
    await expect(registry.get('things', 'b')).rejects.toMatchObject({ code: 'sealed' });
    await expect(registry.list('others', { limit: 1 })).rejects.toMatchObject({ code: 'sealed' });
  });

  test.each([
    ['before there was a key', [], [OLD]],
    ['with the key before', [OLD], [NEW, OLD]],
    ['with the key that comes next', [NEW, OLD], [OLD, NEW]],
  ])(
    'knows by its private id what was written %s, and lets it be changed and removed',
    async (_when, then, now) => {
      const behind = openMemoryStore();
      await sealed(behind, ...then).registry.write(NUMBERS.map((id) => put('barred', id)));
      const { registry } = sealed(behind, ...now);
      expect(await registry.write([put('barred', '+4930111')])).toBe('conflict');
      const { revision = 0 } = (await registry.get('barred', '+4930111')) ?? {};
      expect(await registry.write([{ ...put('barred', '+4930111', revision), json: '"new"' }])).toBe(
        'written',
      );
      const { revision: was = 0, json } = (await registry.get('barred', '+4930111')) ?? {};
      expect(json).toBe('"new"');
      expect((await listed(registry, 'barred')).sort()).toEqual(NUMBERS);
      await registry.write([{ kind: 'barred', id: '+4930111', was, json: undefined }]);
      expect((await listed(registry, 'barred')).sort()).toEqual(NUMBERS.slice(1));
    },
  );
});

describe('the keys of a store', () => {
  test('are told to be missing before anything is looked for', async () => {
    const { registry } = openMemoryStore();
    await announceKeys(registry, new KeyRing([]));
    expect(await registry.kinds()).toEqual([]);
    await announceKeys(registry, new KeyRing([OLD]));
    await announceKeys(registry, new KeyRing([NEW, OLD]));
    for (const secrets of [[], [OLD], [NEW]])
      await expect(announceKeys(registry, new KeyRing(secrets))).rejects.toMatchObject({
        code: 'sealed',
        message: expect.stringContaining('RINGFLOW_SECRET_KEY') as string,
      });
    await announceKeys(registry, new KeyRing([OLD, NEW]));
  });
});

describe('sealing anew', () => {
  const again = (store: Store, ...secrets: string[]): Promise<Resealed> =>
    reseal(store, { keys: new KeyRing(secrets), hidesIds });

  async function filled(...secrets: string[]): Promise<Store> {
    const behind = openMemoryStore();
    const store = sealed(behind, ...secrets);
    if (secrets.length > 0) await announceKeys(behind.registry, new KeyRing(secrets));
    for (let at = 0; at < 450; at += 1)
      await store.commit(commitOf({ id: `default.call-${at}`, context: { vars: { pin: '4711' } } }));
    const things = Array.from({ length: 450 }, (_, at) => put('things', `thing-${at}`));
    await store.registry.write([...things, ...NUMBERS.map((id) => put('barred', id))]);
    return behind;
  }

  test.each([
    ['with another key', [OLD]],
    ['with none', []],
  ])('what was sealed %s needs the new one alone afterwards, and nothing is lost', async (_what, secrets) => {
    const behind = await filled(...secrets);
    expect(await again(behind, NEW, ...secrets)).toEqual({ calls: 450, documents: 455, left: 0 });
    await announceKeys(behind.registry, new KeyRing([NEW]));
    const store = sealed(behind, NEW);
    expect((await store.list({}, { limit: 1_000 })).calls).toHaveLength(450);
    expect((await store.load(call))?.record.context.vars).toEqual({ pin: '4711' });
    expect(await store.registry.list('things', { limit: 1_000 })).toHaveLength(450);
    expect((await listed(store.registry, 'barred')).sort()).toEqual(NUMBERS);
    expect(JSON.stringify(await behind.load(call))).not.toContain('4711');
    expect(/"of|4930/.exec(await lying(behind.registry))).toBeNull();
    expect(await again(behind, NEW)).toEqual({ calls: 0, documents: 0, left: 0 });
  });

  test('what was sealed with a key that is missing stops it, and the store still says which it needs', async () => {
    const behind = await filled(OLD);
    await expect(again(behind, NEW)).rejects.toMatchObject({ code: 'sealed' });
    await expect(announceKeys(behind.registry, new KeyRing([NEW]))).rejects.toMatchObject({ code: 'sealed' });
    expect((await sealed(behind, OLD).load(call))?.record.context.vars).toEqual({ pin: '4711' });
  });

  test('commands under way are left to be carried out, and the old key is needed until then', async () => {
    const behind = openMemoryStore();
    const old = sealed(behind, OLD);
    await announceKeys(behind.registry, new KeyRing([OLD]));
    await old.commit({
      ...commitOf(),
      commands: [{ kind: 'connect', from: '+49301', to: '+49302', number: 1, id: commandId(call, 1) }],
    });
    expect(await again(behind, NEW, OLD)).toEqual({ calls: 1, documents: 0, left: 1 });
    await expect(announceKeys(behind.registry, new KeyRing([NEW]))).rejects.toMatchObject({ code: 'sealed' });
    const both = sealed(behind, NEW, OLD);
    expect((await both.load(call))?.outbox).toMatchObject([{ to: '+49302' }]);
    await both.settle(call, 1, 'a');
    expect(await again(behind, NEW, OLD)).toEqual({ calls: 0, documents: 0, left: 0 });
    await announceKeys(behind.registry, new KeyRing([NEW]));
  });

  test('what a node changes in between is not undone, and left to the next time', async () => {
    const behind = await filled(OLD);
    const both = sealed(behind, OLD, NEW);
    const rewrite = behind.rewrite.bind(behind);
    const busy = vi.spyOn(behind, 'rewrite').mockImplementation(async (record) => {
      if (record.id === call) await both.commit(commitOf({ seq: 2, context: { vars: { pin: '0815' } } }));
      return rewrite(record);
    });
    expect(await again(behind, NEW, OLD)).toMatchObject({ calls: 449, left: 1 });
    busy.mockRestore();
    expect((await both.load(call))?.record).toMatchObject({ seq: 2, context: { vars: { pin: '0815' } } });
    expect(await again(behind, NEW, OLD)).toMatchObject({ calls: 1, left: 0 });
  });
});
