/** voice.md 2.4, 4.2, 7.2 and what section 3 says of recordings. */
import assert from 'node:assert/strict';
import { failed, has, isTimestamp, ok, textIn } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { bridged, connected, hangUp, record } from './calls.ts';

const out = ['numbers', 'webhook'] as const;
const start = { start: true, recording_name: 'first' };

const malformed: [string, Json][] = [
  ['neither start nor stop', {}],
  ['start and stop together', { ...start, stop: true }],
  ['start without recording_name', { start: true }],
];

const requests: Rule[] = [
  {
    section: '2.4',
    rule: 'start: true begins, stop: true ends a recording with the same recording_id',
    needs: out,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      const id = textIn(ok(await record(platform, voiceId, start)), 'recording_id');
      has(ok(await record(platform, voiceId, { stop: true })), { recording_id: id });
    },
  },
  {
    section: '2.4',
    rule: 'each recording gets a recording_id of its own',
    needs: out,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      const first = ok(await record(platform, voiceId, start));
      ok(await record(platform, voiceId, { stop: true }));
      const second = ok(await record(platform, voiceId, { start: true, recording_name: 'second' }));
      assert.notEqual(textIn(first, 'recording_id'), textIn(second, 'recording_id'));
    },
  },
  ...['2.4', '8'].map((section): Rule => ({
    section,
    rule: 'a recording_name that already exists makes the request fail',
    needs: out,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      ok(await record(platform, voiceId, start));
      ok(await record(platform, voiceId, { stop: true }));
      failed(await record(platform, voiceId, start), '6137');
    },
  })),
  ...malformed.map(([name, body]): Rule => ({
    section: '2.4',
    rule: `${name} is refused`,
    needs: out,
    check: async (platform) => {
      failed(await record(platform, await bridged(platform), body), '6135');
    },
  })),
  {
    section: '4.2',
    rule: 'the answer has status success, from, to, voice_id, recording_id and timestamp',
    needs: out,
    check: async (platform) => {
      const { from, to } = platform.numbers;
      const voiceId = await bridged(platform);
      const body = ok(await record(platform, voiceId, start));
      has(body, { status: 'success', from, to, voice_id: voiceId });
      assert.notEqual(textIn(body, 'recording_id'), '');
      isTimestamp(body.timestamp);
    },
  },
];

const transitions: Rule[] = [
  {
    section: '3',
    rule: 'bridged call, not recording: start is answered with a recording_id and notified as started',
    needs: out,
    check: async (platform) => {
      ok(await record(platform, await bridged(platform), start));
      assert.notEqual(textIn(await platform.webhook.next({ state: 'started' }), 'description'), '');
    },
  },
  ...['3', '7.2', '8'].map((section): Rule => ({
    section,
    rule: 'call not yet bridged: start is refused with 409',
    needs: out,
    check: async (platform) => {
      failed(await record(platform, await connected(platform), start), '409', 'Call is not bridged yet');
    },
  })),
  ...['3', '7.2'].map((section): Rule => ({
    section,
    rule: 'call already recording: start is refused with 408',
    needs: out,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      ok(await record(platform, voiceId, start));
      const again = await record(platform, voiceId, { start: true, recording_name: 'second' });
      failed(again, '408', 'Call is already recording');
    },
  })),
  {
    section: '3',
    rule: 'recording in progress: stop completes it, and the file is finalised',
    needs: out,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      ok(await record(platform, voiceId, start));
      ok(await record(platform, voiceId, { stop: true }));
      await platform.webhook.next({ state: 'completed' });
      ok(await hangUp(platform, voiceId));
      const { recording_url: url } = await platform.webhook.next({ state: 'disconnected' });
      const file = await platform.get(String(url));
      assert.equal(file.status, 200);
      assert.equal(file.text.slice(0, 4), 'RIFF');
      assert.equal((await platform.get(String(url), { authorization: null })).status, 401);
    },
  },
  {
    section: '3',
    rule: 'a recording operation that cannot be completed is notified as failed',
    needs: out,
    settings: {
      parties: {
        '+4915100000001': { afterMs: 0, recording: 'fails' },
        '+4915100000002': { afterMs: 0 },
      },
    },
    check: async (platform) => {
      const voiceId = await bridged(platform);
      ok(await record(platform, voiceId, start));
      await record(platform, voiceId, { stop: true });
      const notified = await platform.webhook.next({ state: 'failed' });
      has(notified, { error_code: 'RECORD_FAILED' });
      assert.notEqual(textIn(notified, 'description'), '');
    },
  },
  {
    section: '7.2',
    rule: '6119: the recording could not start',
    needs: out,
    settings: {
      parties: {
        '+4915100000001': { afterMs: 0, recording: 'refused' },
        '+4915100000002': { afterMs: 0 },
      },
    },
    check: async (platform) => {
      const refused = await record(platform, await bridged(platform), start);
      failed(refused, '6119', 'Failed to start recording on bridge');
    },
  },
];

export const recordingRules: Rule[] = [...requests, ...transitions];
