import { expect, test } from 'vitest';
import { renderNotice } from '../../src/cli/operate/trace-lines.ts';
import type { Notice } from '../../src/service/http/index.ts';

type Sms = Extract<Notice, { service: 'sms' }>['notification']['event'];
type Video = Extract<Notice, { service: 'video' }>['notification']['event'];

const sms: [Sms, string][] = [
  [
    { type: 'incoming', from: '+491', to: '+492', text: 'two\nlines \u001b[2J' },
    'sms  +491 writes to +492: two lines  [2J',
  ],
  [
    {
      type: 'delivery',
      jobId: 'j1',
      reports: [
        { to: '+491', status: 'delivered' },
        { to: '+492', status: 'failed', errorCode: 'EXPIRED' },
      ],
    },
    'sms  job j1: +491 delivered, +492 failed [EXPIRED]',
  ],
];

test.each(sms)('%j is read as one line', (event, line) => {
  expect(renderNotice({ service: 'sms', notification: { event } })).toBe(`${line}\n`);
});

const video: [Video, string][] = [
  [{ type: 'recording_started' }, 'recording started'],
  [
    { type: 'recording_ready', files: ['https://a/1', 'https://a/2'] },
    'recording ready: https://a/1, https://a/2',
  ],
  [{ type: 'room_dropped', reason: 'empty' }, 'room dropped: empty'],
  [{ type: 'recording_failed' }, 'recording failed'],
  [{ type: 'unknown', name: 'con\tfetti' }, 'unknown notification "con fetti"'],
];

test.each(video)('%j is read as one line', (event, words) => {
  expect(renderNotice({ service: 'video', notification: { roomId: 'r1', event } })).toBe(
    `video  room r1  ${words}\n`,
  );
});
