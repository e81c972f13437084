import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

/** A call that is asked for something; once it is there the caller hears it. */
function asked(collect: string, variable = 'value: ""'): Script {
  const [name = ''] = variable.split(':');
  const call = callOn(`
    languages: [en-US, de-DE]
    vars: { ${variable} }
    steps:
      ask:
        collect: { prompt: Well?, save: ${name}, ${collect} }
        on: { exhausted: operator }
      got: { say: "Got \${vars.${name}}.", next: hangup }
      operator: { say: Operator., next: hangup }
  `);
  call.incoming();
  call.connected();
  return call;
}

const got = (keys: string, value: string): Row[] => [
  [`presses ${keys}`, `play Got ${value}.`, 'got.speaking'],
];
const again = (keys: string): Row[] => [[`presses ${keys}`, 'ask Well?', 'ask.listening']];
const more = (keys: string): Row[] => [[`presses ${keys}`, 'listen', 'ask.gathering']];

describe('collect by type', () => {
  test.each<[string, string, Row[]]>([
    ['a date is complete with its eighth key', 'type: date', got('12242026', '2026-12-24')],
    ['a date in an order of its own', 'type: date, format: dmy', got('24122026', '2026-12-24')],
    ['a day that there is not fits nothing', 'type: date', again('02302026')],
    ['a date outside the range fits nothing', 'type: date, range: { min: 2027-01-01 }', again('12242026')],
    ['a time is complete with its fourth key', 'type: time', got('0815', '08:15')],
    ['an hour that there is not fits nothing', 'type: time', again('2515')],
    ['a number ends with pound', 'type: number', got('0250#', '250')],
    ['a number without its end may go on', 'type: number', more('250')],
    ['a number has no point', 'type: number', again('2*5#')],
    ['an amount has a point', 'type: currency', got('12*5#', '12.50')],
    ['an amount without cents', 'type: currency', got('12#', '12.00')],
    [
      'a terminator of its own',
      'type: phone, country: DE, terminator: "*"',
      got('030231251*', '+4930231251'),
    ],
    ['a phone number has the country of our own', 'type: phone', got('030231251#', '+4930231251')],
    ['digits within a range', 'digits: 4, range: { min: 1000, max: 4999 }', got('1234', '1234')],
    ['digits outside it', 'digits: 4, range: { min: 1000, max: 4999 }', again('5000')],
    ['the pattern is about the value', 'type: time, pattern: "..:[03]0"', again('0815')],
  ])('%s', (_fact, collect, story) => {
    expect(played(asked(collect), story)).toEqual(story);
  });

  test('a star before any digit is no decimal point', () => {
    const call = asked('type: currency');
    call.presses('*#');
    expect(call.state).toBe('ask.listening');
  });

  test('R9: a date that lost its leading zero on the wire has it back', () => {
    const call = asked('type: date, format: dmy');
    call.presses('1022026', { lossy: true });
    call.timer();
    expect(call.record.context.vars.value).toBe('2026-02-01');
  });

  test.each([
    ['type: number', 'value: 0', '42#', 42],
    ['type: number', 'value: 0.0', '4*25#', 4.25],
    ['type: currency', 'value: 0.0', '4*2#', 4.2],
    ['type: number', 'value: ""', '042#', '42'],
  ])('{ %s } into { %s }: %s is kept as %j', (collect, variable, keys, value) => {
    const call = asked(collect, variable);
    call.presses(keys);
    expect(call.record.context.vars.value).toBe(value);
  });
});

describe('confirm', () => {
  const ask = 'You entered 2026-12-24. If that is correct, press 1. Otherwise, press 2.';
  const confirming = (more = '') =>
    asked(`type: date, confirm: true, attempts: 3, no_match: [Pardon?], ${more}`);

  test('reads the value back, and 1 accepts it', () => {
    const story: Row[] = [
      ['presses 12242026', `ask ${ask}`, 'ask.confirming.listening'],
      ['presses 1', 'play Got 2026-12-24.', 'got.speaking'],
    ];
    expect(played(confirming(), story)).toEqual(story);
  });

  test('2 forgets the value and asks again, without the words for a mistake', () => {
    const call = confirming();
    const story: Row[] = [
      ['presses 12242026', `ask ${ask}`, 'ask.confirming.listening'],
      ['presses 2', 'ask Well?', 'ask.listening'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.vars.value).toBe('');
  });

  test('R1: every refusal, mistake and silence is an attempt', () => {
    const story: Row[] = [
      ['presses 12242026', `ask ${ask}`, 'ask.confirming.listening'],
      ['presses 2', 'ask Well?', 'ask.listening'],
      ['presses 12242026', `ask ${ask}`, 'ask.confirming.listening'],
      ['presses 7', `ask ${ask}`, 'ask.confirming.listening'],
      ['silence', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(confirming(), story)).toEqual(story);
  });

  test('the last refusal leaves no value behind', () => {
    const call = asked('type: date, confirm: true, attempts: 1');
    call.presses('12242026');
    call.presses('2');
    expect(call.state).toBe('operator.speaking');
    expect(call.record.context.vars.value).toBe('');
  });

  test('with speech, yes and no do as well', () => {
    const spoken = 'I have 2026-12-24. If that is correct, press 1 or say yes. Otherwise, press 2 or say no.';
    const story: Row[] = [
      ['says December 24 2026', `ask ${spoken}`, 'ask.confirming.listening'],
      ["says no that's not right", 'ask Well?', 'ask.listening'],
      ['presses 12242026', `ask ${spoken}`, 'ask.confirming.listening'],
      ["says Yes, that's right.", 'play Got 2026-12-24.', 'got.speaking'],
    ];
    expect(played(confirming('speech: true'), story)).toEqual(story);
  });

  test('in words of its own', () => {
    const call = asked(
      'type: time, speech: true, confirm: { prompt: "At ${vars.value}?", yes: [fine], no: { en-US: [nope] } }',
    );
    const story: Row[] = [
      ['presses 0815', 'ask At 08:15?', 'ask.confirming.listening'],
      ['says yes', 'ask At 08:15?', 'ask.confirming.listening'],
      ['says fine', 'play Got 08:15.', 'got.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('in the language of the caller', () => {
    const call = callOn(`
      languages: [en-US, de-DE]
      vars: { n: "" }
      steps:
        german: { language: de-DE }
        ask: { collect: { prompt: Nummer?, digits: 2, save: n, confirm: true }, on: { exhausted: hangup } }
        got: { say: Danke. }
    `);
    call.incoming();
    call.connected();
    call.presses('12');
    expect(call.told.at(-1)).toBe(
      'ask Ihre Eingabe: 12. Wenn das richtig ist, drücken Sie die 1. Sonst drücken Sie die 2.',
    );
  });

  test('global keys work while a value is read back; repeat reads it again', () => {
    const call = callOn(`
      vars: { n: "" }
      always: { keys: { "0": operator, "*": repeat } }
      steps:
        ask: { collect: { prompt: Number?, digits: 2, save: n, confirm: { prompt: "\${vars.n}?" } }, on: { exhausted: hangup } }
        got: { say: Thanks. }
        operator: { say: Operator. }
    `);
    call.incoming();
    call.connected();
    const story: Row[] = [
      ['presses 12', 'ask 12?', 'ask.confirming.listening'],
      ['presses *', 'ask 12?', 'ask.confirming.listening'],
      ['presses 0', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('the caller may hang up while a value is read back', () => {
    const call = confirming();
    call.presses('12242026');
    call.disconnected();
    expect(call.record.endedAt).toBe(0);
  });

  test.each<[string, (call: Script) => void]>([
    ['a hang-up', (call) => call.disconnected()],
    [
      'too many silences',
      (call) => {
        ['1st', '2nd', '3rd'].forEach(() => call.silence());
      },
    ],
    ['a global key', (call) => call.presses('0')],
    ['a play that fails', (call) => call.fails('500')],
  ])('%s leaves no value behind that nobody confirmed, not for the finalizer either', (_, leave) => {
    const call = callOn(`
      vars: { n: none, kept: "" }
      always: { keys: { "0": operator } }
      on: { error: operator, end: keep }
      steps:
        ask: { collect: { prompt: Number?, digits: 2, save: n, confirm: true }, on: { exhausted: operator } }
        got: { say: Thanks., next: hangup }
        operator: { say: Operator., next: hangup }
        keep: { set: { kept: "\${vars.n}" } }
    `);
    call.incoming();
    call.connected();
    call.presses('12');
    expect(call.record.context.vars.n).toBe('12');
    leave(call);
    expect(call.record.context.vars.n).toBe('none');
    if (call.record.endedAt === undefined) call.disconnected();
    expect(call.record.context.vars.kept).toBe('none');
  });

  test('a value that was confirmed stays', () => {
    const call = confirming();
    call.presses('12242026');
    call.presses('1');
    call.disconnected();
    expect(call.record.context.vars.value).toBe('2026-12-24');
  });
});
