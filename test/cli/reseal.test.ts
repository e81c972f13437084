import { afterEach, describe, expect, test, vi } from 'vitest';
import { announceKeys, KeyRing, createSealedStore } from '../../src/adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { callId } from '../../src/call/index.ts';
import { hasPrivateIds } from '../../src/service/campaigns/index.ts';
import { registerReseal } from '../../src/cli/operate/reseal.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { runCommand } from './command.ts';

const newFolder = useFolders();
const OLD = 'the old key of the store';
const NEW = 'the new key of the store';
const barred = { kind: 'do-not-call/default', id: '+4930111', was: 0, json: '{"at":1}' };

afterEach(() => {
  vi.unstubAllEnvs();
});

async function opened<Result>(
  file: string,
  secrets: string[],
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const keys = new KeyRing(secrets);
  const behind = openSqliteStore({ file });
  try {
    await announceKeys(behind.registry, keys);
    return await use(createSealedStore(behind, { keys, log: new RecordingLog(), hidesIds: hasPrivateIds }));
  } finally {
    await behind.close();
  }
}

/** A file with one call and one number that nobody may call, sealed with the old key. */
async function filled(commands: number[] = []): Promise<string> {
  const file = `${newFolder().path}/calls.sqlite`;
  await opened(file, [OLD], async (store) => {
    await store.commit({
      ...commitOf({ context: { vars: { pin: '4711' } } }),
      commands: commands.map((number) => ({
        kind: 'connect',
        from: '+49301',
        to: '+49302',
        number,
        id: `default.call-1.${number}`,
      })) as never,
    });
    await store.registry.write([barred]);
  });
  return file;
}

const again = (file: string, keys: string, ...flags: string[]) => {
  vi.stubEnv('RINGFLOW_SECRET_KEY', keys);
  return runCommand(registerReseal, ['reseal', '--store', `sqlite:${file}`, ...flags]);
};

describe('ringflow reseal', () => {
  test('makes the first key enough, and says what it did', async () => {
    const file = await filled();
    expect(await again(file, `${NEW}\n${OLD}`)).toMatchObject({
      code: 0,
      out: '1 call and 1 document re-encrypted\n',
    });
    expect((await again(file, NEW, '--json')).out).toBe('{"calls":0,"documents":0,"left":0}\n');
    await opened(file, [NEW], async (store) => {
      expect((await store.load(callId('default.call-1')))?.record.context.vars).toEqual({ pin: '4711' });
      expect(await store.registry.get(barred.kind, barred.id)).toMatchObject({ json: barred.json });
    });
  });

  test('reads the keys from a file', async () => {
    const file = await filled();
    vi.stubEnv('RINGFLOW_SECRET_KEY_FILE', newFolder().write('keys', `${NEW}\n${OLD}\n`));
    expect(await again(file, '')).toMatchObject({ code: 0 });
  });

  test('ends with 1 where commands are under way', async () => {
    const file = await filled([1]);
    const first = await again(file, `${NEW}\n${OLD}`);
    expect(first.code).toBe(1);
    expect(first.err).toBe('ringflow: not re-encrypted, because in use: 1; run this again in a minute\n');
    await expect(opened(file, [NEW], () => Promise.resolve())).rejects.toMatchObject({ code: 'sealed' });
  });

  test.each([
    ['no key', '', 2, /no key: set RINGFLOW_SECRET_KEY/],
    [
      'without the old key',
      NEW,
      2,
      /this store is sealed with key [0-9a-f]{8}, but the keys set are [0-9a-f]{8}: add it/,
    ],
  ])('with %s changes nothing', async (_what, keys, code, says) => {
    const file = await filled();
    const refused = await again(file, keys).catch((error: unknown) => ({ code: 2, err: String(error) }));
    expect(refused.code).toBe(code);
    expect(refused.err).toMatch(says);
    await opened(file, [OLD], async (store) => {
      expect(await store.registry.get(barred.kind, barred.id)).toBeDefined();
    });
  });
});
