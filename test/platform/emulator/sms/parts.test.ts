import { describe, expect, test } from 'vitest';
import { createPlatformModel } from '../../../../src/platform/emulator/model/index.ts';
import { formatDatetime, readDatetime } from '../../../../src/platform/emulator/model/sms/datetime.ts';
import { mergeTemplate } from '../../../../src/platform/emulator/model/sms/message-text.ts';
import { readOptOut } from '../../../../src/platform/emulator/model/sms/opt-outs.ts';
import { parseQueryFields } from '../../../../src/platform/emulator/model/sms/order.ts';
import { authorization } from '../platform.ts';

describe('sms.md 2.1: times', () => {
  test.each([
    ['2026-03-01T09:00:00', '2026-03-01T09:00:00'],
    ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00'],
    ['2026-03-01T09:00:00.750z', '2026-03-01T09:00:00'],
    ['2026-03-01T09:00:00+05:30', '2026-03-01T03:30:00'],
    ['2026-02-28T23:30:00-01:00', '2026-03-01T00:30:00'],
    ['2028-02-29T00:00:00', '2028-02-29T00:00:00'],
  ])('%s is %s', (text, expected) => {
    expect(formatDatetime(readDatetime('scheduled_at', text))).toBe(expected);
  });

  test.each(['', '2026-03-01', '2026-03-01 09:00:00', '2027-02-29T00:00:00', '2026-13-01T00:00:00', '2026-03-01T24:00:00', '2026-03-01T09:00:00+99:99', 'now'])(
    '"%s" is none, and the refusal names the field',
    (text) => {
      expect(() => readDatetime('scheduled_at', text)).toThrow('scheduled_at');
    },
  ); // prettier-ignore
});

describe('sms.md 2.1: merging', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['Hello', { name: 'Ann' }, 'Hello'],
    ['{a}{a}-{b}', { a: 1, b: true }, '11-true'],
    ['{first name} {}', {}, '{first name} {}'],
    ['{a}', { a: '{b}', b: 'x' }, '{b}'],
    ['{a}', { a: '$& $1' }, '$& $1'],
    ['{a}', { a: '' }, ''],
  ])('%s with %j is %s', (body, values, text) => {
    expect(mergeTemplate(body, values)).toBe(text);
  });

  test.each([{}, { a: null }, { a: {} }, { a: [1] }])('{a} with %j is refused', (values) => {
    expect(() => mergeTemplate('{a}', values)).toThrow('a text or number for a');
  });
});

describe('sms.md 4: the query as fields', () => {
  test.each<[string, Record<string, unknown>]>([
    ['to=%2B1,%2B2', { to: '+1,+2' }],
    ['to=+1', { to: ' 1' }],
    ['validity=60&flash_message=true', { validity: '60', flash_message: 'true' }],
    ['data=%7B%22a%22%3A1%7D', { data: { a: 1 } }],
    ['from=&reference=', {}],
    ['from=A&from=B', { from: 'B' }],
    ['', {}],
  ])('%s is %j', (query, fields) => {
    expect(parseQueryFields(new URLSearchParams(query))).toEqual(fields);
  });
});

describe('sms.md 7: the words that opt out and in', () => {
  test.each([
    ['STOP', 'out'],
    ['stop', 'out'],
    [' Unsubscribe ', 'out'],
    ['START', 'in'],
    ['STOP!', undefined],
    ['STOPP', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('"%s" asks for %s', (text, wish) => {
    expect(readOptOut(text)).toBe(wish);
  });
});

describe('sms.md 5: bearer tokens', () => {
  test('expire after 60 minutes, whatever tokens are issued meanwhile', () => {
    const model = createPlatformModel();
    const lifetimeMs = 60 * 60 * 1_000;
    const body = JSON.stringify({ app_id: 'demo', app_key: 'demo-key' });
    const [a, b, c] = [0, 1, lifetimeMs].map((now) => {
      const answer = model.request({ method: 'POST', path: '/sms/v1/token', headers: {}, body }, now);
      return (answer.body as { token: string }).token;
    });
    const statuses = [a, b, c].map((token) => {
      const headers = { authorization: `Bearer ${token}` };
      return model.request({ method: 'GET', path: '/sms/v1/message/none', headers }, lifetimeMs).status;
    });
    expect(statuses).toEqual([401, 404, 404]);
  });
});

describe('an emulator without settings', () => {
  test('sends with the demo template and campaign, from any sender, and receives at any number', () => {
    const model = createPlatformModel();
    const body = JSON.stringify({
      template_id: 'demo',
      campaign_id: 'demo',
      from: 'ANY',
      to: ['+4917100001'],
      data: { text: 'hello' },
    });
    const request = { method: 'POST', path: '/sms/v1/messages/', headers: { authorization }, body };
    expect(model.request(request, 0)).toMatchObject({ status: 200 });
    expect(model.phones.view('+4917100001', 1_100).inbox).toMatchObject([{ from: 'ANY', text: 'hello' }]);
    expect(model.phones.text({ from: '+4917100001', to: '+4930', text: 'hi' }, 1_100)).toBeDefined();
  });
});
