/** voice.md 4.5: the idempotency rule of all POST endpoints. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { coded, ok } from '../../expect.ts';
import type { Answer, Platform } from '../../platform.ts';
import type { Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { dial } from './calls.ts';

const dayMs = 86_400_000;

function keyed(platform: Platform, key: string, more: Json = {}): Promise<Answer> {
  return dial(platform, more, { headers: { 'idempotency-key': key } });
}

function isSame(first: Answer, second: Answer): void {
  assert.equal(second.status, first.status);
  assert.equal(second.text, first.text);
}

/** A POST of the list that the platform's three services have, and a body for it. */
const listed: { path: string; body: (platform: Platform) => Json; id: string }[] = [
  {
    path: '/voice/v1/call',
    body: ({ numbers: { from, to }, eventUrl }) => ({ from, to, event_url: eventUrl }),
    id: 'voice_id',
  },
  {
    path: '/voice/v1/broadcast',
    body: ({ numbers: { from, to }, eventUrl }) => ({ from, recipients: [{ to }], event_url: eventUrl }),
    id: 'broadcast_id',
  },
  {
    path: '/sms/v1/messages/',
    body: ({ numbers: { to }, message }) => ({ to: [to], ...message }),
    id: 'job_id',
  },
];

export const idempotencyRules: Rule[] = [
  {
    section: '4.5.1',
    rule: 'a key of 255 characters is accepted',
    needs: ['numbers'],
    check: async (platform) => {
      ok(await keyed(platform, randomUUID().padEnd(255, 'x')));
    },
  },
  {
    section: '4.5.1',
    rule: 'a longer key is refused',
    needs: ['numbers'],
    check: async (platform) => {
      coded(await keyed(platform, 'x'.repeat(256)), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '4.5.2',
    rule: 'status and body of the first answer are cached, refusals too',
    needs: ['numbers'],
    check: async (platform) => {
      const key = randomUUID();
      const first = await keyed(platform, key, { to: 'nobody' });
      isSame(first, await keyed(platform, key));
    },
  },
  {
    section: '4.5.3',
    rule: 'within 24 hours the same answer comes again, even when the body differs',
    needs: ['numbers', 'control plane'],
    check: async (platform) => {
      const key = randomUUID();
      const first = await keyed(platform, key);
      await platform.control.advance(dayMs - 60_000);
      isSame(first, await keyed(platform, key, { to: platform.numbers.second }));
    },
  },
  {
    section: '4.5.3',
    rule: 'the request is not executed again',
    needs: ['numbers', 'webhook'],
    check: async (platform) => {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 5 }, () => keyed(platform, key)));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      const { to, second } = platform.numbers;
      await dial(platform, { to: second });
      await platform.webhook.next({ state: 'connected', to: second });
      assert.equal(platform.webhook.all({ state: 'initiated', to }).length, 1);
    },
  },
  {
    section: '4.5.4',
    rule: 'after 24 hours the request executes as new, and its answer is cached',
    needs: ['numbers', 'control plane'],
    check: async (platform) => {
      const key = randomUUID();
      const first = await keyed(platform, key);
      await platform.control.advance(dayMs);
      const second = await keyed(platform, key);
      assert.notEqual(second.body.voice_id, first.body.voice_id);
      isSame(second, await keyed(platform, key));
    },
  },
  {
    section: '4.5.5',
    rule: 'without the header each request is executed',
    needs: ['numbers'],
    check: async (platform) => {
      const first = ok(await dial(platform));
      assert.notEqual(ok(await dial(platform)).voice_id, first.voice_id);
    },
  },
  {
    section: '4.5.6',
    rule: 'GET requests are not subject to the rule',
    check: async (platform) => {
      const sent = { headers: { 'idempotency-key': randomUUID() } };
      const count = async () => (ok(await platform.get('/video/v2/rooms', sent)).rooms as unknown[]).length;
      const before = await count();
      ok(await platform.post('/video/v2/rooms', { name: 'One more', owner_ref: 'o' }));
      assert.equal(await count(), before + 1);
    },
  },
  ...listed.map(({ path, body, id }): Rule => ({
    section: '4.5.7',
    rule: `POST ${path} takes a key`,
    needs: ['numbers', 'template'],
    check: async (platform) => {
      const sent = { headers: { 'idempotency-key': randomUUID() } };
      const first = await platform.post(path, body(platform), sent);
      assert.equal(typeof ok(first)[id], 'string');
      isSame(first, await platform.post(path, body(platform), sent));
    },
  })),
  ...['/whatsapp/v1/messages', '/rcs/v1/messages', '/rcs/v1/messages/templates', '/messaging/v1/send'].map(
    (path): Rule => ({
      section: '4.5.7',
      rule: `POST ${path} takes a key`,
      unchecked: 'only this section names the endpoint; none of the three specifications describes it',
    }),
  ),
];
