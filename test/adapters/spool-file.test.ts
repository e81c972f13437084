/** The spool on disk: SPOOL-1 to SPOOL-3 of src/engine/ports/spool.ts, and what only files can do. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Child } from './child.ts';
import { drained, entryOf, useSpoolFolder } from './spool-folder.ts';

const folder = useSpoolFolder();
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const entriesUpTo = (count: number) => numbers(count).map((number) => entryOf(number).entry);
const files = () => readdirSync(folder().directory).toSorted();
const fileOf = (name: string) => join(folder().directory, name);

async function filled(count: number, segmentBytes = 200) {
  const spool = folder().open({ segmentBytes });
  for (const number of numbers(count)) await spool.append(entryOf(number));
  return spool;
}

describe('entries', () => {
  test('come back in the order in which they were appended, over many files, and stay until taken off (SPOOL-2)', async () => {
    const spool = await filled(20);
    expect(files().length).toBeGreaterThan(3);
    const first = await spool.oldest(2);
    expect(first).toEqual([entryOf(0), entryOf(1)]);
    expect(await spool.oldest(2)).toEqual(first);
    expect(await drained(spool, 3)).toEqual(entriesUpTo(20));
    expect(await spool.oldest(1)).toEqual([]);
    expect(files()).toEqual(['in-use-by']);
  });

  test('that are appended at once are in the order in which that was asked for', async () => {
    const spool = folder().open({ segmentBytes: 500 });
    await Promise.all(numbers(100).map((number) => spool.append(entryOf(number))));
    expect(await drained(spool, 7)).toEqual(entriesUpTo(100));
  });

  test('can be appended while older ones are taken off', async () => {
    const spool = folder().open({ segmentBytes: 300 });
    const taken: string[] = [];
    const appending = Promise.all(numbers(200).map((number) => spool.append(entryOf(number))));
    while (taken.length < 200) {
      const entries = await spool.oldest(9);
      await spool.takeOff(entries.length);
      taken.push(...entries.map(({ entry }) => entry));
    }
    await appending;
    expect(taken).toEqual(entriesUpTo(200));
  });

  test('hold any text', async () => {
    const odd = { entry: '{"a":"\\n\u2028 Grüß 日本 👩‍👩‍👧 \u0000"}\n', about: 'message +49 "1"\n', at: 1 };
    const spool = folder().open();
    await spool.append(odd);
    expect(await spool.oldest(2)).toEqual([odd]);
    expect(spool.count(odd.about)).toBe(1);
  });

  test('are counted by what they are about', async () => {
    const spool = await filled(7);
    expect([spool.count('call-0'), spool.count('call-1'), spool.count('call-9')]).toEqual([3, 2, 0]);
    await spool.takeOff(1);
    expect([spool.count('call-0'), spool.count('call-1')]).toEqual([2, 2]);
    await drained(spool);
    expect([spool.count('call-0'), spool.count('call-1')]).toEqual([0, 0]);
  });

  test('are told of by their number, their room and the time of the oldest', async () => {
    const spool = folder().open();
    expect(spool.state()).toEqual({ entries: 0, bytes: 0, oldestAt: undefined, isFull: false });
    await spool.append(entryOf(0));
    const { bytes } = spool.state();
    expect(bytes).toBe(readFileSync(fileOf('00000001.ndjson')).length);
    await spool.append(entryOf(1));
    expect(spool.state()).toEqual({ entries: 2, bytes: 2 * bytes, oldestAt: 1_000, isFull: false });
    await spool.oldest(1);
    await spool.takeOff(1);
    expect(spool.state()).toEqual({ entries: 1, bytes, oldestAt: 1_001, isFull: false });
    await spool.takeOff(1);
    expect(spool.state()).toEqual({ entries: 0, bytes: 0, oldestAt: undefined, isFull: false });
  });
});

describe('a spool that is opened again', () => {
  test('has what was left in it, and appends behind it (SPOOL-1, SPOOL-2)', async () => {
    const first = await filled(10);
    await first.oldest(3);
    await first.takeOff(3);
    await first.close();
    const second = folder().open({ segmentBytes: 200 });
    expect(second.state()).toMatchObject({ entries: 7, oldestAt: 1_003 });
    expect([second.count('call-0'), second.count('call-1')]).toEqual([3, 2]);
    await second.append(entryOf(10));
    expect(await drained(second)).toEqual(entriesUpTo(11).slice(3));
  });

  test('knows what was taken off in the middle of a file', async () => {
    const first = await filled(5, 10_000);
    await first.oldest(5);
    await first.takeOff(2);
    await first.takeOff(1);
    await first.close();
    expect(await drained(folder().open())).toEqual(['entry 3', 'entry 4']);
  });

  test('does not take the mark that a crash has left of an earlier file for one of its own', async () => {
    writeFileSync(fileOf('00000001.done'), '1');
    const spool = folder().open();
    await spool.append(entryOf(0));
    expect(files()).toContain('00000001.ndjson');
    expect(await drained(spool)).toEqual(['entry 0']);
  });

  test('gives entries again whose mark a crash has taken (SPOOL-3)', async () => {
    const first = await filled(3, 10_000);
    await first.oldest(3);
    await first.takeOff(2);
    await first.close();
    rmSync(fileOf('00000001.done'));
    expect(await drained(folder().open())).toEqual(entriesUpTo(3));
  });

  test('passes over a last line that a crash cut short', async () => {
    const first = await filled(3, 10_000);
    await first.close();
    truncateSync(fileOf('00000001.ndjson'), readFileSync(fileOf('00000001.ndjson')).length - 5);
    const second = folder().open();
    expect(second.state().entries).toBe(2);
    await second.append(entryOf(3));
    expect(await drained(second)).toEqual(['entry 0', 'entry 1', 'entry 3']);
  });

  test('loses a line that the disk has damaged, and no other', async () => {
    const first = await filled(4, 10_000);
    await first.oldest(1);
    await first.takeOff(1);
    await first.close();
    const lines = readFileSync(fileOf('00000001.ndjson'), 'utf8').split('\n');
    writeFileSync(fileOf('00000001.ndjson'), lines.with(2, '{"entry":"entry 2","abo\u0000').join('\n'));
    const second = folder().open();
    expect(second.state().entries).toBe(2);
    const [next] = await second.oldest(1);
    expect(next?.entry).toBe('entry 1');
    await second.takeOff(1);
    await second.close();
    expect(await drained(folder().open())).toEqual(['entry 3']);
  });

  test('that holds nothing but damage is empty', async () => {
    writeFileSync(fileOf('00000003.ndjson'), 'rubbish\n\u0000\u0000\n{"entry"');
    writeFileSync(fileOf('00000004.ndjson'), '');
    const spool = folder().open();
    expect(spool.state()).toMatchObject({ entries: 0, bytes: 0 });
    await spool.append(entryOf(0));
    expect(await drained(spool)).toEqual(['entry 0']);
  });

  test('leaves files alone that are not its own', async () => {
    writeFileSync(fileOf('notes.txt'), 'mine');
    appendFileSync(fileOf('1.ndjson'), 'mine');
    await drained(await filled(3));
    expect(files()).toEqual(['1.ndjson', 'in-use-by', 'notes.txt']);
  });
});

test('what a process was told is kept survives its kill -9, in order, and its spool can be taken over (SPOOL-1, SPOOL-2)', async () => {
  for (const round of [1, 2, 3]) {
    const child = new Child('append-entries', [folder().directory]);
    await child.wrote(100 * round);
    await child.kill();
    const kept = child.lines.map(Number);
    const spool = folder().open();
    const waiting = (await drained(spool, 50)).map((entry) => Number(entry.split(' ')[1]));
    await spool.close();
    // Of those that were on their way some may be there and others before them not: no one was told that they are kept.
    expect(waiting).toEqual(numbers(Math.max(...waiting) + 1).filter((number) => waiting.includes(number)));
    expect(kept.filter((number) => !waiting.includes(number))).toEqual([]);
  }
});

describe('a spool that is full', () => {
  test('takes no more, says so, and takes more once some was taken off', async () => {
    const spool = folder().open({ maxBytes: 150 });
    await spool.append(entryOf(0));
    await spool.append(entryOf(1));
    await expect(spool.append({ ...entryOf(2), entry: 'x'.repeat(100) })).rejects.toMatchObject({
      code: 'spool_full',
      retryable: true,
      message: expect.stringContaining('150 bytes') as string,
    });
    expect(spool.state()).toMatchObject({ entries: 2, isFull: true });
    expect(spool.count('call-2')).toBe(0);
    await spool.oldest(1);
    await spool.takeOff(1);
    expect(spool.state().isFull).toBe(false);
    await spool.append(entryOf(3));
    expect(await drained(spool)).toEqual(['entry 1', 'entry 3']);
  });

  test('is full when it is opened again with no more room', async () => {
    const first = await filled(3);
    await first.close();
    const second = folder().open({ maxBytes: 150 });
    await expect(second.append(entryOf(3))).rejects.toMatchObject({ code: 'spool_full' });
    expect(await drained(second)).toEqual(entriesUpTo(3));
  });
});

describe('one process at a time', () => {
  test('uses a spool: another one is told which does', async () => {
    const child = new Child('append-entries', [folder().directory]);
    await child.wrote(1);
    expect(() => folder().open()).toThrow(/is used by process \d+: give each node its own with --spool/);
    const pid = readFileSync(fileOf('in-use-by'), 'utf8');
    await child.kill();
    expect(() => process.kill(Number(pid), 0)).toThrow();
    folder().open();
    expect(readFileSync(fileOf('in-use-by'), 'utf8')).toBe(String(process.pid));
  });

  test.each([
    ['a process that is gone', '4194303'],
    ['this very process, before it was restarted', String(process.pid)],
    ['nobody', ''],
    ['nonsense', 'abc'],
    ['a group of processes', '-1'],
  ])('takes over from %s', (_whom, owner) => {
    writeFileSync(fileOf('in-use-by'), owner);
    folder().open();
    expect(readFileSync(fileOf('in-use-by'), 'utf8')).toBe(String(process.pid));
  });

  test('takes over from one that ran before the machine was started, whoever has its id now', () => {
    writeFileSync(fileOf('in-use-by'), '1');
    expect(() => folder().open()).toThrow(/is used by process 1/);
    utimesSync(fileOf('in-use-by'), 1, 1);
    folder().open();
  });

  test('leaves it to the next when it is closed', async () => {
    await folder().open().close();
    expect(existsSync(fileOf('in-use-by'))).toBe(false);
    folder().open();
  });
});

describe('a folder that cannot be used', () => {
  test('is made where there is none', async () => {
    const directory = join(folder().directory, 'var', 'spool');
    await folder().open({ directory }).append(entryOf(0));
    expect(existsSync(directory)).toBe(true);
  });

  test('is told at the start', () => {
    writeFileSync(fileOf('spool'), '');
    expect(() => folder().open({ directory: fileOf('spool') })).toThrow(
      expect.objectContaining({ code: 'spool_failed', retryable: false }) as Error,
    );
  });

  test('is told when it goes away, and once it is back nothing is in the way of what comes', async () => {
    const spool = folder().open();
    renameSync(folder().directory, `${folder().directory}-gone`);
    await expect(spool.append(entryOf(0))).rejects.toMatchObject({ code: 'spool_failed', retryable: true });
    expect(spool.state().entries).toBe(0);
    mkdirSync(folder().directory);
    await spool.append(entryOf(1));
    expect(await drained(spool)).toEqual(['entry 1']);
    rmSync(`${folder().directory}-gone`, { recursive: true });
  });
});
