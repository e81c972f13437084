/** voice.md 6: notifications. */
import assert from 'node:assert/strict';
import { has, isTimestamp, ok, textIn } from '../../expect.ts';
import type { Platform } from '../../platform.ts';
import type { CheckedRule, Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { bridged, connected, dialled, hangUp, onCall, record, rungIn } from './calls.ts';

const out = ['numbers', 'webhook'] as const;
const people = [...out, 'control plane'] as const;
const busyTwice: CheckedRule['settings'] = {
  parties: { '+4915100000001': [{ on_ring: 'busy' }, { afterMs: 0 }] },
};

const common: Rule[] = [
  {
    section: '6',
    rule: 'a notification is a POST with a JSON body',
    needs: out,
    check: async (platform) => {
      await connected(platform);
      for (const { method, contentType } of platform.webhook.arrivals) {
        assert.equal(method, 'POST');
        assert.match(contentType ?? '', /^application\/json/);
      }
    },
  },
  ...['initiated', 'ringing', 'connected', 'disconnected'].map((state): Rule => ({
    section: '6',
    rule: `${state} has voice_id, state, from, to, timestamp and custom_data`,
    needs: out,
    check: async (platform) => {
      const { from, to } = platform.numbers;
      const voiceId = await connected(platform, { custom_data: { a: 1 } });
      ok(await hangUp(platform, voiceId));
      const body = await platform.webhook.next({ state });
      has(body, { voice_id: voiceId, from, to, custom_data: { a: 1 } });
      isTimestamp(body.timestamp);
    },
  })),
  ...['initiated', 'connected', 'disconnected'].map((state): Rule => ({
    section: '6',
    rule: `${state} has attempt from the second dial attempt on`,
    needs: people,
    settings: busyTwice,
    check: async (platform) => {
      const voiceId = await dialled(platform, { retry: { interval: 1, max_attempts: 2 } });
      await platform.control.advance(1_000);
      await platform.webhook.next({ state: 'connected' });
      ok(await hangUp(platform, voiceId));
      await platform.webhook.next({ state, attempt: 2 });
      if (state !== 'connected') assert.ok(!('attempt' in (platform.webhook.all({ state })[0] ?? {})));
    },
  })),
];

const endings: Rule[] = [
  {
    section: '6',
    rule: 'disconnected: disconnect_reason is Normal Clearing after DELETE',
    needs: out,
    check: async (platform) => {
      ok(await hangUp(platform, await connected(platform)));
      await platform.webhook.next({ state: 'disconnected', disconnect_reason: 'Normal Clearing' });
    },
  },
  {
    section: '6',
    rule: 'disconnected: disconnect_reason is User Busy when the destination is busy',
    needs: out,
    settings: busyTwice,
    check: async (platform) => {
      await dialled(platform);
      await platform.webhook.next({ state: 'disconnected', disconnect_reason: 'User Busy' });
    },
  },
  {
    section: '6',
    rule: 'disconnected: recording_url and recording_duration when a recording exists',
    needs: people,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      ok(await record(platform, voiceId, { start: true, recording_name: 'r' }));
      await platform.control.advance(3_000);
      ok(await hangUp(platform, voiceId));
      const body = await platform.webhook.next({ state: 'disconnected' });
      assert.match(textIn(body, 'recording_url'), /^https?:/);
      assert.equal(body.recording_duration, 3);
    },
  },
  {
    section: '6',
    rule: 'disconnected: neither of them when no recording exists',
    needs: out,
    check: async (platform) => {
      ok(await hangUp(platform, await connected(platform)));
      const body = await platform.webhook.next({ state: 'disconnected' });
      assert.ok(!('recording_url' in body) && !('recording_duration' in body));
    },
  },
  ...['started', 'completed'].map((state): Rule => ({
    section: '6',
    rule: `${state}: has a description`,
    needs: out,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      ok(await record(platform, voiceId, { start: true, recording_name: 'r' }));
      ok(await record(platform, voiceId, { stop: true }));
      assert.notEqual(textIn(await platform.webhook.next({ state }), 'description'), '');
    },
  })),
];

/** A call on which a play listens. */
async function listening(platform: Platform, more: Json): Promise<string> {
  const voiceId = await connected(platform);
  ok(await onCall(platform, voiceId, 'play', { text: 'Yes?', prompt_ref: 'question', ...more }));
  return voiceId;
}

const input: Rule[] = [
  {
    section: '6',
    rule: 'dtmfcollected: voice_Id, digit as a number, timestamp',
    needs: people,
    check: async (platform) => {
      const voiceId = await bridged(platform);
      await platform.control.press(voiceId, '42');
      const body = await platform.webhook.next({ state: 'dtmfcollected' });
      has(body, { voice_Id: voiceId, digit: 42 });
      isTimestamp(body.timestamp);
    },
  },
  ...['6', '8'].map((section): Rule => ({
    section,
    rule: 'dtmfcollected is sent only after the call is bridged',
    needs: people,
    check: async (platform) => {
      const voiceId = await connected(platform);
      await platform.control.press(voiceId, '1');
      ok(await hangUp(platform, voiceId));
      await platform.webhook.next({ state: 'disconnected' });
      assert.deepEqual(platform.webhook.all({ state: 'dtmfcollected' }), []);
    },
  })),
  {
    section: '6',
    rule: 'before a bridge a play with dtmf yields digitcollected',
    needs: people,
    check: async (platform) => {
      const voiceId = await listening(platform, { dtmf: true });
      await platform.control.press(voiceId, '7');
      await platform.webhook.next({ voice_id: voiceId, playstate: 'digitcollected' });
    },
  },
  ...(
    [
      ['recognized', 'has text, reason, playstate and prompt_ref', 'yes please'],
      ['unrecognized', 'speech was detected but could not be transcribed', ''],
    ] as const
  ).map(([state, about, words]): Rule => ({
    section: '6',
    rule: `${state}: ${about}`,
    needs: people,
    check: async (platform) => {
      const voiceId = await listening(platform, { asr: true });
      await platform.control.say(voiceId, words);
      const body = await platform.webhook.next({ playstate: 'speech_recognized', state });
      has(body, { prompt_ref: 'question', ...(state === 'recognized' && { text: words }) });
      assert.equal('text' in body, state === 'recognized');
      assert.notEqual(textIn(body, 'reason'), '');
    },
  })),
  {
    section: '6',
    rule: 'timeout: the caller did not speak within the window; without text',
    needs: people,
    check: async (platform) => {
      await listening(platform, { asr: true });
      await platform.control.advance(60_000);
      const body = await platform.webhook.next({ playstate: 'speech_recognized', state: 'timeout' });
      has(body, { prompt_ref: 'question' });
      assert.ok(!('text' in body));
    },
  },
];

const unshown: Rule[] = [
  {
    section: '6',
    rule: 'payload of the digitcollected event',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const voiceId = await listening(platform, { dtmf: true });
      await platform.control.press(voiceId, '12#');
      const body = await platform.webhook.next({ playstate: 'digitcollected' });
      has(body, { voice_id: voiceId, digit: '12#', prompt_ref: 'question' });
    },
  },
  {
    section: '6',
    rule: 'payload of the notification for an incoming call',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const voiceId = await rungIn(platform);
      const body = await platform.webhook.next({ state: 'incomingcall' });
      has(body, { voice_id: voiceId, from: platform.numbers.to, to: platform.numbers.from });
      assert.notEqual(textIn(body, 'channel_id'), '');
      isTimestamp(body.timestamp);
    },
  },
  {
    section: '6',
    rule: 'notifications in encrypted form',
    unchecked: 'observed, not in the specification; tested in test/platform/emulator/voice/delivery.test.ts',
  },
  {
    section: '6',
    rule: 'signing of notifications',
    needs: out,
    isChosen: true,
    check: async (platform) => {
      await connected(platform);
      assert.ok(platform.webhook.arrivals.length > 0);
      assert.ok(platform.webhook.arrivals.every(({ authorization }) => authorization === undefined));
    },
  },
];

export const eventRules: Rule[] = [...common, ...endings, ...input, ...unshown];
