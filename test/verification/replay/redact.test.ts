/** What stands in the place of the number of whoever called, or was called. */
import { describe, expect, it } from 'vitest';
import { exportScenario } from '../../../src/verification/replay/index.ts';
import {
  createFictitiousNumber,
  createRedactor,
  STAND_IN,
  redactCall,
  toWritableNumber,
} from '../../../src/verification/recording/index.ts';
import type { RecordedCall } from '../../../src/verification/recording/index.ts';
import { callOf } from './recorded.ts';

const HELLO =
  "on: { error: bye }\nsteps:\n  hello: { say: 'You call from ${call.from}.' }\n  bye: { say: Goodbye., next: hangup }";

/** A call of which nothing is known but who called whom. */
function between(from: string, to: string, direction: RecordedCall['direction'] = 'inbound'): RecordedCall {
  const flow = { name: 'case', version: '0123456789abcdef' };
  return { id: 'default.1', flow, direction, from, to, startedAt: 0, env: {}, trace: [] };
}

/** The text once the number is hidden. */
const hidden = (from: string, text: string) => createRedactor(between(from, '+4930555000'))(text);

describe('a fictitious number', () => {
  it.each([
    ['+4917123456789', '+4915550123456'],
    ['+4930901820', '+4935550123'],
    ['+14155550100', '+14155501234'],
    ['4930901820', '4935550123'],
  ])('of %s has its country and its length', (number, instead) => {
    expect(createFictitiousNumber(number)).toBe(instead);
    expect(instead).toHaveLength(number.length);
    expect(instead.slice(0, 3)).toBe(number.slice(0, 3));
  });

  it.each(['', '110', 'anonymous', 'sip:ann@example.org'])('of "%s" there is none', (number) => {
    expect(createFictitiousNumber(number)).toBe(number);
  });

  it('is the same for everybody, so that nobody can be told from somebody else', () => {
    expect(createFictitiousNumber('+4917123456789')).toBe(createFictitiousNumber('+4917198765432'));
  });
});

describe('the number of whoever called is hidden', () => {
  const number = '+4917123456789';

  it.each([
    ['in E.164', 'From +4917123456789.', 'From +4915550123456.'],
    ['with 00', '004917123456789', '004915550123456'],
    ['with the zero of its country', 'Call 017123456789 now', 'Call 015550123456 now'],
    ['without any of it', '17123456789', '15550123456'],
    ['in blocks', '+49 171 234 567 89', '+49 155 501 234 56'],
    ['with a stroke', '0171/23456789', '0155/50123456'],
    ['with brackets', '+49 (171) 234-56-789', '+49 (155) 501-23-456'],
    ['with dots', '0171.2345.6789', '0155.5012.3456'],
    [
      'with a comma and a space, as it is spoken',
      '1, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9',
      '1, 5, 5, 5, 0, 1, 2, 3, 4, 5, 6',
    ],
    ['in an address', 'https://crm.test/c?of=%2B4917123456789', 'https://crm.test/c?of=%2B4915550123456'],
    ['more than once', '017123456789 or 017123456789', '015550123456 or 015550123456'],
  ])('%s', (_how, text, instead) => {
    expect(hidden(number, text)).toBe(instead);
  });

  it.each(['+4917123456780', '0171 2345', 'The code is 4711.', ''])('and "%s" is left as it is', (text) => {
    expect(hidden(number, text)).toBe(text);
  });

  it('of an outbound call is that of whoever was called', () => {
    const redact = createRedactor(between('+4930555000', number, 'outbound'));
    expect(redact(`from +4930555000 to ${number}`)).toBe('from +4930555000 to +4915550123456');
  });

  it('where it is an address, without its scheme too', () => {
    expect(hidden('sip:ann@example.org', 'ann@example.org, sip:ann@example.org')).toBe(
      'somebody@example.com, sip:somebody@example.com',
    );
  });

  it.each(['anonymous', '110', '+49301'])('but "%s" would hide other things', (from) => {
    expect(hidden(from, `1 10 110 ${from} 301`)).toBe(`1 10 110 ${from} 301`);
  });
});

describe('a call without numbers', () => {
  it('keeps its times, whatever digits they have in common with the number', () => {
    const { call } = callOf(HELLO, 'scenarios: [{ name: a, script: [hears: You call] }]', {
      from: '+4976036',
    });
    expect(call.startedAt).toBe(1_767_603_600_000);
    const instead = redactCall(call);
    expect(instead.startedAt).toBe(call.startedAt);
    expect(instead.trace.map(({ at, event }) => [at, event.at])).toEqual(
      call.trace.map(({ at, event }) => [at, event.at]),
    );
    expect(instead.from).toBe('+4975550');
  });

  it('keeps the date and the pauses of its scenario', () => {
    const script = 'scenarios: [{ name: a, script: [waits: 2601ms, hangs_up] }]';
    for (const from of ['+49302601', '+4932601']) {
      const { call, flow } = callOf(
        HELLO.replace("'You call from ${call.from}.'", 'The number is of no interest to anybody here.'),
        script,
        { from },
      );
      const { text, replayed } = exportScenario(call, flow);
      expect(text).toContain('at: 2026-01-05T09:00:00Z');
      expect(text).toContain('waits: 2601ms');
      expect(text).not.toContain(from);
      expect(replayed).toEqual({ lateMs: 0 });
    }
  });

  it('shows it nowhere, neither in names nor deep inside', () => {
    const trace = [
      {
        seq: 1,
        at: 5,
        event: { type: 'incoming' as const, at: 5 },
        notes: [{ kind: 'says' as const, text: '017123456789' }],
        commands: [],
        state: 'a.b',
      },
    ];
    const call = {
      ...between('+4917123456789', '+4930'),
      params: { n4917123456789: 'of +49 171 23456789' },
      trace,
    };
    const text = JSON.stringify(redactCall(call));
    expect(text.replaceAll(' ', '')).not.toContain('7123456789');
    expect(redactCall(call)).toMatchObject({
      params: { n4915550123456: 'of +49 155 50123456' },
      startedAt: 0,
    });
  });
});

describe('a number that no scenario can have', () => {
  it.each(['anonymous', '1001', 'sip:ann@example.org', '+12', '+1234567890123456'])(
    'such as "%s" is replaced',
    (from) => {
      expect(toWritableNumber(from)).toBe(STAND_IN);
      const { call, flow } = callOf(
        HELLO.replace(' from ${call.from}', ''),
        'scenarios: [{ name: a, script: [hears: You call.] }]',
        { from },
      );
      const { text, replayed } = exportScenario(call, flow, { keepNumbers: true });
      expect(text).toContain(`# One of the two numbers cannot be called: ${STAND_IN} stands in its place.`);
      expect(text).toContain(`from: '${STAND_IN}'`);
      expect(replayed).toEqual({ lateMs: 0 });
    },
  );

  it('is not one that is withheld', () => {
    const { call, flow } = callOf(
      HELLO,
      "scenarios: [{ name: a, start: { from: '' }, script: [hears: You call] }]",
      {
        from: '',
      },
    );
    const { text, replayed } = exportScenario(call, flow);
    expect(text).toContain("from: ''");
    expect(replayed).toEqual({ lateMs: 0 });
  });

  it('is told where the call depends on it', () => {
    const { call, flow } = callOf(HELLO, 'scenarios: [{ name: a, script: [hears: You call] }]', {
      from: 'anonymous',
    });
    const { text, replayed } = exportScenario(call, flow);
    expect(replayed.parting?.what).toBe('notes');
    expect(text).toContain(
      'The replay DIFFERS from the recorded call: 0 s after the start, at "connected", the notes differ',
    );
  });

  it.each(['+493012', STAND_IN])('is none of those that can be called: %s', (number) => {
    expect(toWritableNumber(number)).toBe(number);
  });
});
