import { describe, expect, test } from 'vitest';
import { advance } from '../../src/call/index.ts';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

/** A call that has reached its menu. `input` are more lines of the menu. */
function atMenu(input: string, header = '') {
  const call = callOn(`
    ${header}
    steps:
      main:
        menu: { prompt: Press 1., choices: [{ key: 1, goto: sales }, { key: 2, goto: repeat }], ${input} }
        on: { exhausted: operator }
      sales: { say: Sales., next: hangup }
      operator: { say: Operator., next: hangup }
  `);
  call.incoming();
  call.connected();
  return call;
}

describe('menu', () => {
  test('listens while it asks, and leads where the key says', () => {
    const call = atMenu('');
    expect(call.told).toEqual(['accept', 'ask Press 1.']);
    call.presses('1');
    expect(call.told.at(-1)).toBe('play Sales.');
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'main', outcome: '1', to: 'sales' });
  });

  test('a choice sets variables, then the language, on the way to its step', () => {
    const call = callOn(`
      languages: [en-US, de-DE]
      vars: { wish: none, tries: 0 }
      steps:
        main:
          menu:
            prompt: Press 1.
            choices:
              - { key: 1, set: { wish: "in \${call.language}", tries: "\${vars.tries + 1}" }, language: de-DE, goto: repeat }
              - { key: 2, set: { tries: "\${1 / (vars.tries - 1)}" }, goto: told }
          on: { exhausted: told, failed: failed }
        told: { say: "\${vars.wish}, \${vars.tries}, \${call.language}", next: hangup }
        failed: { say: "\${error.code}, \${vars.tries}", next: hangup }
    `);
    call.incoming();
    call.connected();
    call.presses('1');
    expect(call.told.at(-1)).toBe('ask Press 1.');
    expect(call.record.context).toMatchObject({ language: 'de-DE', vars: { wish: 'in en-US', tries: 1 } });
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'main', outcome: '1', to: 'main' });
    call.presses('2');
    expect(call.told.at(-1)).toBe('play expression, 1');
  });

  test('says after each silence its own rung, and the last rung for all further ones', () => {
    const call = atMenu('attempts: 4, no_input: [Still there?, Last chance.]');
    const story: Row[] = [
      ['silence', 'ask Still there? Press 1.', 'main.listening'],
      ['silence', 'ask Last chance. Press 1.', 'main.listening'],
      ['silence', 'ask Last chance. Press 1.', 'main.listening'],
      ['silence', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('says after each wrong key its own rung, apart from those of silence', () => {
    const call = atMenu('attempts: 5, no_input: [Still there?], no_match: [Not 9., Please.]');
    const story: Row[] = [
      ['presses 9', 'ask Not 9. Press 1.', 'main.listening'],
      ['silence', 'ask Still there? Press 1.', 'main.listening'],
      ['presses 9', 'ask Please. Press 1.', 'main.listening'],
      ['presses 1', 'play Sales.', 'sales.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.notes).toContainEqual({ kind: 'no_match', input: '•' });
  });

  test('without rungs it puts the question again', () => {
    const call = atMenu('attempts: 2');
    const story: Row[] = [
      ['presses 9', 'ask Press 1.', 'main.listening'],
      ['presses 9', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('reprompt: false leaves the question out after a rung, but not where there is no rung', () => {
    const call = atMenu('reprompt: false, attempts: 5, no_input: [Still there?]');
    const story: Row[] = [
      ['silence', 'ask Still there?', 'main.listening'],
      ['presses 9', 'ask Press 1.', 'main.listening'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('repeat puts the question again and counts no attempt', () => {
    const call = atMenu('attempts: 2, no_input: [Still there?]');
    const story: Row[] = [
      ['silence', 'ask Still there? Press 1.', 'main.listening'],
      ['presses 2', 'ask Press 1.', 'main.listening'],
      ['presses 2', 'ask Press 1.', 'main.listening'],
      ['silence', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('barge_in is passed on with the play that listens, and only where a flow sets it', () => {
    expect(atMenu('barge_in: false').told.at(-1)).toBe('ask[barge-in no] Press 1.');
    expect(atMenu('barge_in: true').told.at(-1)).toBe('ask[barge-in yes] Press 1.');
    expect(atMenu('').told.at(-1)).toBe('ask Press 1.');
  });

  test('global keys lead away, repeat or hang up; a choice of the menu comes before them', () => {
    const header = 'always: { keys: { "0": operator, "*": repeat, "#": hangup, "1": operator } }';
    expect(played(atMenu('', header), [['presses 0', '', '']])).toEqual([
      ['presses 0', 'play Operator.', 'operator.speaking'],
    ]);
    expect(played(atMenu('', header), [['presses *', '', '']])).toEqual([
      ['presses *', 'ask Press 1.', 'main.listening'],
    ]);
    expect(played(atMenu('', header), [['presses #', '', '']])).toEqual([['presses #', 'hangup', '$hangup']]);
    expect(played(atMenu('', header), [['presses 1', '', '']])).toEqual([
      ['presses 1', 'play Sales.', 'sales.speaking'],
    ]);
  });

  test('a choice may hang up', () => {
    const call = callOn(`
      steps:
        main:
          menu: { prompt: Press 1., choices: [{ key: 1, goto: hangup }] }
          on: { exhausted: hangup }
    `);
    call.incoming();
    call.connected();
    call.presses('1');
    expect(call.told.at(-1)).toBe('hangup');
  });

  test('of a prompt with several parts only the last one listens', () => {
    const call = callOn(`
      steps:
        main:
          menu: { prompt: [{ stored: a }, { stored: b }, { stored: c }], choices: [{ key: 1, goto: hangup }] }
          on: { exhausted: hangup }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'main.answering'],
      ['connected', 'play [a]', 'main.leading'],
      ['played', 'play [b]', 'main.leading'],
      ['played', 'ask [c]', 'main.listening'],
      ['silence', 'play [a]', 'main.leading'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('with nothing to say it listens all the same', () => {
    const call = callOn(`
      vars: { nothing: "" }
      steps:
        main:
          menu: { prompt: "\${vars.nothing}", choices: [{ key: 1, goto: hangup }] }
          on: { exhausted: hangup }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'listen']);
    expect(call.notes.some(({ kind }) => kind === 'says')).toBe(false);
  });

  test('a question that cannot be put is the outcome "failed"', () => {
    const call = callOn(`
      vars: { zero: 0 }
      steps:
        main:
          menu: { prompt: "\${1 / vars.zero}", choices: [{ key: 1, goto: hangup }] }
          on: { exhausted: hangup, failed: other }
        other: { say: Other. }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play Other.']);
  });
});

describe('a timeout longer than the window in which the platform listens', () => {
  const long = 'timeout: 20s, attempts: 2, no_input: [Still there?]';

  test('is spent listening again, and then counts as one silence', () => {
    const call = atMenu(long);
    const story: Row[] = [
      ['waits 5600', '', 'main.listening'],
      ['silence', 'listen', 'main.patient'],
      ['waits 5000', '', 'main.patient'],
      ['silence', 'listen', 'main.patient'],
      ['waits 5000', '', 'main.patient'],
      ['silence', 'listen', 'main.patient'],
      ['waits 4999', '', 'main.patient'],
      ['waits 1', 'ask Still there? Press 1.', 'main.listening'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('takes a key that comes late in it', () => {
    const call = atMenu(long);
    const story: Row[] = [
      ['silence', 'listen', 'main.patient'],
      ['silence', 'listen', 'main.patient'],
      ['presses 1', 'play Sales.', 'sales.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('one that is not longer ends with the silence of the platform', () => {
    const call = atMenu('timeout: 5s, attempts: 1');
    expect(played(call, [['silence', '', '']])).toEqual([['silence', 'play Operator.', 'operator.speaking']]);
  });
});

describe('I7: keys at a menu', () => {
  function atChoices() {
    const call = callOn(`
      steps:
        main:
          menu: { prompt: Well?, choices: [{ key: 1, goto: one }, { key: 12, goto: one }, { key: 30, goto: one }], attempts: 9 }
          on: { exhausted: one }
        one: { say: One., next: hangup }
    `);
    call.incoming();
    call.connected();
    return call;
  }

  test.each<[what: string, pressed: string[], shown: string[]]>([
    ['that begin no choice are a number of keys', ['4711', '9'], ['••••', '•']],
    ['that may become a choice are kept', ['3', '0'], ['3', '0']],
    ['that made no choice of a beginning are a number', ['3', '4'], ['3', '•']],
    ['behind a choice are a number', ['124711'], ['12••••']],
  ])('%s', (_what, pressed, shown) => {
    const call = atChoices();
    const events = pressed.map((digits) => call.presses(digits).trace.event);
    expect(events).toMatchObject(shown.map((digits) => ({ digits })));
    expect(JSON.stringify([call.record, call.notes])).not.toMatch(/47|34/);
  });

  test('I2: what the trace shows of them gives the same records and commands, byte for byte', () => {
    const call = atChoices();
    call.takesPlays = false;
    const before = call.record;
    const pressed = ['9', '4711', '3', '4', '3', '12', '124711'];
    const lived = pressed.map((digits, at) => call.presses(digits, { key: `k${at}` }));
    let record = before;
    const again = lived.map(({ trace }) => {
      const made = advance(call.flow, record, trace.event);
      record = made.record;
      return made;
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(lived));
  });
});

describe('a menu on a carrier that tells the end of a question', () => {
  const told = () => {
    const call = callOn(`
      steps:
        main:
          menu: { prompt: Press 1., choices: [{ key: 1, goto: sales }], timeout: 3s, attempts: 2 }
          on: { exhausted: operator }
        sales: { say: Sales., next: hangup }
        operator: { say: Operator., next: hangup }
    `);
    call.tellsEnds = true;
    call.incoming();
    call.connected();
    return call;
  };

  test('is not cut off while it is spoken for longer than expected', () => {
    const call = told();
    call.wait(20_000).wakes();
    expect(call.state).toBe('main.listening');
    call.played();
    call.wait(2_999).wakes();
    expect(call.state).toBe('main.heard');
    call.presses('1');
    expect(call.told.at(-1)).toBe('play Sales.');
  });

  test('asks again when the time for an answer is over after its end, however long it was', () => {
    const call = told();
    call.played();
    call.wait(3_000).wakes();
    expect(call.told.at(-1)).toBe('ask Press 1.');
    expect(call.state).toBe('main.listening');
    call.wait(60_000).played();
    call.wait(3_000).wakes();
    expect(call.told.at(-1)).toBe('play Operator.');
  });

  test('asks again although its end was never told', () => {
    const call = told();
    call.timer();
    expect(call.told.at(-1)).toBe('ask Press 1.');
    expect(call.at).toBe(33_800);
  });
});
