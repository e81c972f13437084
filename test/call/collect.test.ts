import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

/** A call that is asked for digits; once they are there it says them. */
function asked(collect: string, header = ''): Script {
  const call = callOn(`
    vars: { number: "" }
    ${header}
    steps:
      ask:
        collect: { prompt: Number?, save: number, ${collect} }
        on: { exhausted: operator }
      got: { say: "Got \${vars.number}.", next: hangup }
      operator: { say: Operator., next: hangup }
  `);
  call.incoming();
  call.connected();
  return call;
}

/** Digits are read out one by one. */
const heard = (number: string) => `play Got ${number}.`;
const got = (number: string, keys: string): Row[] => [[`presses ${keys}`, heard(number), 'got.speaking']];
const again = (keys: string): Row[] => [[`presses ${keys}`, 'ask Number?', 'ask.listening']];
const more = (keys: string): Row[] => [[`presses ${keys}`, 'listen', 'ask.gathering']];

describe('collect, on a platform that sends all keys at once', () => {
  test.each<[string, string, Row[]]>([
    ['fixed: the right length fills it', 'digits: 4', got('1234', '1234')],
    ['fixed: surplus keys are dropped', 'digits: 4', got('1234', '12345')],
    ['fixed: another kind of key does not fit', 'digits: 4', again('12*')],
    ['fixed: fewer may go on', 'digits: 4', more('12')],
    ['ranged: the most digits fill it', 'digits: { min: 2, max: 4 }', got('1234', '1234')],
    ['ranged: fewer may go on', 'digits: { min: 2, max: 4 }', more('123')],
    ['ranged from one where nothing is said', 'digits: { max: 4 }, terminator: "#"', got('1', '1#')],
    ['the terminator ends it', 'digits: { min: 2, max: 9 }, terminator: "#"', got('123', '123#')],
    ['the terminator ends it too early', 'digits: { min: 2, max: 9 }, terminator: "#"', again('1#')],
    ['the pattern fits', 'digits: 4, pattern: "4[0-9]*"', got('4123', '4123')],
    ['the pattern does not fit', 'digits: 4, pattern: "4[0-9]*"', again('5123')],
  ])('%s', (_fact, collect, story) => {
    expect(played(asked(collect), story)).toEqual(story);
  });
});

describe('collect, on a platform that sends every key by itself', () => {
  test('gathers until the length is reached', () => {
    const story = [...more('0'), ...more('0'), ...more('4'), ...got('0042', '2')];
    expect(played(asked('digits: 4'), story)).toEqual(story);
  });

  test('gathers until the terminator', () => {
    const story = [...more('1'), ...more('2'), ...got('12', '#')];
    expect(played(asked('digits: { max: 8 }, terminator: "#"'), story)).toEqual(story);
  });

  test('gathers until no key comes for a while; the pause begins anew with every key', () => {
    const call = asked('digits: { min: 2, max: 8 }, inter_digit: 2s');
    const story: Row[] = [
      ...more('1'),
      ['waits 1999', '', 'ask.gathering'],
      ...more('2'),
      ['waits 1999', '', 'ask.gathering'],
      ['waits 1', heard('12'), 'got.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('too few keys before the pause fit nothing', () => {
    const call = asked('digits: 4, attempts: 2, no_match: [Four digits.]');
    const story: Row[] = [
      ...more('1'),
      ['waits 3000', 'ask Four digits. Number?', 'ask.listening'],
      ...more('7'),
      ['timer', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('a pause longer than the window of the platform is spent listening again', () => {
    const call = asked('digits: 2, inter_digit: 8s');
    const story: Row[] = [
      ...more('1'),
      ['waits 5000', '', 'ask.gathering'],
      ['silence', 'listen', 'ask.gathering'],
      ['waits 2999', '', 'ask.gathering'],
      ...got('12', '2'),
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('every attempt begins with no keys', () => {
    const call = asked('digits: 4');
    const story: Row[] = [...more('12'), ['timer', 'ask Number?', 'ask.listening'], ...got('3456', '3456')];
    expect(played(call, story)).toEqual(story);
  });
});

describe('collect, besides digits', () => {
  const keys = 'always: { keys: { "0": operator, "*": repeat } }';

  test('a global key that no digits can follow counts at once', () => {
    const story: Row[] = [['presses *', 'ask Number?', 'ask.listening']];
    expect(played(asked('digits: 4', keys), story)).toEqual(story);
  });

  test('R4: a global key that is a digit counts when nothing follows', () => {
    const story: Row[] = [...more('0'), ['timer', 'play Operator.', 'operator.speaking']];
    expect(played(asked('digits: 4', keys), story)).toEqual(story);
  });

  test('R4: a global key that is a digit is a digit when others follow', () => {
    const story = [...more('0'), ...got('0123', '123')];
    expect(played(asked('digits: 4', keys), story)).toEqual(story);
  });

  test('silence and wrong keys exhaust it together', () => {
    const call = asked('digits: 4, attempts: 2');
    const story: Row[] = [
      ['silence', 'ask Number?', 'ask.listening'],
      ['presses ##', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.vars.number).toBe('');
  });
});

describe('R9: leading zeros', () => {
  test('are kept where the wire kept them', () => {
    const call = asked('digits: 4');
    call.presses('0042');
    expect(call.record.context.vars.number).toBe('0042');
  });

  test('are put back where the length is fixed and the digits came as a number', () => {
    const call = asked('digits: 4');
    call.presses('42', { lossy: true });
    call.timer();
    expect(call.record.context.vars.number).toBe('0042');
  });

  test('are not made up where digits came as text', () => {
    const call = asked('digits: 4');
    call.presses('42');
    call.timer();
    expect(call.record.context.vars.number).toBe('');
  });

  test('are not made up for keys that came one by one', () => {
    const call = asked('digits: 4');
    call.presses('4', { lossy: true });
    call.presses('2', { lossy: true });
    call.timer();
    expect(call.record.context.vars.number).toBe('');
  });

  test('are not made up where the length is not fixed', () => {
    const call = asked('digits: { min: 2, max: 4 }');
    call.presses('42', { lossy: true });
    call.timer();
    expect(call.record.context.vars.number).toBe('42');
  });
});
