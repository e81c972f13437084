/** sms.md 8 and 9: limits, versions. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { burst } from '../../burst.ts';
import { coded, has, ok } from '../../expect.ts';
import type { Need, Rule } from '../../rule.ts';
import { accepted, send, statusOf } from './jobs.ts';

const out: readonly Need[] = ['numbers', 'template'];
const people: readonly Need[] = [...out, 'control plane'];

/** The longest message that fits, and one character more. */
const sizes = [
  ['160 GSM-7 characters are one segment, 7 segments are the most', 'a', 7 * 153],
  ['70 Unicode characters are one segment, 7 segments are the most', 'ж', 7 * 67],
  ['characters of the GSM-7 extension table count double', '€', 7 * 76],
] as const;
const singles = { a: 160, ж: 70, '€': 80 };

export const limitRules: Rule[] = [
  {
    section: '8',
    rule: 'up to 1,000 recipients in one bulk send',
    needs: people,
    check: async (platform) => {
      const to = Array.from({ length: 1_001 }, (_, at) => `+4915${String(200_000_000 + at)}`);
      has(await statusOf(platform, await accepted(platform, { to: to.slice(1) })), {
        summary: { total: 1_000 },
      });
      coded(await send(platform, { to }), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '8',
    rule: '100 requests per second, the next is refused',
    needs: people,
    check: async (platform) => {
      const counted = await burst(platform, 110, () => send(platform));
      assert.deepEqual(counted, { accepted: 100, refused: 10 });
    },
  },
  ...sizes.map(([rule, character, most]): Rule => ({
    section: '8',
    rule,
    needs: people,
    check: async (platform) => {
      const { control, numbers } = platform;
      const single = singles[character];
      for (const length of [single, single + 1, most])
        await accepted(platform, { data: { text: character.repeat(length) } });
      await control.advance(5_000);
      const { inbox } = await control.get(`/phones/${numbers.to}`);
      assert.deepEqual(
        (inbox as { segments: number }[]).map(({ segments }) => segments),
        [1, 2, 7],
      );
      const longer = { data: { text: character.repeat(most + 1) } };
      coded(await send(platform, longer), 422, 'MESSAGE_TOO_LONG');
    },
  })),
  {
    section: '8',
    rule: 'recipients are E.164: +, country code, no spaces or dashes',
    needs: out,
    check: async (platform) => {
      for (const to of ['004915100000001', '+49(151)1', '+0151000000'])
        coded(await send(platform, { to: [to] }), 422, 'INVALID_RECIPIENT');
    },
  },
  {
    section: '8',
    rule: 'the webhook has 5 seconds',
    unchecked:
      'would take 5 seconds of real time; tested with a shorter time in test/platform/emulator/http/http.test.ts',
  },
  {
    section: '8',
    rule: 'a repeated Idempotency-Key gives the same job for 24 hours',
    needs: people,
    check: async (platform) => {
      const sent = { headers: { 'idempotency-key': randomUUID() } };
      const first = ok(await send(platform, {}, sent)).job_id;
      await platform.control.advance(86_000_000);
      assert.equal(ok(await send(platform, {}, sent)).job_id, first);
      await platform.control.advance(400_000);
      assert.notEqual(ok(await send(platform, {}, sent)).job_id, first);
    },
  },
  {
    section: '9',
    rule: 'paths carry /sms/v1: another version is not found',
    check: async (platform) => {
      assert.equal((await platform.post('/sms/v9/messages/', {})).status, 404);
    },
  },
  {
    section: '9',
    rule: 'events with dot notation: message.queued, message.delivered',
    unchecked: '2.4 shows the payload for this interface',
  },
  {
    section: '9',
    rule: 'breaking changes follow a window of at least 90 days',
    unchecked: 'concerns operators of a platform',
  },
];
