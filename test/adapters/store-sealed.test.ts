import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { KeyRing, createSealedStore } from '../../src/adapters/store-sealed/index.ts';
import { callId, commandId } from '../../src/call/index.ts';
import type { Command } from '../../src/call/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { callStoreContract } from './contracts/call-store.ts';
import { RecordingLog } from '../engine/recording-log.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const PIN = '4711';
const call = callId('default.call-1');
const withPin = () =>
  commitOf({
    wakeAt: 1,
    context: {
      vars: { pin: PIN, tier: 'gold' },
      playlist: [{ kind: 'text', text: `you said ${PIN}`, language: 'en' }],
      error: { code: 'x', message: `${PIN} is unknown`, step: 'ask' },
    },
  });

function sealed(store: Store, secrets = [KEY], log = new RecordingLog()): Store {
  return createSealedStore(store, { keys: new KeyRing(secrets), log, hidesIds: () => false });
}

/** A command with something in it, and one without. */
const commands: Command[] = [
  {
    kind: 'play',
    media: { kind: 'text', text: `you said ${PIN}`, language: 'en' },
    listen: false,
    number: 1,
    id: commandId(call, 1),
  },
  { kind: 'hangup', number: 2, id: commandId(call, 2) },
];

callStoreContract('a sealed store', {
  create() {
    const behind = openMemoryStore();
    return Promise.resolve({
      one: sealed(behind),
      two: sealed(behind),
      // What lies behind is the same, the keys are read anew.
      reopen: () => Promise.resolve(sealed(behind)),
      close: () => behind.close(),
    });
  },
});

describe.each([
  ['with a key', KEY],
  ['without a key', undefined],
])('a record of a later release, %s,', (_what, secret) => {
  const later = () => {
    const { record, ...commit } = withPin();
    return { ...commit, record: { ...record, format: 99 as never, soon: 'unknown here' } };
  };

  test('is left alone and told, while others go on', async () => {
    const behind = openMemoryStore();
    await behind.commit(later());
    await behind.commit(commitOf({ id: 'other', wakeAt: 1 }));
    const before = JSON.stringify(await behind.load(call));
    const log = new RecordingLog();
    const store = createSealedStore(behind, {
      keys: new KeyRing(secret === undefined ? [] : [secret]),
      log,
      hidesIds: () => false,
    });
    await expect(store.load(call)).rejects.toMatchObject({
      code: 'record_newer',
      retryable: true,
      message: expect.stringMatching(/format 99.*upgrade this node/) as string,
    });
    expect((await store.claim('a', 2, 100, 10)).map(({ record }) => record.id)).toEqual(['other']);
    expect((await store.list({}, { limit: 10 })).calls.map(({ id }) => id)).toEqual(['other']);
    expect(JSON.stringify(await behind.load(call))).toBe(before);
    expect(log.of('error')).toContain('a call cannot continue on this node');
  });
});

describe('a sealed store', () => {
  test('keeps no variable in clear, and gives the record back byte for byte (I7, I2)', async () => {
    const behind = openMemoryStore();
    const commit = withPin();
    await sealed(behind).commit(commit);
    const raw = JSON.stringify(await behind.load(call));
    expect(raw).toContain(call);
    expect(raw).not.toMatch(/4711|gold/);
    expect(JSON.stringify((await sealed(behind).load(call))?.record)).toBe(JSON.stringify(commit.record));
  });

  test('keeps no command in clear, whichever way it is handed out (I7)', async () => {
    const behind = openMemoryStore();
    await sealed(behind).commit({ ...withPin(), commands });
    expect((await behind.load(call))?.outbox).toEqual([
      { kind: 'play', number: 1, id: commandId(call, 1), sealed: expect.any(String) as string },
      commands[1],
    ]);
    expect((await sealed(behind).load(call))?.outbox).toEqual(commands);
    expect(await sealed(behind).settle(call, 0, 'a')).toEqual(commands);
    expect(await sealed(behind).claim('b', 20_000, 30_000, 1)).toMatchObject([{ outbox: commands }]);
  });

  test('opens no command in the place of another one', async () => {
    const behind = openMemoryStore();
    await sealed(behind).commit({ ...withPin(), commands });
    const [play] = (await behind.load(call))?.outbox ?? [];
    const moved = commitOf({ seq: 2 });
    await behind.commit({ ...moved, commands: play ? [{ ...play, number: 3 }] : [] });
    await expect(sealed(behind).load(call)).rejects.toThrow(/belongs to something else/);
  });

  test.each([
    ['a passphrase', 'a passphrase that is long enough'],
    ['32 bytes in base64', KEY],
  ])('takes %s as its key', async (_what, secret) => {
    const behind = openMemoryStore();
    await sealed(behind, [secret]).commit(withPin());
    expect((await sealed(behind, [secret]).load(call))?.record.context.vars.pin).toBe(PIN);
  });

  test('reads what was stored before there was a key', async () => {
    const behind = openMemoryStore();
    await behind.commit({ ...withPin(), commands });
    expect(await sealed(behind).load(call)).toMatchObject({
      record: { context: { vars: { pin: PIN } } },
      outbox: commands,
    });
  });

  test('changes nothing where there is no key', async () => {
    const behind = openMemoryStore();
    const commit = { ...withPin(), commands };
    await sealed(behind, []).commit(commit);
    expect(await behind.load(call)).toEqual({ record: commit.record, outbox: commands });
  });

  test.each([
    ['without the key', [], /no key is set/],
    [
      'with other keys',
      ['another key than the first one', 'and one more of them'],
      /are [0-9a-f]{8}, [0-9a-f]{8}/,
    ],
  ])('says %s which one it needs, and lets other calls go on', async (_what, secrets, says) => {
    const behind = openMemoryStore();
    await sealed(behind).commit(withPin());
    await behind.commit(commitOf({ id: 'other', wakeAt: 1 }));
    const log = new RecordingLog();
    const store = sealed(behind, secrets, log);
    await expect(store.load(call)).rejects.toMatchObject({
      code: 'sealed',
      message: expect.stringMatching(says) as string,
    });
    const claimed = await store.claim('a', 2, 100, 10);
    expect(claimed.map(({ record }) => record.id)).toEqual(['other']);
    expect(log.lines).toMatchObject([{ level: 'error', fields: { call } }]);
    expect((await store.list({}, { limit: 10 })).calls.map(({ id }) => id)).toEqual(['other']);
  });

  test('opens with every key that it has, and seals with the first', async () => {
    const behind = openMemoryStore();
    const [old, young] = ['the old key of the store', 'the new key of the store'];
    await sealed(behind, [old]).commit(withPin());
    const both = sealed(behind, [young, old]);
    expect((await both.load(call))?.record.context.vars.pin).toBe(PIN);
    await both.commit({ ...withPin(), record: { ...withPin().record, seq: 2 } });
    expect((await sealed(behind, [young]).load(call))?.record.context.vars.pin).toBe(PIN);
    await expect(sealed(behind, [old]).load(call)).rejects.toMatchObject({ code: 'sealed' });
  });

  test('opens nothing that was changed, or moved from another call', async () => {
    const behind = openMemoryStore();
    await sealed(behind).commit(withPin());
    const stolen = (await behind.load(call))?.record.context;
    const other = commitOf({ id: 'other' });
    await behind.commit({ ...other, record: { ...other.record, context: stolen ?? other.record.context } });
    await expect(sealed(behind).load(callId('other'))).rejects.toThrow(/was changed/);
  });
});
