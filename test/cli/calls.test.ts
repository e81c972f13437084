import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeyRing, createSealedStore } from '../../src/adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { advance, begin, callId, projectId, runnable } from '../../src/call/index.ts';
import type { Advance, CallEvent } from '../../src/call/index.ts';
import { registerCalls } from '../../src/cli/operate/recorded-calls-command.ts';
import { registerCompat } from '../../src/cli/author/compat.ts';
import { registerPreview } from '../../src/cli/author/preview.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { flowOf } from '../builders/flow.ts';
import { folderWith, runCommand } from './command.ts';

const YAML = 'vars: { name: "" }\nsteps:\n  hello: { say: Hello. }\n  bye: { say: Goodbye., next: hangup }';
const flow = flowOf(YAML);
const asFile = (yaml: string) => `ringflow: 1\nname: case\n${yaml}\n`;

let folder: { path: string; remove: () => void };
let store: string;

beforeEach(async () => {
  folder = folderWith({
    'new/flow.yaml': asFile(YAML.replace('Goodbye.', 'See you.')),
    'old/flow.yaml': asFile(YAML),
    'bad.ndjson': '{}\n',
  });
  const file = join(folder.path, 'calls.sqlite');
  store = `sqlite:${file}`;
  await fill(openSqliteStore({ file }));
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const END: CallEvent[] = [
  { type: 'connected', at: 0 },
  { type: 'played', at: 400 },
  { type: 'played', at: 933 },
  { type: 'disconnected', reason: 'normal', detail: 'Normal Clearing', at: 933 },
];

/** One call that has ended, and one that is at its first step. */
async function fill(kept: Store): Promise<void> {
  await kept.putFlow(flow.version, JSON.stringify(flow), 0);
  await storeCall(kept, { id: 'default.over', from: '+4930111222', at: 1_000 }, END);
  await storeCall(kept, { id: 'default.live', from: '+4930333444', at: 2_000 }, END.slice(0, 1));
  await kept.close();
}

async function storeCall(
  kept: Store,
  { id, from, at }: { id: string; from: string; at: number },
  events: CallEvent[],
): Promise<void> {
  const ready = runnable(flow);
  const beginning = { id: callId(id), project: projectId('default'), from, to: '+4930222' };
  let made: Advance = begin(ready, { ...beginning, direction: 'inbound', at });
  for (const event of [undefined, ...events]) {
    if (event !== undefined) made = advance(ready, made.record, { ...event, at: at + event.at });
    const { record, trace, commands } = made;
    const expiry = record.endedAt === undefined ? {} : { expiresAt: record.endedAt + 1e12 };
    await kept.commit({ node: 'n', record, commands, trace, wakeAt: undefined, leaseUntil: 1, ...expiry });
  }
}

const calls = (...args: string[]) => runCommand(registerCalls, ['calls', ...args, '--store', store]);
const preview = (...args: string[]) =>
  runCommand(registerPreview, ['preview', join(folder.path, 'new'), ...args]);
const compat = (...args: string[]) => runCommand(registerCompat, ['compat', ...args]);

describe('ringflow calls list', () => {
  test('tells the newest first', async () => {
    const { out, code } = await calls('list');
    expect({ out, code }).toEqual({
      out: '1970-01-01T00:00:02  default.live  case  +4930333444  at hello\n1970-01-01T00:00:01  default.over  case  +4930111222  ended normal\n',
      code: 0,
    });
  });

  test.each([
    [['--state', 'live'], ['default.live']],
    [['--state', 'ended'], ['default.over']],
    [['--number', '+4930111222'], ['default.over']],
    [['--flow', 'case', '--last', '1'], ['default.live']],
    [['--flow', 'other'], []],
  ])('%j as NDJSON', async (filters, ids) => {
    const { out } = await calls('list', ...filters, '--json');
    const found = out.split('\n').filter((line) => line !== '');
    expect(found.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
  });

  test('gives no plus to the name of a telephone', async () => {
    const kept = openSqliteStore({ file: join(folder.path, 'calls.sqlite') });
    await storeCall(kept, { id: 'default.named', from: 'reception', at: 3_000 }, END);
    await kept.close();
    const { out } = await calls('list', '--last', '1');
    expect(out).toBe('1970-01-01T00:00:03  default.named  case  reception  ended normal\n');
  });

  test('refuses what is no number of calls', async () => {
    expect(await calls('list', '--last', 'many')).toMatchObject({ code: 2, out: '' });
  });
});

describe('ringflow calls export', () => {
  test('writes a scenario that passes', async () => {
    const file = join(folder.path, 'old/one.scenario.yaml');
    expect(await calls('export', 'default.over', '--scenario', '--out', file)).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('- hears: Hello.');
    expect(text).not.toContain('30111222');
  });

  test.each([
    [['default.none', '--scenario'], 1, /has no call "default.none"\n$/],
    [['over', '--scenario'], 1, /has no call "over": ids are <project>.<voice id>, such as default.over\n$/],
    [['default.live', '--scenario'], 1, /is live: export it after it has ended/],
    [['--scenario'], 2, /requires the id of one call/],
    [['default.over'], 2, /--scenario or --ndjson/],
  ])('%j is refused', async (args, code, says) => {
    const refused = await calls('export', ...args);
    expect(refused.code).toBe(code);
    expect(refused.err).toMatch(says);
  });

  test('says which calls it cannot open, and opens them with the key', async () => {
    const file = join(folder.path, 'sealed.sqlite');
    const secret = 'a passphrase of many words';
    const sealing = { keys: new KeyRing([secret]), log: new RecordingLog(), hidesIds: () => false };
    await fill(createSealedStore(openSqliteStore({ file }), sealing));
    const sealed = () =>
      runCommand(registerCalls, ['calls', 'export', '--ndjson', '--store', `sqlite:${file}`]);
    expect((await sealed()).err).toBe(
      '0 calls exported\n2 more cannot be decrypted: set RINGFLOW_SECRET_KEY to the key of the service\n',
    );
    // As `dev` keeps it.
    writeFileSync(`${file}.key`, secret);
    expect((await sealed()).err).toBe('2 calls exported\n');
    vi.stubEnv('RINGFLOW_SECRET_KEY', 'another passphrase, which goes before it');
    expect((await sealed()).err).toContain('2 more cannot be decrypted');
    vi.stubEnv('RINGFLOW_SECRET_KEY', secret);
    expect((await sealed()).err).toBe('2 calls exported\n');
  });
});

describe('ringflow preview', () => {
  test('replays what is in the store, and fails above the threshold', async () => {
    const { out, err, code } = await preview('--store', store);
    expect(out).toContain('1 call replayed on case');
    expect(out).toContain('- hears "Goodbye."\n  + hears "See you."');
    expect({ err, code }).toEqual({
      err: 'ringflow: 100 % of the calls differ, more than the 5 % allowed\n',
      code: 1,
    });
    expect(await preview('--store', store, '--threshold', '100%')).toMatchObject({ code: 0 });
  });

  test('replays what was exported, without a store', async () => {
    const file = join(folder.path, 'calls.ndjson');
    await calls('export', '--ndjson', '--out', file);
    const { out } = await preview('--from', file, '--threshold', '100%', '--json');
    expect(JSON.parse(out)).toMatchObject({
      ...{ replayed: 1, same: 0, hears: 1, ends: 0, unknown: 1 },
      steps: [{ step: 'bye', calls: [{ call: 'default.over', kind: 'hears' }] }],
      reasons: [{ why: 'it has not ended yet', calls: ['default.live'] }],
    });
  });

  test.each([
    [['--from', 'none.ndjson'], /none.ndjson cannot be read/],
    [['--threshold', 'some'], /--threshold is "some": expected a percentage such as 5%/],
    [['--store', 'sqlite:none.sqlite'], /no store/],
  ])('%j is refused', async (args, says) => {
    const { code, err } = await preview(...args);
    expect(code).toBe(2);
    expect(err).toMatch(says);
  });

  test('names the line of a file that is something else', async () => {
    const { code, err } = await preview('--from', join(folder.path, 'bad.ndjson'));
    expect(code).toBe(2);
    expect(err).toMatch(/bad.ndjson:1 is neither a call nor a flow version/);
  });
});

describe('ringflow compat', () => {
  test('looks at live calls', async () => {
    const { out, code } = await compat(flow.version, join(folder.path, 'new'), '--store', store);
    expect(out).toContain('1 of 1 live call could continue');
    expect(code).toBe(0);
  });

  test('looks at the states of a version where there is no store', async () => {
    const { out, code } = await compat(join(folder.path, 'old'), join(folder.path, 'new'), '--json');
    expect(JSON.parse(out)).toMatchObject({ of: 'states', couldNot: 0 });
    expect(code).toBe(0);
  });

  test('counts calls on other versions', async () => {
    const { out, code } = await compat(join(folder.path, 'new'), join(folder.path, 'new'), '--store', store);
    expect(out).toBe('0 of 0 live calls could continue\n\n1 live call of the flow on other versions\n');
    expect(code).toBe(0);
  });

  test('says that a version is not in the store', async () => {
    const { code, err } = await compat('0123456789abcdef', join(folder.path, 'new'), '--store', store);
    expect(code).toBe(2);
    expect(err).toMatch(/does not contain version 0123456789abcdef/);
  });
});
