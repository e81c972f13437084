/** Numbers that callers may dial beside the keys of a menu. */
import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

function atMenu(extension: string, more = '') {
  const call = callOn(`
    vars: { number: '' }
    steps:
      main:
        menu:
          prompt: Press 1.
          choices: [{ key: 1, goto: sales }, { key: 2, goto: support }${more}]
          extension: ${extension}
        on: { exhausted: operator }
      dial: { say: 'Dialling \${vars.number}.', next: hangup }
      sales: { say: Sales., next: hangup }
      support: { say: Support., next: hangup }
      operator: { say: Operator., next: hangup }
  `);
  call.incoming();
  call.connected();
  return call;
}

const THREE = "{ pattern: '^[2-8][0-9]{2}$', save: number, goto: dial }";

describe('an extension', () => {
  test('is dialled key by key', () => {
    const story: Row[] = [
      ['presses 4', 'listen', 'main.gathering'],
      ['presses 0', 'listen', 'main.gathering'],
      ['presses 7', 'play Dialling 407.', 'dial.speaking'],
    ];
    expect(played(atMenu(THREE), story)).toEqual(story);
  });

  test('is dialled at once', () => {
    const call = atMenu(THREE);
    call.presses('407');
    expect(call.state).toBe('dial.speaking');
    expect(call.record.context.vars).toMatchObject({ number: '407' });
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'main', outcome: 'extension', to: 'dial' });
  });

  test('leaves a key at once that begins no extension', () => {
    const story: Row[] = [['presses 1', 'play Sales.', 'sales.speaking']];
    expect(played(atMenu(THREE), story)).toEqual(story);
  });

  test('lets a key wait that begins one', () => {
    const story: Row[] = [
      ['presses 2', 'listen', 'main.gathering'],
      ['waits 3000', 'play Support.', 'support.speaking'],
    ];
    expect(played(atMenu(THREE), story)).toEqual(story);
  });

  test('that is not finished is no key', () => {
    const story: Row[] = [
      ['presses 24', 'listen', 'main.gathering'],
      ['waits 3000', 'ask Press 1.', 'main.listening'],
    ];
    expect(played(atMenu(THREE), story)).toEqual(story);
  });

  test.each(['901', '*07'])('is not what the pattern rules out: %s', (pressed) => {
    const call = atMenu(THREE);
    call.presses(pressed);
    expect(call.state).toBe('main.listening');
    expect(call.record.context.vars).toMatchObject({ number: '' });
  });

  test('of several lengths waits for the longest', () => {
    const story: Row[] = [
      ['presses 45', 'listen', 'main.gathering'],
      ['presses 6', 'listen', 'main.gathering'],
      ['waits 3000', 'play Dialling 456.', 'dial.speaking'],
    ];
    const call = atMenu("{ pattern: '^[3-9][0-9]+$', digits: { min: 3, max: 4 }, save: number, goto: dial }");
    expect(played(call, story)).toEqual(story);
  });

  test('of the length of a key loses against the key', () => {
    const call = atMenu(THREE, ', { key: "300", goto: sales }');
    call.presses('300');
    expect(call.state).toBe('sales.speaking');
  });
});
