import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { advance, begin, callId, projectId } from '../../src/call/index.ts';
import type { Advance } from '../../src/call/index.ts';
import { registerTrace } from '../../src/cli/operate/trace.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startRedis } from '../adapters/redis/server.ts';
import { runnableOf } from '../builders/flow.ts';
import { folderWith, runCommand } from './command.ts';

const id = callId('default.v1');
let folder: { path: string; remove: () => void };

beforeEach(() => {
  folder = folderWith({});
});
afterEach(() => {
  folder.remove();
});

const trace = (...args: string[]) => runCommand(registerTrace, ['trace', ...args]);

/** A file with one call in it; gives its setting. */
async function stored(): Promise<string> {
  const file = join(folder.path, 'calls.sqlite');
  await storeCall(openSqliteStore({ file }));
  return `sqlite:${file}`;
}

/** Puts one call into a store and closes it. */
async function storeCall(store: Store): Promise<void> {
  const flow = runnableOf('steps: { hello: { say: Hello. } }');
  const call = {
    id,
    project: projectId('default'),
    direction: 'inbound',
    from: '+4930111',
    to: '+4930222',
  } as const;
  const first = begin(flow, { ...call, at: 0 });
  for (const { record, trace: entry, commands } of [first, connected(first)])
    await store.commit({ node: 'n', record, commands, trace: entry, wakeAt: undefined, leaseUntil: 1 });
  await store.close();

  function connected({ record }: Advance): Advance {
    return advance(flow, record, { type: 'connected', at: 1_500 });
  }
}

describe('ringflow trace', () => {
  test('tells what the call did and why', async () => {
    const { out, code } = await trace('default.v1', '--store', await stored());
    expect(code).toBe(0);
    expect(out).toBe(`00:00:00.000  case  +4930111  calls
              ● hello (say)
              → accept
00:00:01.500  case  +4930111  connected
              ♪ Hello.
              → play
`);
  });

  test('reads a Redis as well', async () => {
    const redis = await startRedis();
    try {
      await storeCall(await openRedisStore({ address: redis.address, log: new RecordingLog() }));
      const { out, code } = await trace('default.v1', '--store', redis.address);
      expect([code, out]).toEqual([0, expect.stringContaining('● hello (say)')]);
      const unknown = await trace('default.v2', '--store', `redis://:secret@127.0.0.1:${redis.port}`);
      expect(unknown.err).not.toContain('secret');
    } finally {
      await redis.stop();
    }
  });

  test('gives the entries to programs', async () => {
    const { out } = await trace('default.v1', '--store', await stored(), '--json');
    const entries = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number });
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('says that the variables are not known where the version is not stored', async () => {
    const { out, err, code } = await trace('default.v1', '--store', await stored(), '--variables');
    expect({ out: out.split('\n').length, err, code }).toEqual({
      out: 7,
      err: 'the variables are not known from entry 1 on: version_gone\n',
      code: 0,
    });
  });

  test('says that there is no such call', async () => {
    const store = await stored();
    expect(await trace('default.v2', '--store', store)).toMatchObject({ code: 1, out: '' });
  });

  test('reads while another process writes', async () => {
    const store = await stored();
    const writer = new DatabaseSync(store.slice('sqlite:'.length));
    writer.exec('BEGIN IMMEDIATE');
    const { out, code } = await trace('default.v1', '--store', store);
    writer.close();
    expect({ lines: out.split('\n').length, code }).toEqual({ lines: 7, code: 0 });
  });

  test('makes no store where there is none', async () => {
    const { err, code } = await trace('default.v1', '--store', `sqlite:${folder.path}/none.sqlite`);
    expect(err).toMatch(/no store .*--store sqlite:FILE/);
    expect(code).toBe(2);
  });
});
