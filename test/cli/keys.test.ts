import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { announceKeys, KeyRing } from '../../src/adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { registerKeys } from '../../src/cli/operate/keys.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { runCommand } from './command.ts';

const newFolder = useFolders();

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A store of a service that has this key. */
async function storeWith(secret: string): Promise<string> {
  const file = `${newFolder().path}/calls.sqlite`;
  const store = openSqliteStore({ file });
  await announceKeys(store.registry, new KeyRing([secret]));
  await store.close();
  return file;
}

const create = (file: string) =>
  runCommand(registerKeys, ['keys', 'create', 'nightly', '--store', `sqlite:${file}`]);

function namesInClear(file: string): boolean {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare("SELECT json FROM documents WHERE kind IN ('keys', 'audit')").all() as {
    json: string;
  }[];
  db.close();
  expect(rows).toHaveLength(2);
  return rows.some(({ json }) => json.includes('nightly'));
}

describe('ringflow keys create', () => {
  test('seals what it writes with the key of the service', async () => {
    const file = await storeWith('the key of the service');
    vi.stubEnv('RINGFLOW_SECRET_KEY', 'the key of the service');
    expect((await create(file)).out).toMatch(/^rf_/);
    expect(namesInClear(file)).toBe(false);
  });

  test('writes in clear without one, which the service reads too', async () => {
    const file = await storeWith('the key of the service');
    expect((await create(file)).out).toMatch(/^rf_/);
    expect(namesInClear(file)).toBe(true);
  });

  test('writes nothing with another key, which the service could not read', async () => {
    const file = await storeWith('the key of the service');
    vi.stubEnv('RINGFLOW_SECRET_KEY', 'another key than that one');
    const refused = await create(file).catch(String);
    expect(JSON.stringify(refused)).toContain('this store is sealed with key');
    const store = openSqliteStore({ file });
    expect(await store.registry.kinds()).toEqual(['keys-in-use']);
    await store.close();
  });

  test.each([
    [
      '--expires',
      '2020-01-01',
      'the expiry 2020-01-01T00:00:00.000Z is in the past: expected a time in the future',
    ],
    ['--project', 'Shop', 'there is no project "Shop": create it first, or name another'],
  ])('makes none with %s %s, which would open nothing', async (flag, value, told) => {
    const file = await storeWith('the key of the service');
    const args = ['keys', 'create', 'x', flag, value, '--store', `sqlite:${file}`];
    const { code, out, err } = await runCommand(registerKeys, args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trim()).toBe(`ringflow: ${told}`);
  });

  test('says where it had to make the store, which may be a slip of whoever typed its name', async () => {
    const file = `${newFolder().path}/cals.sqlite`;
    const made = await create(file);
    expect(made.out).toMatch(/^rf_/);
    expect(made.err).toContain(`Created the store ${file}: `);
    expect((await create(file)).err).not.toContain('Created the store');
  });
});
