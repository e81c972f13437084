/** Silence and wrong answers at the last attempt are two outcomes, `silent` and `exhausted`. */
import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

/** A call at a question with two attempts. */
function ask(question: string, on: string) {
  const call = callOn(`
    vars: { day: '' }
    steps:
      main:
        ${question}
        on: ${on}
      operator: { say: Operator., next: hangup }
      voicemail: { say: Nobody there., next: hangup }
      done: { say: Thank you., next: hangup }
  `);
  call.incoming();
  call.connected();
  return call;
}

const MENU = 'menu: { prompt: Press 1., choices: [{ key: 1, goto: done }], attempts: 2 }';
const COLLECT = `collect:
          prompt: Which day?
          type: date
          save: day
          confirm: { prompt: Is that right? }
          attempts: 2
          no_input: Are you there?
        next: done`;
const BOTH = '{ exhausted: operator, silent: voicemail }';

describe('silence at the last attempt', () => {
  test('takes the edge of silent', () => {
    const story: Row[] = [
      ['silence', 'ask Press 1.', 'main.listening'],
      ['silence', 'play Nobody there.', 'voicemail.speaking'],
    ];
    expect(played(ask(MENU, BOTH), story)).toEqual(story);
  });

  test('takes it after a wrong key too, since the last attempt decides', () => {
    const story: Row[] = [
      ['presses 9', 'ask Press 1.', 'main.listening'],
      ['silence', 'play Nobody there.', 'voicemail.speaking'],
    ];
    expect(played(ask(MENU, BOTH), story)).toEqual(story);
  });

  test('follows exhausted where it has no edge, under its own name', () => {
    const call = ask(MENU, '{ exhausted: operator }');
    const story: Row[] = [
      ['silence', 'ask Press 1.', 'main.listening'],
      ['silence', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'main', outcome: 'silent', to: 'operator' });
  });

  test('in a confirmation is answered with the no_input of the step, and ends silent', () => {
    const story: Row[] = [
      ['presses 12242026', 'ask Is that right?', 'main.confirming.listening'],
      ['silence', 'ask Are you there? Is that right?', 'main.confirming.listening'],
      ['silence', 'play Nobody there.', 'voicemail.speaking'],
    ];
    expect(played(ask(COLLECT, BOTH), story)).toEqual(story);
  });
});

describe('a wrong answer at the last attempt', () => {
  test('takes the edge of exhausted', () => {
    const story: Row[] = [
      ['silence', 'ask Press 1.', 'main.listening'],
      ['presses 9', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(ask(MENU, BOTH), story)).toEqual(story);
  });

  test('is also a value that is not confirmed', () => {
    const story: Row[] = [
      ['presses 12242026', 'ask Is that right?', 'main.confirming.listening'],
      ['presses 2', 'ask Which day?', 'main.listening'],
      ['presses 12242026', 'ask Is that right?', 'main.confirming.listening'],
      ['presses 2', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(ask(COLLECT, BOTH), story)).toEqual(story);
  });
});
