/** What SQLite promises beyond the contract, and only real processes can show (STORE-2, STORE-6, SQLITE-1, SQLITE-2, GROUP-4). */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { callId } from '../../src/call/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { hangup } from '../builders/call-record.ts';
import { commitOf } from '../builders/commit.ts';
import { Child } from './child.ts';
import { temporaryFile } from './sqlite-file.ts';

const calls = Array.from({ length: 64 }, (_, number) => `default.call-${number}`);

let file: string;
let remove: () => void;
let children: Child[];
let stores: Store[];

beforeEach(() => {
  ({ file, remove } = temporaryFile());
  children = [];
  stores = [];
});

afterEach(async () => {
  for (const child of children) await child.kill();
  for (const store of stores) await store.close();
  remove();
});

function start(name: string, ...args: string[]): Child {
  const child = new Child(name, [file, ...args]);
  children.push(child);
  return child;
}

function open(busyTimeoutMs: number): Store {
  const store = openSqliteStore({ file, busyTimeoutMs });
  stores.push(store);
  return store;
}

/** Every commit of the call is there with all of its parts, or not at all; gives the last one's number. */
async function lastWholeCommit(store: Store, call: string): Promise<number> {
  const stored = await store.load(callId(call));
  const seq = stored?.record.seq ?? 0;
  const trace = await store.trace(callId(call));
  expect(trace.map((entry) => entry.seq)).toEqual(Array.from({ length: seq }, (_, at) => at + 1));
  expect(stored?.outbox).toEqual(stored && [hangup(call, seq)]);
  return seq;
}

describe('kill -9 of a process in the middle of a storm of commits', () => {
  test.each([1, 300, 2_000])(
    'after %i commits loses none it reported, leaves none half there',
    async (count) => {
      const child = start('advance-calls', '64', '1000000', 'a');
      await child.wrote(count);
      await child.kill();
      const store = open(2_000);
      const found = new Map<string, number>();
      for (const call of calls) found.set(call, await lastWholeCommit(store, call));
      const lost = child.lines.filter((line) => {
        const [call = '', seq] = line.split(' ');
        return (found.get(call) ?? 0) < Number(seq);
      });
      expect(lost).toEqual([]);
    },
  );

  test('again and again on one file, each successor goes on where the last one was killed', async () => {
    const reported: string[] = [];
    for (let round = 0; round < 4; round++) {
      const child = start('advance-calls', '64', '1000000', `n${round}`);
      await child.wrote(200);
      await child.kill();
      reported.push(...child.lines);
    }
    expect(new Set(reported).size).toBe(reported.length);
    const store = open(2_000);
    for (const call of calls) await lastWholeCommit(store, call);
  });
});

test('two processes that open a new file at once and work on the same calls take each step once between them', async () => {
  const rivals = [start('advance-calls', '8', '150', 'a'), start('advance-calls', '8', '150', 'b')];
  expect(await Promise.all(rivals.map((child) => child.finish()))).toEqual([0, 0]);
  const steps = rivals.flatMap((child) => child.lines);
  expect(new Set(steps).size).toBe(8 * 150);
  expect(steps).toHaveLength(8 * 150);
  const store = open(2_000);
  expect(await lastWholeCommit(store, 'default.call-7')).toBe(150);
});

describe('a database that another process has locked', () => {
  test('fails writes with store_busy when the busy timeout is over, and works again afterwards', async () => {
    const store = open(50);
    const child = start('hold-lock');
    await child.wrote(1);
    const writes = [store.commit(commitOf()), store.check(), store.expire(0, 1)];
    for (const result of await Promise.allSettled(writes)) {
      expect(result).toMatchObject({ reason: { code: 'store_busy', retryable: true } });
    }
    expect(await store.load(callId('default.call-1'))).toBeUndefined();
    await child.finish();
    expect(await store.commit(commitOf())).toMatchObject({ outcome: 'committed' });
  });

  test('can be read', async () => {
    const store = open(50);
    await store.commit(commitOf());
    const child = start('hold-lock');
    await child.wrote(1);
    expect(await store.load(callId('default.call-1'))).toBeDefined();
    expect(await store.nextDueAt()).toBeUndefined();
  });

  test('holds up neither the event loop nor, once it is free, the writes that waited', async () => {
    const store = open(60_000);
    const child = start('hold-lock');
    await child.wrote(1);
    const waiting = [store.commit(commitOf({ id: 'x' })), store.commit(commitOf({ id: 'y' }))];
    // The first attempt is made by now; only a loop that runs on can let go of the lock before the minute is over.
    for (let turn = 0; turn < 3; turn++) await endOfTurn();
    await child.finish();
    expect(await Promise.all(waiting)).toMatchObject([{ outcome: 'committed' }, { outcome: 'committed' }]);
  });

  test('and that has no tables yet cannot be opened within the busy timeout: store_busy', async () => {
    const child = start('hold-lock');
    await child.wrote(1);
    expect(() => open(50)).toThrow(expect.objectContaining({ code: 'store_busy' }));
  });
});
