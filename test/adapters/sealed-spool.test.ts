import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeyRing, createSealedSpool } from '../../src/adapters/store-sealed/index.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { drained, useSpoolFolder } from './spool-folder.ts';

const folder = useSpoolFolder();
const KEY = Buffer.alloc(32, 7).toString('base64');
const pin = { entry: '{"event":{"type":"digits","digits":"4711"}}', about: 'default.call-1', at: 5 };
const other = { ...pin, about: 'default.call-2' };

function onDisk(): string {
  const { directory } = folder();
  const files = readdirSync(directory).filter((name) => name.endsWith('.ndjson'));
  return files.map((name) => readFileSync(join(directory, name), 'utf8')).join('');
}

function sealed(secrets = [KEY], log = new RecordingLog()) {
  return createSealedSpool(folder().open(), { keys: new KeyRing(secrets), log });
}

test('what callers press cannot be read on the disk, and comes back as it was (I7)', async () => {
  const spool = sealed();
  await spool.append(pin);
  expect(onDisk()).toContain(pin.about);
  expect(onDisk()).not.toContain('4711');
  expect(await spool.oldest(2)).toEqual([pin]);
});

test('it counts, tells and takes off as the spool behind it', async () => {
  const spool = sealed();
  await spool.append(pin);
  await spool.append(other);
  expect([spool.count(pin.about), spool.count('x')]).toEqual([1, 0]);
  expect(spool.state()).toMatchObject({ entries: 2, oldestAt: 5, isFull: false });
  await spool.takeOff(1);
  expect(await spool.oldest(2)).toEqual([other]);
});

test('another process with the key reads it, and what was there before there was a key', async () => {
  const open = createSealedSpool(folder().open(), { keys: new KeyRing([]), log: new RecordingLog() });
  await open.append(pin);
  expect(onDisk()).toContain('4711');
  await open.close();
  const first = sealed();
  await first.append(other);
  await first.close();
  expect(await drained(sealed())).toEqual([pin.entry, other.entry]);
});

test.each([
  ['without the key', []],
  ['with another key', ['another key than the first one']],
])('%s it is told to the log and passed over, and nothing behind it is held up', async (_what, secrets) => {
  const first = sealed();
  await first.append(pin);
  await first.close();
  const log = new RecordingLog();
  const spool = createSealedSpool(folder().open(), { keys: new KeyRing(secrets), log });
  await spool.append(other);
  expect(await drained(spool)).toEqual(['', other.entry]);
  expect(log.lines).toMatchObject([
    {
      level: 'error',
      fields: { about: pin.about },
      message: expect.stringMatching(/set RINGFLOW_SECRET_KEY/) as string,
    },
  ]);
});

test('an entry that was moved to another call cannot be read', async () => {
  const behind = folder().open();
  const log = new RecordingLog();
  const spool = createSealedSpool(behind, { keys: new KeyRing([KEY]), log });
  await spool.append(pin);
  const [stolen] = await behind.oldest(1);
  await behind.append({ ...pin, entry: stolen?.entry ?? '', about: other.about });
  await spool.takeOff(1);
  expect(await spool.oldest(1)).toEqual([{ ...other, entry: '' }]);
  expect(log.of('error')).toHaveLength(1);
});
