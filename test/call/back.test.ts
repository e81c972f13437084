/** `back`: to the question that the caller was asked before, anew. */
import { describe, expect, test } from 'vitest';
import { readRecord, writeRecord } from '../../src/call/index.ts';
import type { CallRecord } from '../../src/call/index.ts';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';
import { started } from './several-flows.ts';

/** A main menu, a menu behind it, and a third one behind that; star goes back, zero begins at the top. */
const menus = `
always: { keys: { '*': back, '0': main }, phrases: { back: [go back] } }
steps:
  main:
    menu: { prompt: Main., choices: [{ key: 1, goto: sales }, { key: 2, goto: address }] }
    on: { exhausted: hangup }
  sales:
    menu: { prompt: Sales., choices: [{ key: 1, goto: prices }, { key: 2, goto: address }], attempts: 2 }
    on: { exhausted: back }
  prices: { menu: { prompt: Prices., choices: [{ key: 9, goto: sales }] }, on: { exhausted: hangup } }
  address: { say: In Berlin., next: back }
`;

function onMenus() {
  const call = callOn(menus);
  call.incoming();
  call.connected();
  return call;
}

/** The questions to which the caller can go back. */
function trail({ context }: CallRecord): string[] | undefined {
  return context.trail;
}

describe('back', () => {
  test('leads to the question before, and twice to the one before that', () => {
    const story: Row[] = [
      ['presses 1', 'ask Sales.', 'sales.listening'],
      ['presses 1', 'ask Prices.', 'prices.listening'],
      ['presses *', 'ask Sales.', 'sales.listening'],
      ['presses *', 'ask Main.', 'main.listening'],
    ];
    expect(played(onMenus(), story)).toEqual(story);
  });

  test('asks the first question again where there is none before it', () => {
    const call = onMenus();
    const story: Row[] = [
      ['presses *', 'ask Main.', 'main.listening'],
      ['presses *', 'ask Main.', 'main.listening'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(trail(call.record)).toEqual(['main']);
  });

  test('can be said', () => {
    const call = onMenus();
    call.presses('1');
    call.says('Please go back.');
    expect(call.state).toBe('main.listening');
  });

  test('enters the question anew: mistakes are counted from the beginning (R1)', () => {
    const call = onMenus();
    call.presses('1');
    call.presses('7');
    call.presses('1');
    call.presses('*');
    expect(call.record.context.input).toMatchObject({ noInput: 0, noMatch: 0 });
    call.presses('7');
    expect(call.state).toBe('sales.listening');
  });

  test('may be where a question leads that nobody has answered', () => {
    const call = onMenus();
    call.presses('1');
    call.presses('7');
    call.presses('7');
    expect(call.state).toBe('main.listening');
  });

  test.each([
    [['2'], 'main.listening'],
    [['1', '2'], 'sales.listening'],
  ])('behind a step that tells something, it leads to the question that led there: %s', (keys, state) => {
    const call = onMenus();
    for (const key of keys) call.presses(key);
    expect(call.told.at(-1)).toBe('play In Berlin.');
    call.played();
    expect(call.state).toBe(state);
  });

  test('is noted in the trace', () => {
    const call = onMenus();
    call.presses('1');
    call.presses('*');
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'sales', outcome: 'always_*', to: 'back' });
  });

  test('forgets what came of a question that is asked again by name', () => {
    const call = onMenus();
    for (let round = 0; round < 30; round += 1) for (const key of ['1', '1', '0']) call.presses(key);
    expect(trail(call.record)).toEqual(['main']);
    call.presses('*');
    expect(call.state).toBe('main.listening');
  });

  test('goes back twenty questions at most', () => {
    const steps = Array.from({ length: 30 }, (_, at) => `q${at}`);
    const menu = (name: string, at: number) =>
      `  ${name}: { menu: { prompt: ${name}., choices: [{ key: 1, goto: ${steps[at + 1] ?? name} }] }, on: { exhausted: hangup } }\n`;
    const call = callOn(`
always: { keys: { '*': back } }
steps:
${steps.map(menu).join('')}`);
    call.incoming();
    call.connected();
    for (let at = 1; at < 30; at += 1) call.presses('1');
    expect(trail(call.record)).toEqual(steps.slice(10));
    for (let at = 0; at < 40; at += 1) call.presses('*');
    expect(call.state).toBe('q10.listening');
  });

  test('leads from the confirmation of a value to the value, and from there to the question before', () => {
    const call = callOn(`
      always: { keys: { '*': back } }
      vars: { number: '' }
      steps:
        main: { menu: { prompt: Main., choices: [{ key: 1, goto: ask }] }, on: { exhausted: hangup } }
        ask:
          collect: { prompt: Number., digits: 2, confirm: { prompt: Right? }, save: number }
          on: { exhausted: hangup }
    `);
    call.incoming();
    call.connected();
    const story: Row[] = [
      ['presses 1', 'ask Number.', 'ask.listening'],
      ['presses 12', 'ask Right?', 'ask.confirming.listening'],
      ['presses *', 'ask Number.', 'ask.listening'],
      ['presses *', 'ask Main.', 'main.listening'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.vars).toEqual({ number: '' });
  });

  test('behind no question is a failure', () => {
    const call = callOn(`
      on: { error: sorry }
      steps:
        open: { switch: [{ when: 'call.to == "x"', goto: main }], next: address }
        main: { menu: { prompt: Main., choices: [{ key: 1, goto: address }] }, on: { exhausted: hangup } }
        address: { say: In Berlin., next: back }
        sorry: { say: "\${error.code} in \${error.step}", next: hangup }
    `);
    call.incoming();
    call.connected();
    call.played();
    expect(call.told.at(-1)).toBe('play nothing_asked in address');
  });

  test('costs the record of a flow without it nothing', () => {
    const call = callOn(
      'steps:\n  main: { menu: { prompt: Main., choices: [{ key: 1, goto: main }] }, on: { exhausted: hangup } }',
    );
    call.incoming();
    call.connected();
    call.presses('1');
    expect(call.record.context).not.toHaveProperty('trail');
  });
});

describe('back in a flow that another one runs', () => {
  const outer = `
name: outer
always: { keys: { '*': back } }
on: { error: ended }
steps:
  first: { menu: { prompt: First., choices: [{ key: 1, goto: second }] }, on: { exhausted: hangup } }
  second: { menu: { prompt: Second., choices: [{ key: 1, goto: inner }] }, on: { exhausted: hangup } }
  inner: { run: { flow: inner } }
  last: { menu: { prompt: Last., choices: [{ key: 1, goto: hangup }] }, on: { exhausted: hangup } }
  ended: { hangup: }
`;
  const inner = (always: string) => `
name: inner
returns: {}
on: { error: ended }
${always}
steps:
  own: { menu: { prompt: Own., choices: [{ key: 1, goto: return }] }, on: { exhausted: return } }
  ended: { return: }
`;

  test('stays in it, and the one that runs it goes back to its own questions', () => {
    const call = started(outer, inner("always: { keys: { '*': back } }"));
    const story: Row[] = [
      ['presses 1', 'ask Second.', 'second.listening'],
      ['presses 1', 'ask Own.', 'own.listening'],
      ['presses *', 'ask Own.', 'own.listening'],
      ['presses 1', 'ask Last.', 'last.listening'],
      ['presses *', 'ask Second.', 'second.listening'],
      ['presses *', 'ask First.', 'first.listening'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('keeps its own questions, whether or not the other one has any to keep', () => {
    const call = started(outer, inner(''));
    call.presses('1');
    call.presses('1');
    expect(call.record.context).not.toHaveProperty('trail');
    call.presses('1');
    expect(trail(call.record)).toEqual(['first', 'second', 'last']);
    expect(JSON.stringify(readRecord(call.record.id, writeRecord(call.record)))).toBe(
      JSON.stringify(call.record),
    );
  });
});
