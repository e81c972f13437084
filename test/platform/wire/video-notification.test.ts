import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVideoNotification } from '../../../src/platform/wire/index.ts';

interface Fixture {
  name: string;
  about: string;
  body: unknown;
  expected: { reason: string } | { keyed: boolean; event: object };
}

const folder = new URL('../../fixtures/video-notifications/', import.meta.url);

async function load(name: string): Promise<Fixture> {
  return { name, ...(JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Omit<Fixture, 'name'>) };
}

const fixtures = await Promise.all((await readdir(folder)).sort().map(load));

function keyOf(body: object): string | undefined {
  const parsed = parseVideoNotification(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.notification.key;
}

describe('notifications about rooms (video.md 6)', () => {
  it.each(fixtures)('$name: $about', ({ body, expected }) => {
    const parsed = parseVideoNotification(body);
    if (!parsed.ok) {
      expect({ reason: parsed.reason }).toEqual(expected);
      return;
    }
    const { key, ...rest } = parsed.notification;
    expect({ ...rest, keyed: key !== undefined }).toEqual(expected);
  });

  it('a repetition has the same key, another event another one', () => {
    const started = { type: 'recording-started', room_id: 'r', recording_id: '1' };
    expect(keyOf({ ...started })).toBe(keyOf(started));
    expect(keyOf({ ...started, type: 'recording-stopped' })).not.toBe(keyOf(started));
    expect(keyOf({ ...started, recording_id: '2' })).not.toBe(keyOf(started));
    expect(keyOf({ ...started, room_id: 's' })).not.toBe(keyOf(started));
  });

  it('never throws, whatever JSON arrives', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const names = [
      'type',
      'app_id',
      'room',
      'room_id',
      'conf_num',
      'recording',
      'transcoded',
      'files',
      'url',
    ];
    const type = fc.constantFrom('recording', 'transcoded', 'roomdrop', 'file-transfer', '__proto__');
    const body = fc.record(
      Object.fromEntries(names.map((name) => [name, name === 'type' ? fc.oneof(type, value) : value])),
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.oneof(value, body), (notification) => {
        expect(typeof parseVideoNotification(notification).ok).toBe('boolean');
      }),
    );
  });
});
