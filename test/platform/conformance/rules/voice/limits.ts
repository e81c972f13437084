/** voice.md 4 (broadcast), 8 and 9: limits, broadcasts, versions. */
import assert from 'node:assert/strict';
import { burst } from '../../burst.ts';
import { coded, failed, has, ok, textIn } from '../../expect.ts';
import type { Platform } from '../../platform.ts';
import type { Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { bridged, connected, dial, onCall, record } from './calls.ts';

const out = ['numbers', 'webhook'] as const;
const people = [...out, 'control plane'] as const;

const limits: Rule[] = [
  {
    section: '8',
    rule: '1024 characters of text to speech are accepted, 1025 refused with 6128',
    needs: out,
    check: async (platform) => {
      const voiceId = await connected(platform);
      failed(await onCall(platform, voiceId, 'play', { text: 'x'.repeat(1_025) }), '6128');
      ok(await onCall(platform, voiceId, 'play', { text: 'x'.repeat(1_024) }));
    },
  },
  {
    section: '8',
    rule: 'text-to-speech quota or rate: 6129 when exceeded',
    unchecked: 'neither quota nor rate is specified, so the emulator has none',
  },
  {
    section: '8',
    rule: '20 calls can be created in a second, the next is refused',
    needs: people,
    check: async (platform) => {
      const counted = await burst(platform, 25, () => dial(platform));
      assert.deepEqual(counted, { accepted: 20, refused: 5 });
      await platform.control.advance(1_000);
      ok(await dial(platform));
    },
  },
  {
    section: '8',
    rule: 'a receiver of notifications has 5 seconds',
    unchecked:
      'would take 5 seconds of real time; tested with a shorter time in test/platform/emulator/http/http.test.ts',
  },
  {
    section: '8',
    rule: 'an idempotency key has up to 255 characters',
    needs: ['numbers'],
    check: async (platform) => {
      const sent = { headers: { 'idempotency-key': 'x'.repeat(256) } };
      coded(await dial(platform, {}, sent), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '8',
    rule: 'a recording can be started once the call is bridged',
    needs: out,
    check: async (platform) => {
      ok(await record(platform, await bridged(platform), { start: true, recording_name: 'r' }));
    },
  },
  {
    section: '8',
    rule: 'streaming needs an active subscription',
    needs: out,
    project: { streaming: false },
    check: async (platform) => {
      const body = { wss_host: 'wss://media.invalid/' };
      failed(await onCall(platform, await connected(platform), 'stream', body), '6101');
    },
  },
  {
    section: '8',
    rule: 'how many recipients a broadcast has',
    needs: ['numbers'],
    isChosen: true,
    check: async (platform) => {
      const { from, to } = platform.numbers;
      const recipients = Array.from({ length: 10_001 }, () => ({ to }));
      coded(await platform.post('/voice/v1/broadcast', { from, recipients }), 400, 'INVALID_PARAM');
    },
  },
];

function broadcast(platform: Platform, recipients: Json[], more: Json = {}) {
  const { from } = platform.numbers;
  return platform.post('/voice/v1/broadcast', { from, recipients, event_url: platform.eventUrl, ...more });
}

const broadcasts: Rule[] = [
  ...(
    [
      ['recipients', ({ to }) => ({ recipients: [{ to, play: { text: 'Hello' } }] })],
      ['broadcast_numbers', ({ to }) => ({ broadcast_numbers: JSON.stringify([{ phone: to }]) })],
    ] as [string, (numbers: { to: string }) => Json][]
  ).map(([form, body]): Rule => ({
    section: '4',
    rule: `POST /voice/v1/broadcast with ${form}: calls each, and reports the end`,
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const { from } = platform.numbers;
      const order = { from, event_url: platform.eventUrl, ...body(platform.numbers) };
      const answer = ok(await platform.post('/voice/v1/broadcast', order));
      const id = textIn(answer, 'broadcast_id');
      const { voice_id: voiceId } = await platform.webhook.next({ broadcast_id: id, state: 'connected' });
      ok(await platform.delete(`/voice/v1/call/${String(voiceId)}`));
      await platform.webhook.next({ broadcast_id: id, state: 'broadcastcall_complete' });
    },
  })),
  {
    section: '4',
    rule: 'a call of a broadcast takes play, connect and DELETE at the path of its broadcast, and at no other',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const { from, to, second } = platform.numbers;
      const id = textIn(ok(await broadcast(platform, [{ to }])), 'broadcast_id');
      const { voice_id: voiceId } = await platform.webhook.next({ broadcast_id: id, state: 'connected' });
      const leg = `/voice/v1/broadcast/${id}/call/${String(voiceId)}`;
      has(ok(await platform.put(`${leg}/play`, { text: 'Hello' })), { voice_id: voiceId });
      has(ok(await platform.put(`${leg}/connect`, { from, to: second })), { voice_id: voiceId });
      const elsewhere = await platform.delete(leg.replace(id, 'another'));
      assert.equal(elsewhere.status, 404);
      has(ok(await platform.delete(leg)), { voice_id: voiceId });
      await platform.webhook.next({ broadcast_id: id, state: 'broadcastcall_complete' });
    },
  },
  {
    section: '4',
    rule: 'POST /voice/v1/broadcast: custom_data of a recipient is in the notifications of its call',
    needs: people,
    check: async (platform) => {
      const { to, second } = platform.numbers;
      const recipients = [
        { to, custom_data: { n: 1 } },
        { to: second, custom_data: { n: 2 } },
      ];
      ok(await broadcast(platform, recipients));
      await platform.control.advance(1_000);
      has(await platform.webhook.next({ state: 'connected', to }), { custom_data: { n: 1 } });
      has(await platform.webhook.next({ state: 'connected', to: second }), { custom_data: { n: 2 } });
    },
  },
  {
    section: '4',
    rule: 'POST /voice/v1/broadcast: retry dials again as for one call',
    needs: people,
    settings: { parties: { '+4915100000001': [{ on_ring: 'busy' }, { afterMs: 0 }] } },
    check: async (platform) => {
      const retry = { interval: 5, max_attempts: 2 };
      ok(await broadcast(platform, [{ to: platform.numbers.to }], { retry }));
      await platform.control.advance(5_000);
      await platform.webhook.next({ state: 'connected', attempt: 2 });
    },
  },
];

const versions: Rule[] = [
  {
    section: '9',
    rule: 'paths carry /voice/v1: another version is not found',
    check: async (platform) => {
      assert.equal((await platform.post('/voice/v9/call', {})).status, 404);
    },
  },
  {
    section: '9',
    rule: 'retry of a call and of a broadcast has the same form',
    needs: ['numbers'],
    check: async (platform) => {
      const retry = { interval: 'x', max_attempts: 2 };
      coded(await dial(platform, { retry }), 400, 'INVALID_PARAM');
      coded(await broadcast(platform, [{ to: platform.numbers.to }], { retry }), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '9',
    rule: 'custom_data of the batch and of recipients in one broadcast is not allowed',
    needs: ['numbers'],
    check: async (platform) => {
      const recipients = [{ to: platform.numbers.to, custom_data: { n: 1 } }];
      coded(await broadcast(platform, recipients, { custom_data: { batch: 1 } }), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '9',
    rule: 'custom_data of the batch is echoed until December 2026',
    needs: people,
    check: async (platform) => {
      const custom = { batch: 1 };
      ok(await broadcast(platform, [{ to: platform.numbers.to }], { custom_data: custom }));
      const body = await platform.webhook.next({ state: 'connected' });
      const isEchoed = (await platform.control.now()) < new Date('2027-01-01T00:00:00Z');
      assert.deepEqual(body.custom_data, isEchoed ? custom : undefined);
    },
  },
];

const policy: Rule[] = [
  {
    section: '9',
    rule: 'breaking changes are announced 90 days before',
    unchecked: 'concerns operators of a platform',
  },
];

export const limitRules: Rule[] = [...limits, ...broadcasts, ...versions, ...policy];
