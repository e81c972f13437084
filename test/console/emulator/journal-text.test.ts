import { expect, test } from 'vitest';
import { appendRows, filterRows } from '../../../src/console/emulator/journal-rows.ts';
import { describeEntry, findGroup, isTrouble } from '../../../src/console/emulator/journal-text.ts';
import { happeningKinds } from '../../../src/platform/emulator/views/index.ts';
import type { Happening, JournalEntry } from '../../../src/platform/emulator/views/index.ts';

let seq = 0;
const entry = (happening: Happening, voiceId?: string): JournalEntry => ({
  seq: (seq += 1),
  at: 1_000,
  ...(voiceId !== undefined && { voice_id: voiceId }),
  ...happening,
});

test.each<[Happening, string]>([
  [{ kind: 'request', method: 'PUT', path: '/a', status: 200 }, 'PUT /a → 200'],
  [{ kind: 'request', method: 'PUT', path: '/a', status: 400, code: '6122' }, 'PUT /a → 400 6122'],
  [{ kind: 'notification', url: 'http://x/', body: { playstate: 'playfinished' } }, 'playfinished'],
  [{ kind: 'notification', body: { state: 1 } }, 'notification, no webhook configured'],
  [{ kind: 'notification', url: 'http://x/', body: { state: 'ended' }, lost: true }, 'ended, lost'],
  [{ kind: 'key', key: '1', heard_by: 'play' }, 'Key 1'],
  [{ kind: 'key', key: '#', heard_by: 'nobody' }, 'Key #, ignored'],
  [{ kind: 'utterance', text: 'yes', heard_by: 'nobody' }, 'Said “yes”, ignored'],
  [{ kind: 'play_stopped', by: 'hang_up' }, 'Playback stopped by hang up'],
  [{ kind: 'sms_status', job_id: 'j', to: '+49', status: 'delivered' }, 'To +49: delivered'],
  [{ kind: 'room', room_id: 'r', event: 'session_started', name: 'Ann' }, 'Session started: Ann'],
  [{ kind: 'recording_failed' }, 'Recording failed'],
])('%j is described as "%s"', (happening, text) => {
  expect(describeEntry(entry(happening))).toBe(text);
});

test('every kind of entry has a description and a group', () => {
  for (const kind of happeningKinds) {
    const bare = { seq: 1, at: 0, kind, by: 'key', body: {}, event: 'joined' } as unknown as JournalEntry;
    expect(describeEntry(bare)).toMatch(/\S/);
    expect(['calls', 'requests', 'notifications', 'messages', 'rooms']).toContain(findGroup(bare));
  }
});

test.each<[Happening, boolean]>([
  [{ kind: 'request', method: 'GET', path: '/', status: 0 }, true],
  [{ kind: 'request', method: 'GET', path: '/', status: 404 }, true],
  [{ kind: 'request', method: 'GET', path: '/', status: 201 }, false],
  [{ kind: 'notification', body: {} }, true],
  [{ kind: 'notification', url: 'http://x/', body: {} }, false],
  [{ kind: 'webhook_failed', url: 'http://x/', code: 'WEBHOOK_TIMEOUT', detail: '' }, true],
  [{ kind: 'sms_status', job_id: 'j', to: '1', status: 'failed' }, true],
  [{ kind: 'room_refused', room_id: 'r', code: '1' }, true],
  [{ kind: 'answered' }, false],
])('%j is trouble: %s', (happening, expected) => {
  expect(isTrouble(entry(happening))).toBe(expected);
});

test('rows are found by text and call id in any case, by group, and by call', () => {
  const rows = appendRows(
    [],
    [
      entry({ kind: 'speech', text: 'Welcome to Acme' }, 'ABC-1'),
      entry({ kind: 'request', method: 'PUT', path: '/accept', status: 200 }, 'ABC-1'),
      entry({ kind: 'speech', text: 'Goodbye' }, 'ABC-2'),
    ],
  );
  const find = (wanted: string, hidden: ('calls' | 'requests')[] = [], voiceId?: string) =>
    filterRows(rows, { wanted, hidden: new Set(hidden), ...(voiceId !== undefined && { voiceId }) }).map(
      ({ text }) => text,
    );
  expect(find('  acme ')).toEqual(['“Welcome to Acme”']);
  expect(find('abc-2')).toEqual(['“Goodbye”']);
  expect(find('', ['calls'])).toEqual(['PUT /accept → 200']);
  expect(find('', ['requests'], 'ABC-1')).toEqual(['“Welcome to Acme”']);
  expect(find('', [], '')).toEqual([]);
  expect(find('')).toHaveLength(3);
});

test('only the newest 500 rows are kept', () => {
  const many = Array.from({ length: 700 }, (_, index) => entry({ kind: 'speech', text: `line ${index}` }));
  const rows = appendRows(appendRows([], many.slice(0, 300)), many.slice(300));
  expect(rows).toHaveLength(500);
  expect(rows[0]?.text).toBe('“line 200”');
  expect(rows.at(-1)?.text).toBe('“line 699”');
});
