import { expect, test } from 'vitest';
import {
  describeCall,
  findOwnNumber,
  readDigits,
  toTranscriptLine,
} from '../../../src/console/emulator/call-text.ts';
import { MessageLog } from '../../../src/console/emulator/message-log.ts';
import type { CallView, Happening, ReceivedSms } from '../../../src/platform/emulator/views/index.ts';

const call: CallView = {
  voice_id: 'v',
  direction: 'inbound',
  state: 'ringing',
  from: '+491',
  to: '+492',
  attempt: 1,
  hears: false,
  listens: false,
  listens_for_words: false,
  held: false,
  records_message: false,
};

test.each<[Partial<CallView>, string]>([
  [{}, 'Call with +492, ringing'],
  [{ direction: 'outbound' }, 'Call from +491, dialing'],
  [{ state: 'connected' }, 'Call with +492, connected'],
  [{ state: 'connected', held: true }, 'Call with +492, on hold'],
  [{ state: 'bridged', bridge: '+493' }, 'Call with +492, bridged to +493'],
  [{ state: 'bridged' }, 'Call with +492, bridged to somebody'],
  [{ state: 'disconnected' }, 'Call with +492, ended'],
])('a call with %j is described', (changes, text) => {
  expect(describeCall({ ...call, ...changes })).toBe(text);
});

test('the own number of a call is that of the person, and numbers are compared by digits', () => {
  expect(findOwnNumber(call)).toBe('+491');
  expect(findOwnNumber({ ...call, direction: 'outbound' })).toBe('+492');
  expect(readDigits('+49 (30) 1-2')).toBe('493012');
});

test.each<[Happening, object | undefined]>([
  [
    { kind: 'speech', text: '<b>Hi</b>', language: 'de-DE' },
    { by: 'flow', text: '<b>Hi</b>', language: 'de-DE' },
  ],
  [
    { kind: 'prompt', name: 'hello' },
    { by: 'flow', text: '♪ hello' },
  ],
  [
    { kind: 'key', key: '*', heard_by: 'nobody' },
    { by: 'caller', text: '*, ignored' },
  ],
  [
    { kind: 'utterance', text: 'yes', heard_by: 'play' },
    { by: 'caller', text: '“yes”' },
  ],
  [
    { kind: 'bridged', to: '+49' },
    { by: 'platform', text: 'Bridged to +49' },
  ],
  [
    { kind: 'request', method: 'PUT', path: '/p', status: 409 },
    { by: 'platform', text: 'PUT /p → 409' },
  ],
  [{ kind: 'request', method: 'PUT', path: '/p', status: 200 }, undefined],
  [{ kind: 'notification', url: 'http://x/', body: {} }, undefined],
  [{ kind: 'play_stopped', by: 'key' }, undefined],
  [{ kind: 'speech', text: ' ' }, undefined],
])('%j in the transcript', (happening, line) => {
  const shown = toTranscriptLine({ seq: 7, at: 0, ...happening });
  expect(shown).toEqual(line && { key: 7, ...line });
});

const received = (job: string, second: number, about: Partial<ReceivedSms> = {}): ReceivedSms => ({
  job_id: job,
  from: 'Acme',
  text: `text of ${job}`,
  coding: 'gsm7',
  segments: 1,
  received: `2026-01-05T09:00:0${second}`,
  ...about,
});

test('messages stand in the order of arrival, to the millisecond where the journal knows it', () => {
  const log = new MessageLog();
  const at = Date.parse('2026-01-05T09:00:00Z');
  log.take({ seq: 1, at: at + 5_500, kind: 'sms_received', id: 'm', from: '491', to: '+492', text: 'asked' });
  log.take({ seq: 2, at: at + 5_900, kind: 'sms_status', job_id: 'b', to: '+491', status: 'delivered' });
  log.take({ seq: 3, at, kind: 'sms_received', id: 'n', from: '+499', to: '+492', text: 'of another' });
  const inbox = [received('a', 1), received('b', 5, { segments: 3 })];
  const screen = received('c', 9, { from: undefined as never });
  delete screen.from;
  const lines = log.listMessages('+491', { number: '+491', inbox, screen });
  expect(lines.map(({ head, text, isOwn }) => [head, text, isOwn])).toEqual([
    ['Acme', 'text of a', false],
    ['to +492', 'asked', true],
    ['Acme, 3 segments', 'text of b', false],
    ['no sender, flash message', 'text of c', false],
  ]);
  log.clear();
  expect(log.listMessages('+491', undefined)).toEqual([]);
});
