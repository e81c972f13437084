import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNotification } from '../../../src/platform/wire/index.ts';

interface Fixture {
  name: string;
  about: string;
  query?: { call: string };
  body: unknown;
  expected: { reason: string } | { keyed: boolean; event: object };
}

const folder = new URL('../../fixtures/notifications/', import.meta.url);

async function load(name: string): Promise<Fixture> {
  return { name, ...(JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Omit<Fixture, 'name'>) };
}

const fixtures = await Promise.all((await readdir(folder)).sort().map(load));

function keyOf(body: object): string | undefined {
  const parsed = parseNotification(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.notification.key;
}

describe('notifications of the platform', () => {
  it.each(fixtures)('$name: $about', ({ body, query, expected }) => {
    const parsed = parseNotification(body, query);
    if (!parsed.ok) {
      expect({ reason: parsed.reason }).toEqual(expected);
      return;
    }
    const { key, ...rest } = parsed.notification;
    expect({ ...rest, keyed: key !== undefined }).toEqual(expected);
  });

  it('takes the call from the address before owner_ref and custom_data', () => {
    const body = { state: 'ringing', owner_ref: 'second', custom_data: { call: 'third' } };
    expect(parseNotification(body, { call: 'first' })).toMatchObject({ notification: { callHint: 'first' } });
    expect(parseNotification(body)).toMatchObject({ notification: { callHint: 'second' } });
  });

  it('never throws, whatever JSON arrives', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (body) => {
        expect(typeof parseNotification(body).ok).toBe('boolean');
      }),
    );
  });

  it('never throws, whatever the known fields hold', () => {
    const field = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(
        'initiated',
        'digitcollected',
        'dtmfcollected',
        'disconnected',
        '__proto__',
        'constructor',
      ),
    );
    const names = [
      'voice_id',
      'voice_Id',
      'state',
      'playstate',
      'digit',
      'digits',
      'custom_data',
      'timestamp',
    ];
    const body = fc.record(Object.fromEntries(names.map((name) => [name, field])), {
      requiredKeys: ['state'],
    });
    fc.assert(
      fc.property(body, (notification) => {
        expect(parseNotification(notification)).toHaveProperty('ok');
      }),
    );
  });

  it('bounds what an unknown state adds to the trace', () => {
    const parsed = parseNotification({ voice_id: 'v', state: 'x'.repeat(10_000) });
    expect(parsed).toMatchObject({ notification: { event: { type: 'unknown', state: 'x'.repeat(100) } } });
  });

  it('takes no digits from a number too large to be exact', () => {
    const parsed = parseNotification({ voice_id: 'v', playstate: 'digitcollected', digit: 2 ** 60 });
    expect(parsed).toMatchObject({ notification: { event: { type: 'unknown' } } });
  });
});

describe('the key of a notification', () => {
  const press = { voice_id: 'v', play_id: 'p', playstate: 'digitcollected', digit: '1' };
  const at = (timestamp: string) => ({ ...press, timestamp });

  it('is the same for a repetition, whatever the order of its fields', () => {
    const first = { voice_id: 'v', state: 'connected', timestamp: '2026-06-15T10:00:00Z' };
    const again = { timestamp: '2026-06-15T10:00:00Z', state: 'Connected', voice_id: 'v' };
    expect(keyOf(again)).toBe(keyOf(first));
    expect(keyOf(first)).toMatch(/^[\w-]{12}$/);
  });

  it('stays what it is from version to version, so that one knows what another has stored', () => {
    const timestamp = '2026-06-15T10:00:00.125Z';
    const gone = {
      state: 'disconnected',
      disconnect_reason: 'User busy',
      error_code: 486,
      call_duration: '12',
    };
    const recorded = { recording_url: 'https://r', recording_duration: 3, recording_id: 'i' };
    expect([
      keyOf({ voice_id: 'v', state: 'incomingcall', from: '4930111', to: '+4930222', timestamp }),
      keyOf({ ...press, voice_id: undefined, voice_Id: 7, prompt_ref: 'r', timestamp }),
      keyOf({ voice_id: 'v', ...gone, ...recorded, attempt: 2, channel_id: 'c', timestamp }),
    ]).toEqual(['I8fppYr0Q34N', 'Q9RvyYXh_xFm', 'gu1b04WgBJdm']);
  });

  it('differs between two presses of one key', () => {
    expect(keyOf(at('2026-06-15T10:00:00.100Z'))).not.toBe(keyOf(at('2026-06-15T10:00:00.600Z')));
  });

  it('is that of the play for keys within one second: a listening play reports once', () => {
    expect(keyOf(at('2026-06-15T10:00:00Z'))).toBe(keyOf(at('2026-06-15T10:00:00Z')));
    expect(keyOf(at('2026-06-15T10:00:00Z'))).toMatch(/^[\w-]{12}$/);
  });

  it.each([
    ['keys', { ...press, timestamp: '2026-06-15T10:00:00Z' }, { digit: '2' }],
    ['keys on a bridge', { voice_id: 'v', state: 'dtmfcollected', digit: '1' }, { digit: '2' }],
    [
      'words',
      { voice_id: 'v', play_id: 'p', playstate: 'speech_recognized', state: 'recognized', text: 'one' },
      { text: 'two' },
    ],
  ])('tells nobody which %s they were (I7)', (_what, first, other) => {
    const timed = { timestamp: '2026-06-15T10:00:00.1Z', ...first };
    expect(keyOf(timed)).toMatch(/^[\w-]{12}$/);
    expect(keyOf({ ...timed, ...other })).toBe(keyOf(timed));
  });

  it('is there for the end of a bridge in whole seconds, and differs between parties that are named', () => {
    const gone = { voice_id: 'v', state: 'bridge_disconnected', timestamp: '2026-06-15T10:00:00Z' };
    expect(keyOf(gone)).toMatch(/^[\w-]{12}$/);
    expect(keyOf({ ...gone, to: '+4930222' })).not.toBe(keyOf({ ...gone, to: '+4930333' }));
  });

  it('is absent when two presses could have it', () => {
    expect(keyOf(press)).toBeUndefined();
    expect(keyOf({ ...at('2026-06-15T10:00:00Z'), play_id: undefined })).toBeUndefined();
    expect(
      keyOf({ voice_Id: 'v', state: 'dtmfcollected', digit: 1, timestamp: '2026-06-15T10:00:00Z' }),
    ).toBeUndefined();
  });

  it.each([
    ['voice_id', { voice_id: 'other' }],
    ['play_id', { play_id: 'other' }],
    ['prompt_ref', { prompt_ref: 'other' }],
    ['playstate', { playstate: 'menutimeout' }],
    ['timestamp', { timestamp: '2026-06-15T10:00:01Z' }],
    ['attempt', { attempt: 2 }],
  ])('differs when %s differs', (_field, change) => {
    const end = { voice_id: 'v', play_id: 'p', playstate: 'playfinished', timestamp: '2026-06-15T10:00:00Z' };
    expect(keyOf({ ...end, ...change })).not.toBe(keyOf(end));
  });
});
