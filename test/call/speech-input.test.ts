import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/call/index.ts';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

function asked(flow: string): Script {
  const call = callOn(flow);
  call.incoming();
  call.connected();
  return call;
}

const menu = (header = '', more = '') => `
  languages: [en-US, de-DE]
  ${header}
  steps:
    main:
      menu:
        prompt: Sales or support?
        choices:
          - { key: 1, phrases: [sales, buy a phone], goto: sales }
          - { key: 2, phrases: { en-US: [support, phone], de-DE: [Kundendienst, "Über uns"] }, goto: support }
          - { key: 3, goto: german }
        ${more}
      on: { exhausted: operator }
    sales: { say: Sales., next: hangup }
    support: { say: Support., next: hangup }
    operator: { say: Operator., next: hangup }
    german: { language: de-DE, next: main }
`;

const to = {
  sales: ['play Sales.', 'sales.speaking'],
  support: ['play Support.', 'support.speaking'],
  operator: ['play Operator.', 'operator.speaking'],
  again: ['ask Sales or support?', 'main.listening'],
} as const;

const lastPlay = ({ commands }: Script) =>
  commands.filter((command): command is Extract<Command, { kind: 'play' }> => command.kind === 'play').at(-1);

describe('a menu with phrases', () => {
  test.each<[string, keyof typeof to]>([
    ['sales', 'sales'],
    ['Sales.', 'sales'],
    ['I want to talk to SALES, please!', 'sales'],
    ['resales', 'again'],
    ['support', 'support'],
    ['buy a phone', 'sales'],
    ['sales or support', 'support'],
    ['phone, no, sales', 'support'],
    ['Kundendienst', 'again'],
    ['billing', 'again'],
    ['', 'again'],
    ['one', 'sales'],
    ['number 2', 'support'],
    ['7', 'again'],
    ['twenty one', 'again'],
  ])('"%s" leads to %s', (said, where) => {
    const story: Row[] = [[`says ${said}`, ...to[where]]];
    expect(played(asked(menu()), story)).toEqual(story);
  });

  test('listens for words and keys at once, for as long as it waits', () => {
    expect(lastPlay(asked(menu('', 'timeout: 7s')))).toMatchObject({
      listen: true,
      speech: { withinMs: 7_000, longestMs: 30_000 },
    });
  });

  test('an answer may last: silence is for the platform to tell, or for a deadline far behind', () => {
    const call = asked(menu());
    const story: Row[] = [
      ['waits 40000', '', 'main.listening'],
      ['timer', ...to.again],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.input.noInput).toBe(1);
  });

  test('still takes keys', () => {
    const story: Row[] = [['presses 2', ...to.support]];
    expect(played(asked(menu()), story)).toEqual(story);
  });

  test("understands the phrases of the caller's language only", () => {
    const call = asked(menu());
    call.presses('3');
    const story: Row[] = [
      ['says support', ...to.again],
      ['says über uns', ...to.support],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('phrases without a language count in every one', () => {
    const call = asked(menu());
    call.presses('3');
    const story: Row[] = [['says sales', ...to.sales]];
    expect(played(call, story)).toEqual(story);
  });

  test('takes what nobody can tell for a mismatch, and silence for silence', () => {
    const call = asked(menu());
    call.mumbles();
    expect(call.record.context.input).toMatchObject({ noInput: 0, noMatch: 1 });
    call.saysNothing();
    expect(call.record.context.input).toMatchObject({ noInput: 1, noMatch: 1 });
    call.silence();
    expect(call.state).toBe('operator.speaking');
  });

  test('a menu without phrases does not listen for words, and does not mind any', () => {
    const call = asked(`
      steps:
        main: { menu: { prompt: Press 1., choices: [{ key: 1, goto: main }] }, on: { exhausted: hangup } }
    `);
    expect(lastPlay(call)).not.toHaveProperty('speech');
    const story: Row[] = [['says one', '', 'main.listening']];
    expect(played(call, story)).toEqual(story);
  });
});

describe('phrases of `always`', () => {
  const header = 'always: { phrases: { operator: [operator, agent], repeat: { en-US: [again] } } }';

  test.each<[string, keyof typeof to]>([
    ['an agent', 'operator'],
    ['again please', 'again'],
    ['sales agent', 'sales'],
  ])('"%s" leads to %s', (said, where) => {
    const story: Row[] = [[`says ${said}`, ...to[where]]];
    expect(played(asked(menu(header)), story)).toEqual(story);
  });

  test('are heard where nothing else may be said', () => {
    const call = asked(`
      ${header}
      vars: { pin: { type: string, secret: true } }
      steps:
        ask: { collect: { prompt: PIN?, digits: 4, save: pin }, on: { exhausted: operator } }
        operator: { say: Operator., next: hangup }
    `);
    const story: Row[] = [
      ['says one two three four', 'ask PIN?', 'ask.listening'],
      ['says operator', 'play Operator.', 'operator.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.vars.pin).toBe('');
  });

  test('asking again costs no attempt', () => {
    const call = asked(menu(header, 'attempts: 1'));
    call.says('again');
    expect(call.state).toBe('main.listening');
    call.says('nonsense');
    expect(call.state).toBe('operator.speaking');
  });
});

describe('R2: words and keys race', () => {
  test('keys that come after the word that decided are late', () => {
    const call = asked(menu('', 'no_match: [Pardon?]'));
    const play = lastPlay(call)?.number ?? 0;
    call.says('nonsense');
    const story: Row[] = [['presses 1', '', 'main.listening']];
    expect([
      ['presses 1', call.presses('1', { of: play }).commands.length === 0 ? '' : 'some', call.state],
    ]).toEqual(story);
  });

  test('a word that comes after the key that decided is late', () => {
    const call = asked(menu());
    const play = lastPlay(call)?.number ?? 0;
    call.presses('9');
    expect(call.says('sales', { of: play }).commands).toEqual([]);
    expect(call.state).toBe('main.listening');
    expect(call.notes.at(-1)).toEqual({ kind: 'ignored', why: 'play_over', play });
  });

  test('a word that comes while more keys may follow is late', () => {
    const call = asked(`
      vars: { n: "" }
      steps:
        ask: { collect: { prompt: Number?, digits: 4, speech: true, save: n }, on: { exhausted: hangup } }
        got: { say: Thanks. }
    `);
    const play = lastPlay(call)?.number ?? 0;
    call.presses('12');
    call.says('nine nine nine nine', { of: play });
    call.presses('34');
    expect(call.record.context.vars.n).toBe('1234');
  });

  test('the same result twice counts once', () => {
    const call = asked(menu());
    call.says('nonsense', { key: 'k' });
    call.says('nonsense', { key: 'k' });
    expect(call.record.context.input.noMatch).toBe(1);
  });
});

describe('collect with speech', () => {
  const collect = (more: string) =>
    asked(`
      languages: [en-US, de-DE]
      vars: { answer: "" }
      always: { phrases: { operator: [operator] } }
      steps:
        ask: { collect: { prompt: Well?, save: answer, ${more} }, on: { exhausted: hangup } }
        got: { say: Thanks. }
        operator: { say: Operator. }
    `);
  const kept = (more: string, said: string) => {
    const call = collect(more);
    call.says(said);
    return call.state.startsWith('got') ? call.record.context.vars.answer : call.state;
  };

  test.each([
    ['digits: 4, speech: true', 'one two three four', '1234'],
    ['digits: 4, speech: true', 'it is 12 34.', '1234'],
    ['digits: 4, speech: true', '123', 'ask.listening'],
    ['digits: 4, speech: true', '12345', 'ask.listening'],
    ['digits: 4, speech: true, pattern: "4[0-9]*"', '1234', 'ask.listening'],
    ['digits: 4, speech: true', 'operator', 'operator.speaking'],
    ['digits: 4, speech: { phrases: ["No number", unknown] }', 'I have no number!', 'No number'],
    ['type: date, speech: true', 'December 24th, 2026', '2026-12-24'],
    ['type: text, speech: true', ' My router is broken ', 'My router is broken'],
    ['type: text, speech: true', 'the operator was rude', 'the operator was rude'],
    ['type: text, speech: true', 'Operator', 'operator.speaking'],
    ['type: text, speech: { hints: [Potsdam, Bad Homburg] }', 'to Potsdamm please', 'to Potsdam please'],
    ['type: text, speech: true', 'Berlin.', 'Berlin'],
    ['type: text, speech: { hints: [Berlin] }', 'Berlin.', 'Berlin'],
    ['type: text, speech: { hints: [Berlin] }', 'In Berlyn, please.', 'In Berlin, please'],
    ['type: text, speech: { hints: [Anna Maria] }', '"Ana Maria".', 'Anna Maria'],
    ['type: text, speech: { hints: [Wells St.] }', 'wells st', 'Wells St.'],
    ['type: text, speech: { hints: [Wells St.] }', '"Wells St."', 'Wells St.'],
    [
      'type: text, speech: { hints: [Wells St.] }',
      'Meet me at Wells St. corner',
      'Meet me at Wells St. corner',
    ],
    ['type: text, speech: { hints: [Wells St.] }', 'At "Wels St.", please', 'At "Wells St.", please'],
    ['type: text, speech: { hints: [Wells St.] }', 'At wells st, please', 'At Wells St., please'],
    ['type: text, speech: { hints: ["¡Hola!"] }', 'El bar ¡Hola! de aquí', 'El bar ¡Hola! de aquí'],
    ['type: text, speech: { hints: { en-US: [Bad Homburg] } }', 'bad hombourg', 'Bad Homburg'],
    ['type: text, speech: { hints: [Ulm] }', 'alm', 'alm'],
  ])('{ %s } keeps "%s" as %s', (more, said, value) => {
    expect(kept(more, said)).toBe(value);
  });

  test('text cannot be keyed', () => {
    const call = collect('type: text, speech: true');
    call.presses('1');
    expect(call.state).toBe('ask.listening');
    expect(call.record.context.input.noMatch).toBe(1);
  });
});

describe('I7: what is said to a secret', () => {
  const call = asked(`
    vars: { pin: { type: string, secret: true } }
    steps:
      ask: { collect: { prompt: PIN?, digits: 4, speech: true, save: pin }, on: { exhausted: hangup } }
      got: { say: Thanks. }
  `);

  test('stands in no trace, whether it fits, fails or comes late', () => {
    const entries = [
      call.says('nine nine', { key: 'a1' }).trace,
      call.says('four seven one one', { key: 'a2' }).trace,
      call.says('four seven one one', { key: 'a2' }).trace,
      call.says('four seven one one', { of: 1 }).trace,
    ];
    expect(call.record.context.vars.pin).toBe('4711');
    expect(JSON.stringify(entries)).not.toMatch(/four|nine|4711|"a1"|"a2"/);
    expect(entries[1]?.event).toMatchObject({ type: 'speech', text: '•••' });
  });
});

describe('choices that can only be said', () => {
  const spoken = (choices: string) =>
    asked(`
      steps:
        main: { menu: { prompt: Sales or more?, choices: [${choices}] }, on: { exhausted: operator } }
        sales: { say: Sales., next: hangup }
        more: { say: More., next: hangup }
        operator: { say: Operator., next: hangup }
    `);

  test('lead where their phrases say, whatever else the words mean', () => {
    const story: Row[] = [['says a bit more, please', 'play More.', 'more.speaking']];
    const call = spoken('{ key: 1, phrases: [sales], goto: sales }, { phrases: [more, failed], goto: more }');
    expect(played(call, story)).toEqual(story);
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'main', outcome: '"more"', to: 'more' });
  });

  test('may be all that a menu has; every key is a mistake then', () => {
    const story: Row[] = [
      ['presses 1', 'ask Sales or more?', 'main.listening'],
      ['says sales', 'play Sales.', 'sales.speaking'],
    ];
    const call = spoken('{ phrases: [sales], goto: sales }, { phrases: [failed], goto: more }');
    expect(played(call, story)).toEqual(story);
  });
});
