/** R1 counters, R4 the longest candidate. (R9 stands in collect.test.ts and keys.test.ts.) */
import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

describe('R1: counters', () => {
  function atMenu(): Script {
    const call = callOn(`
      steps:
        main:
          menu: { prompt: Press 1., choices: [{ key: 1, goto: main }, { key: 2, goto: other }, { key: 3, goto: repeat }], attempts: 3 }
          on: { exhausted: operator }
        other:
          menu: { prompt: Other., choices: [{ key: 1, goto: main }], attempts: 3 }
          on: { exhausted: other }
        operator: { say: Operator., next: hangup }
    `);
    call.incoming();
    call.connected();
    return call;
  }

  const counters = ({ record }: Script) => {
    const { noInput, noMatch } = record.context.input;
    return { noInput, noMatch };
  };

  test('R1: no-input and no-match are counted apart', () => {
    const call = atMenu();
    call.silence();
    expect(counters(call)).toEqual({ noInput: 1, noMatch: 0 });
    call.presses('9');
    expect(counters(call)).toEqual({ noInput: 1, noMatch: 1 });
  });

  test.each([
    ['silence only', ['silence', 'silence', 'silence']],
    ['wrong keys only', ['presses 9', 'presses 9', 'presses 9']],
    ['both', ['silence', 'presses 9', 'silence']],
  ])('R1: `attempts` is their total: %s', (_fact, events) => {
    const story = events.map((event): Row => [event, 'ask Press 1.', 'main.listening']);
    story[2] = [events[2] ?? '', 'play Operator.', 'operator.speaking'];
    expect(played(atMenu(), story)).toEqual(story);
  });

  test('R1: both begin anew when another step was visited between', () => {
    const call = atMenu();
    call.silence();
    call.presses('9');
    call.presses('2');
    expect(counters(call)).toEqual({ noInput: 0, noMatch: 0 });
    call.silence();
    call.presses('1');
    expect(counters(call)).toEqual({ noInput: 0, noMatch: 0 });
  });

  test('R1: both begin anew when a step leads to itself', () => {
    const call = atMenu();
    call.silence();
    call.presses('1');
    expect(call.state).toBe('main.listening');
    expect(counters(call)).toEqual({ noInput: 0, noMatch: 0 });
  });

  test('R1: both begin anew when a step is exhausted into itself', () => {
    const call = atMenu();
    call.presses('2');
    for (const _attempt of [1, 2, 3]) call.silence();
    expect(call.state).toBe('other.listening');
    expect(counters(call)).toEqual({ noInput: 0, noMatch: 0 });
  });

  test('R1: repeat resets nothing and counts nothing', () => {
    const call = atMenu();
    call.silence();
    call.presses('3');
    expect(counters(call)).toEqual({ noInput: 1, noMatch: 0 });
  });
});

describe('R4: the longest candidate', () => {
  function atMenu(): Script {
    const call = callOn(`
      always: { keys: { "0": operator, "99": operator } }
      steps:
        main:
          menu: { prompt: Which?, choices: [{ key: 1, goto: one }, { key: 12, goto: twelve }], inter_digit: 2s }
          on: { exhausted: hangup }
        one: { say: One., next: hangup }
        twelve: { say: Twelve., next: hangup }
        operator: { say: Operator., next: hangup }
    `);
    call.incoming();
    call.connected();
    return call;
  }

  test.each<[string, Row[]]>([
    [
      '1 beside 12 waits for the inter-digit time',
      [
        ['presses 1', 'listen', 'main.gathering'],
        ['waits 1999', '', 'main.gathering'],
        ['waits 1', 'play One.', 'one.speaking'],
      ],
    ],
    [
      '1, then 2, is 12 at once',
      [
        ['presses 1', 'listen', 'main.gathering'],
        ['presses 2', 'play Twelve.', 'twelve.speaking'],
      ],
    ],
    ['12 in one event is 12', [['presses 12', 'play Twelve.', 'twelve.speaking']]],
    [
      '1, then what cannot belong to it, is 1',
      [
        ['presses 1', 'listen', 'main.gathering'],
        ['presses 3', 'play One.', 'one.speaking'],
      ],
    ],
    ['surplus keys are dropped', [['presses 123', 'play Twelve.', 'twelve.speaking']]],
    [
      '9 beside 99 alone fits nothing',
      [
        ['presses 9', 'listen', 'main.gathering'],
        ['waits 2000', 'ask Which?', 'main.listening'],
      ],
    ],
    [
      'global keys of two digits are gathered too',
      [
        ['presses 9', 'listen', 'main.gathering'],
        ['presses 9', 'play Operator.', 'operator.speaking'],
      ],
    ],
    ['a key that none can follow counts at once', [['presses 0', 'play Operator.', 'operator.speaking']]],
  ])('R4: %s', (_fact, story) => {
    expect(played(atMenu(), story)).toEqual(story);
  });
});

describe('keys that come together with those that decide', () => {
  const flow = (secret: boolean) => `
    vars: { pin: { type: string, secret: ${String(secret)} } }
    steps:
      main: { menu: { prompt: Press 1., choices: [{ key: 1, goto: ask }] }, on: { exhausted: hangup } }
      ask: { collect: { prompt: Well?, digits: 4, save: pin }, on: { exhausted: hangup } }
      got: { say: Thanks. }
  `;
  const dropped = (secret: boolean, ...keys: string[]) => {
    const call = callOn(flow(secret));
    call.incoming();
    call.connected();
    for (const one of keys) call.presses(one);
    return call.notes.flatMap((note) => (note.kind === 'surplus' ? [note.keys] : []));
  };

  test('are dropped, and the trace says so', () => {
    expect(dropped(false, '104212*')).toEqual(['••••••']);
    expect(dropped(false, '1', '0421*')).toEqual(['•']);
    expect(dropped(false, '1', '0421')).toEqual([]);
  });

  test('I7: are not shown where the question is for a secret', () => {
    expect(dropped(true, '1', '042112')).toEqual(['••']);
  });

  test('I7: are not shown where they were typed ahead for a secret, not even in the event', () => {
    const call = callOn(flow(true));
    call.incoming();
    call.connected();
    const { trace } = call.presses('10421');
    expect(trace.event).toMatchObject({ type: 'digits', digits: '1••••' });
    expect(trace.event).not.toHaveProperty('key');
    expect(JSON.stringify(trace)).not.toContain('0421');
    expect(call.presses('0421').trace.event).toMatchObject({ digits: '••••' });
    expect(call.record.context.out).toEqual({ commands: [], requests: [], notes: [] });
  });

  test('do not hide what was pressed with nothing behind it', () => {
    const call = callOn(flow(true));
    call.incoming();
    call.connected();
    expect(call.presses('1').trace.event).toMatchObject({ digits: '1' });
  });
});
