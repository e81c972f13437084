/** voice.md 3 and 4: states of calls, endpoints. */
import assert from 'node:assert/strict';
import { has, isTimestamp, ok, textIn } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import { bridged, connected, dial, dialled, hangUp, onCall, record, rungIn } from './calls.ts';

const out = ['numbers', 'webhook'] as const;

const states: Rule[] = [
  {
    section: '3',
    rule: 'POST call accepted: the answer carries voice_id and state initiated, and initiated is notified',
    needs: out,
    check: async (platform) => {
      const body = ok(await dial(platform));
      assert.equal(body.state, 'initiated');
      await platform.webhook.next({ voice_id: body.voice_id, state: 'initiated' });
    },
  },
  {
    section: '3',
    rule: 'active call: DELETE is answered with success and notified as disconnected, with a reason',
    needs: out,
    check: async (platform) => {
      const voiceId = await connected(platform);
      assert.equal(ok(await hangUp(platform, voiceId)).state, 'success');
      const { disconnect_reason: reason } = await platform.webhook.next({ state: 'disconnected' });
      assert.equal(reason, 'Normal Clearing');
    },
  },
  {
    section: '3',
    rule: 'dial attempt that fails: dialled again after the interval, with attempt from the second on',
    needs: [...out, 'control plane'],
    settings: { parties: { '+4915100000001': [{ on_ring: 'busy' }, { afterMs: 0 }] } },
    check: async (platform) => {
      await dialled(platform, { retry: { interval: 10, max_attempts: 2 } });
      const failed = await platform.webhook.next({ state: 'disconnected' });
      assert.ok(!('attempt' in failed));
      await platform.control.advance(10_000);
      await platform.webhook.next({ state: 'initiated', attempt: 2 });
      await platform.webhook.next({ state: 'connected', attempt: 2 });
    },
  },
  {
    section: '3',
    rule: 'initiated, ringing, connected, bridged, disconnected: each is notified, in this order',
    needs: out,
    isChosen: true,
    check: async (platform) => {
      ok(await hangUp(platform, await bridged(platform)));
      await platform.webhook.next({ state: 'disconnected' });
      const order = ['initiated', 'ringing', 'connected', 'bridged', 'bridge_disconnected', 'disconnected'];
      assert.deepEqual(
        platform.webhook.arrivals.map(({ body }) => body.state),
        order,
      );
    },
  },
];

const endpoints: Rule[] = [
  {
    section: '4',
    rule: 'PUT …/accept with an empty body, as JSON: what is answered',
    needs: [...out, 'control plane'],
    isChosen: true,
    check: async (platform) => {
      const voiceId = await rungIn(platform);
      const headers = { 'content-type': 'application/json', 'content-length': '0' };
      const answer = ok(await platform.put(`/voice/v1/call/${voiceId}/accept`, undefined, { headers }));
      has(answer, { status: 'success', voice_id: voiceId });
    },
  },
  {
    section: '4',
    rule: 'PUT …/play: what is answered, with the fields flat',
    needs: out,
    isChosen: true,
    check: async (platform) => {
      const voiceId = await connected(platform);
      const body = ok(await onCall(platform, voiceId, 'play', { prompt_name: 'welcome', prompt_ref: 'r' }));
      has(body, { voice_id: voiceId, playstate: 'initiated', prompt_ref: 'r' });
      assert.notEqual(textIn(body, 'play_id'), '');
    },
  },
  {
    section: '4',
    rule: 'PUT …/play: the fields inside play',
    needs: out,
    isChosen: true,
    check: async (platform) => {
      ok(await onCall(platform, await connected(platform), 'play', { play: { prompt_name: 'welcome' } }));
    },
  },
  {
    section: '4',
    rule: 'PUT …/connect: what it takes and what is answered',
    needs: out,
    isChosen: true,
    check: async (platform) => {
      const { from, second: to } = platform.numbers;
      const answer = await onCall(platform, await connected(platform), 'connect', { from, to });
      has(ok(answer), { status: 'success', state: 'initiated' });
      await platform.webhook.next({ state: 'bridged' });
    },
  },
  ...['POST', 'PUT'].flatMap((method) =>
    [true, false].map((held): Rule => ({
      section: '4',
      rule: `${method} …/hold with hold: ${String(held)}: what is answered`,
      needs: out,
      isChosen: true,
      check: async (platform) => {
        const path = `/voice/v1/call/${await connected(platform)}/hold`;
        has(ok(await platform.send(method, path, { body: { hold: held } })), { status: 'success' });
      },
    })),
  ),
  {
    section: '4',
    rule: 'POST …/hold holds an active call, and resumes it',
    needs: [...out, 'control plane'],
    check: async (platform) => {
      const voiceId = await connected(platform);
      for (const held of [true, false]) {
        ok(await platform.post(`/voice/v1/call/${voiceId}/hold`, { hold: held }));
        has(await platform.control.get(`/calls/${voiceId}`), { held });
      }
    },
  },
  ...[
    { name: 'PUT with stop', end: { method: 'PUT', body: { stop: true } } },
    { name: 'DELETE', end: { method: 'DELETE' } },
  ].map(({ name, end: { method, ...sent } }): Rule => ({
    section: '4',
    rule: `…/stream: started with wss_host, ended with ${name}`,
    needs: out,
    isChosen: true,
    check: async (platform) => {
      const path = `/voice/v1/call/${await connected(platform)}/stream`;
      has(ok(await platform.put(path, { wss_host: 'wss://media.invalid/' })), { state: 'initiated' });
      ok(await platform.send(method, path, sent));
    },
  })),
  {
    section: '4',
    rule: 'PUT …/recording is there',
    needs: out,
    check: async (platform) => {
      ok(await record(platform, await bridged(platform), { start: true, recording_name: 'r' }));
    },
  },
  {
    section: '4.1',
    rule: 'the answer is 200 with voice_id, state initiated, from, to and timestamp',
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
    section: '4.3',
    rule: 'DELETE without a body is answered with voice_id, state success, from, to and timestamp',
    needs: ['numbers'],
    check: async (platform) => {
      const { from, to } = platform.numbers;
      const voiceId = await dialled(platform);
      const body = ok(await hangUp(platform, voiceId));
      has(body, { voice_id: voiceId, state: 'success', from, to });
      isTimestamp(body.timestamp);
    },
  },
];

export const endpointRules: Rule[] = [...states, ...endpoints];
