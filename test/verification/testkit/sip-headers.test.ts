/** SIP headers in simulated calls: carriers that read and send them, and the platform, which does neither. */
import { expect, test } from 'vitest';
import { listStarts } from '../../../src/verification/prove/beginnings.ts';
import { parseNotification } from '../../../src/platform/wire/index.ts';
import { compiled, outcome } from './flow.ts';

const flow = `ringflow: 1
name: desk
languages: [en]
params: { account: { type: string, header: X-Account } }
on: { error: hangup }
steps:
  hello:
    # ringflow-ignore carrier-does-less
    say: 'You are \${params.account == "" ? "a stranger" : params.account}.'
    next: hangup
`;

test.each([
  ['{ carrier: asterisk, headers: { X-Account: 4711 } }', 'You are 4711'],
  ['{ carrier: asterisk, headers: { X-Other: 4711 } }', 'You are a stranger'],
  ['{ carrier: asterisk, headers: { X-Account: 4711 }, params: { account: ours } }', 'You are ours'],
  ['{ carrier: platform, headers: { X-Account: 4711 } }', 'You are a stranger'],
])('a call that starts with %s hears "%s"', (start, text) => {
  expect(outcome([`hears: ${text}`], { start, flow })).toBe('passed');
});

test('prove begins with and without the header', () => {
  expect(listStarts(compiled(flow))).toEqual([
    { direction: 'inbound', params: {} },
    { direction: 'inbound', params: { account: '1' } },
    { direction: 'outbound', params: {} },
  ]);
});

test('a notification of the platform that claims to have headers of another kind is read without them', () => {
  const read = (sip_headers: unknown) =>
    parseNotification({ state: 'incomingcall', voice_id: 'v', sip_headers });
  expect(read({ 'X-Account': '1', 'X-Odd': 7 })).toMatchObject({
    notification: { headers: { 'X-Account': '1' } },
  });
  expect(read('X-Account: 1')).not.toHaveProperty('notification.headers');
});
