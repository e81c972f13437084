/** voice.md 1 and 2.1: what the service does, and the request for an outbound call. */
import assert from 'node:assert/strict';
import { coded, has, isTimestamp, ok, textIn } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import { connected, dial, dialled, hangUp, onCall, rungIn } from './calls.ts';

const out = ['numbers', 'webhook'] as const;

const general: Rule[] = [
  ...['/voice/v1/call', '/voice/v1/broadcast'].map((path): Rule => ({
    section: '1',
    rule: `the family ${path} exists, and validates its fields`,
    check: async (platform) => {
      coded(await platform.post(path, {}), 400, 'INVALID_PARAM');
    },
  })),
  {
    section: '1',
    rule: 'the family /voice/v1/call/{voice_id}/stream exists, and validates its fields',
    needs: out,
    check: async (platform) => {
      coded(await onCall(platform, await connected(platform), 'stream', {}), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '1',
    rule: 'a call is identified by the voice_id of the answer in all later operations',
    needs: out,
    check: async (platform) => {
      const voiceId = await connected(platform);
      const prompt = { prompt_name: 'welcome' };
      has(ok(await onCall(platform, voiceId, 'play', prompt)), { voice_id: voiceId });
      has(ok(await hangUp(platform, voiceId)), { voice_id: voiceId });
    },
  },
  {
    section: '1',
    rule: 'an outbound call performs action_on_connect when it is answered',
    needs: out,
    check: async (platform) => {
      const play = { prompt_name: 'welcome', prompt_ref: 'first' };
      const voiceId = await connected(platform, { action_on_connect: { play } });
      await platform.webhook.next({ voice_id: voiceId, playstate: 'initiated', prompt_ref: 'first' });
    },
  },
  {
    section: '1',
    rule: 'an inbound call is announced, accepted, and takes commands',
    needs: [...out, 'control plane'],
    check: async (platform) => {
      const voiceId = await rungIn(platform);
      ok(await onCall(platform, voiceId, 'accept', {}));
      await platform.webhook.next({ voice_id: voiceId, state: 'connected' });
      ok(await onCall(platform, voiceId, 'play', { prompt_name: 'welcome' }));
      ok(await hangUp(platform, voiceId));
    },
  },
];

/** Optional fields of 2.1 with a value that must be taken. */
const optional: [string, unknown][] = [
  ['name', 'spring campaign'],
  ['owner_ref', 'customer 7'],
  ['auto_record', true],
  ['custom_data', { order: 7, nested: { a: [1] } }],
  ['retry', { interval: 5, max_attempts: 3 }],
];

const malformed: [string, unknown][] = [
  ['name', 7],
  ['owner_ref', {}],
  ['auto_record', 'yes'],
  ['from', 12],
  ['to', 'nobody'],
  ['to', []],
  ['action_on_connect', 'play'],
  ['event_url', 'not an address'],
  ['custom_data', 'text'],
  ['retry', { interval: 'soon' }],
  ['retry', { interval: 1 }],
  ['retry', { max_attempts: 2 }],
  ['retry', { interval: 1, max_attempts: 0 }],
];

const fields: Rule[] = [
  ...optional.map(([name, value]): Rule => ({
    section: '2.1',
    rule: `${name} is accepted`,
    needs: ['numbers'],
    check: async (platform) => {
      ok(await dial(platform, { [name]: value }));
    },
  })),
  ...malformed.map(([name, value]): Rule => ({
    section: '2.1',
    rule: `${name} may not be ${JSON.stringify(value)}`,
    needs: ['numbers'],
    check: async (platform) => {
      coded(await dial(platform, { [name]: value }), 400, 'INVALID_PARAM');
    },
  })),
  ...['from', 'to'].map((name): Rule => ({
    section: '2.1',
    rule: `${name} is required`,
    needs: ['numbers'],
    check: async (platform) => {
      coded(await dial(platform, { [name]: undefined }), 400, 'INVALID_PARAM');
    },
  })),
  ...optional
    .filter(([name]) => name === 'owner_ref' || name === 'custom_data')
    .map(([name, value]): Rule => ({
      section: '2.1',
      rule: `${name} comes back unchanged in every notification`,
      needs: out,
      check: async (platform) => {
        const voiceId = await connected(platform, { [name]: value });
        ok(await hangUp(platform, voiceId));
        await platform.webhook.next({ state: 'disconnected' });
        assert.ok(platform.webhook.arrivals.length >= 4);
        for (const { body } of platform.webhook.arrivals) assert.deepEqual(body[name], value);
      },
    })),
];

const reaching: Rule[] = [
  {
    section: '2.1',
    rule: 'to may be a list of numbers',
    needs: ['numbers'],
    check: async (platform) => {
      has(ok(await dial(platform, { to: [platform.numbers.to] })), { to: platform.numbers.to });
    },
  },
  {
    section: '2.1',
    rule: 'of several numbers in to the first is dialled',
    needs: ['numbers'],
    isChosen: true,
    check: async (platform) => {
      const { to, second } = platform.numbers;
      has(ok(await dial(platform, { to: [to, second] })), { to });
    },
  },
  {
    section: '2.1',
    rule: 'from must be a number of the project',
    needs: ['numbers', 'unprovisioned'],
    check: async (platform) => {
      coded(await dial(platform, { from: platform.unprovisioned }), 403, 'CALLER_ID_NOT_ALLOWED');
    },
  },
  {
    section: '2.1',
    rule: 'notifications go to event_url',
    needs: out,
    project: { webhook: 'http://127.0.0.1:9/' },
    check: async (platform) => {
      const voiceId = await dialled(platform, { event_url: platform.webhook.url });
      await platform.webhook.next({ voice_id: voiceId, state: 'initiated' });
    },
  },
  {
    section: '2.1',
    rule: 'notifications go to webhook.url, the other form',
    needs: out,
    project: { webhook: 'http://127.0.0.1:9/' },
    check: async (platform) => {
      const form = { event_url: undefined, webhook: { url: platform.webhook.url } };
      const voiceId = await dialled(platform, form);
      await platform.webhook.next({ voice_id: voiceId, state: 'initiated' });
    },
  },
  {
    section: '2.1',
    rule: 'auto_record starts a recording as soon as the call connects',
    needs: out,
    check: async (platform) => {
      await connected(platform, { auto_record: true });
      await platform.webhook.next({ state: 'started' });
    },
  },
  {
    section: '2.1',
    rule: 'without auto_record nothing is recorded',
    needs: out,
    check: async (platform) => {
      ok(await hangUp(platform, await connected(platform)));
      await platform.webhook.next({ state: 'disconnected' });
      assert.deepEqual(platform.webhook.all({ state: 'started' }), []);
    },
  },
];

const busy = { '+4915100000001': { on_ring: 'busy' } } as const;

const retrying: Rule[] = [
  {
    section: '2.1',
    rule: 'retry.max_attempts counts all attempts, and retry.interval is between them',
    needs: [...out, 'control plane'],
    settings: { parties: busy },
    check: async (platform) => {
      const voiceId = await dialled(platform, { retry: { interval: 30, max_attempts: 3 } });
      await platform.control.advance(29_000);
      await platform.control.advance(1_000);
      await platform.control.advance(30_000);
      await platform.webhook.next({ state: 'disconnected', attempt: 3 });
      await platform.control.advance(3_600_000);
      const first = platform.webhook.all({ voice_id: voiceId, state: 'initiated' });
      const times = first.map(({ timestamp }) => Date.parse(String(timestamp)));
      assert.equal(times.length, 3);
      assert.ok(Number(times[1]) - Number(times[0]) >= 30_000);
      assert.ok(Number(times[2]) - Number(times[1]) >= 30_000);
    },
  },
  {
    section: '2.1',
    rule: 'without retry there is one attempt, and its failure is notified',
    needs: [...out, 'control plane'],
    settings: { parties: busy },
    check: async (platform) => {
      await dialled(platform);
      await platform.webhook.next({ state: 'disconnected', disconnect_reason: 'User Busy' });
      await platform.control.advance(3_600_000);
      assert.equal(platform.webhook.all({ state: 'initiated' }).length, 1);
    },
  },
];

const identity: Rule[] = [
  {
    section: '2.5',
    rule: 'answers name voice_id, state, from, to and timestamp (ISO 8601, UTC)',
    needs: ['numbers'],
    check: async (platform) => {
      const { from, to } = platform.numbers;
      const body = ok(await dial(platform));
      has(body, { state: 'initiated', from, to });
      assert.notEqual(textIn(body, 'voice_id'), '');
      isTimestamp(body.timestamp);
    },
  },
  {
    section: '2.5',
    rule: 'notifications name voice_id, state, from, to, timestamp, and custom_data where it was given',
    needs: out,
    check: async (platform) => {
      const { from, to } = platform.numbers;
      const voiceId = await connected(platform, { custom_data: { a: 1 } });
      const body = await platform.webhook.next({ state: 'connected' });
      has(body, { voice_id: voiceId, from, to, custom_data: { a: 1 } });
      isTimestamp(body.timestamp);
    },
  },
  {
    section: '2.5',
    rule: 'custom_data and attempt are absent where there is none',
    needs: out,
    check: async (platform) => {
      await connected(platform);
      const body = await platform.webhook.next({ state: 'connected' });
      assert.ok(!('custom_data' in body) && !('attempt' in body));
    },
  },
];

export const callRequestRules: Rule[] = [...general, ...fields, ...reaching, ...retrying, ...identity];
