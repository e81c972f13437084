/** SIP headers: those of an inbound call fill parameters, those of a step reach the party. */
import { describe, expect, test } from 'vitest';
import type { Note } from '../../src/call/index.ts';
import { callOn } from './script.ts';

const flow = `
  params:
    account: { type: string, header: X-Account }
    queue: { type: string, header: X-Queue, default: none }
  on: { error: sorry }
  steps:
    desk:
      connect:
        to: '+4930123456'
        headers: { X-Account: "\${params.account}", X-Queue: "\${params.queue}", X-Fixed: 7 }
      on: { unreached: sorry }
    sorry: { say: Sorry. }
`;

function begin(headers: Record<string, string>) {
  const call = callOn(flow);
  call.incoming(undefined, headers);
  const notes = call.notes.filter((note) => note.kind === 'header_cleaned');
  call.connected();
  return { call, params: call.record.context.params, notes };
}

const toNote = (header: string): Note => ({ kind: 'header_cleaned', header });

describe('a parameter that comes from a header', () => {
  test('has its value, whatever the case of the name', () => {
    expect(begin({ 'x-account': ' 4711 ', 'X-Other': 'no' })).toMatchObject({
      params: { account: '4711', queue: 'none' },
      notes: [],
    });
  });

  test('has its default without the header or its value', () => {
    expect(begin({ 'X-Queue': ' ' }).params).toEqual({ account: '', queue: 'none' });
  });

  test.each([
    ['a line break', '1\r\nVia: SIP/2.0/UDP 192.0.2.1', '1??Via: SIP/2.0/UDP 192.0.2.1'],
    ['a null byte', 'a\u0000b', 'a?b'],
    ['letters beyond ASCII', 'Müller', 'M?ller'],
    ['half of a pair', '\ud83d', '?'],
    ['too many characters', 'x'.repeat(5_000), 'x'.repeat(200)],
  ])('is one line of printable ASCII: %s is changed, and the trace says so', (_what, value, clean) => {
    const { params, notes } = begin({ 'X-Account': value });
    expect(params).toEqual({ account: clean, queue: 'none' });
    expect(notes).toEqual([toNote('X-Account')]);
  });

  test.each(['__proto__', 'constructor'])('is not confused by a header called %s', (name) => {
    const headers = JSON.parse(`{ "${name}": "x", "X-Account": "1" }`) as Record<string, string>;
    expect(begin(headers).params).toEqual({ account: '1', queue: 'none' });
  });
});

describe('a party', () => {
  test('receives the headers of the step; those without a value are left out', () => {
    const { call } = begin({});
    expect(call.commands.at(-1)).toMatchObject({
      kind: 'connect',
      headers: { 'X-Queue': 'none', 'X-Fixed': '7' },
    });
    expect(Object.keys(call.commands.at(-1) ?? {})).not.toContain('X-Account');
  });

  test('receives what a caller wrote as one line', () => {
    const { call } = begin({ 'X-Account': 'a\nContact: <sip:me@example.com>' });
    expect(call.commands.at(-1)).toMatchObject({
      headers: { 'X-Account': 'a?Contact: <sip:me@example.com>' },
    });
  });

  test('receives headers that the flow makes too long only in part, and the trace says so', () => {
    const call = callOn(`
      params: { name: { type: string, default: Müller } }
      steps:
        desk:
          connect: { to: '+4930123456', headers: { X-Name: "\${params.name}" } }
          on: { unreached: hangup, completed: hangup }
    `);
    call.incoming();
    call.connected();
    expect(call.commands.at(-1)).toMatchObject({ headers: { 'X-Name': 'M?ller' } });
    expect(call.notes).toContainEqual(toNote('X-Name'));
  });

  test('that a placed call reaches at once is called by a command of its own', () => {
    const call = callOn(flow);
    call.places();
    expect(call.commands[0]).not.toHaveProperty('onConnect');
  });
});
