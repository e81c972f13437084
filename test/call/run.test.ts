/** Flows that run one another: frames, what they give back, and how they end. */
import { describe, expect, test } from 'vitest';
import { callOn, started } from './several-flows.ts';
import { played } from './script.ts';
import type { Row } from './script.ts';

const main = `
name: main
vars: { tier: none }
on: { error: sorry, end: note }
steps:
  pin: { run: { flow: ask, with: { greeting: Hello. }, save: { tier: tier } }, on: { denied: no } }
  told: { say: "You are \${vars.tier}.", next: hangup }
  no: { say: Denied., next: hangup }
  sorry: { say: "Sorry: \${error.code} in \${error.step}." }
  note: { set: { tier: "ended \${call.reason}" } }
`;

const ask = `
name: ask
params: { greeting: string }
vars: { tier: gold }
returns: { tier: vars.tier }
steps:
  hello: { say: "\${params.greeting}" }
  choose: { menu: { prompt: Press., choices: [{ key: 1, goto: return }, { key: 2, goto: out }, { key: 3, goto: hangup }] }, on: { exhausted: hangup } }
  out: { return: denied }
`;

describe('a flow that is run', () => {
  test('speaks with its parameters, gives back its values, and the caller goes on', () => {
    const call = callOn(main, ask);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play Hello.', 'hello.speaking'],
      ['played', 'ask Press.', 'choose.listening'],
      ['presses 1', 'play You are gold.', 'told.speaking'],
      ['played', 'hangup', '$hangup'],
      ['disconnected normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context).toMatchObject({ flow: 'main', frames: [], vars: { tier: 'ended normal' } });
  });

  test('ends with an outcome of its own, and gives its values all the same', () => {
    const call = started(main, ask);
    call.played();
    call.presses('2');
    expect(call.told.at(-1)).toBe('play Denied.');
    expect(call.record.context.vars).toEqual({ tier: 'gold' });
  });

  test('is named in the trace when its steps begin, and so is the one that goes on', () => {
    const call = started(main, ask);
    call.played();
    call.presses('1');
    const told = call.notes.flatMap((note) =>
      note.kind === 'flow' ? [note.name] : note.kind === 'entered' ? [note.step] : [],
    );
    expect(told).toEqual(['pin', 'ask', 'hello', 'choose', 'main', 'told']);
  });

  test('keeps the variables of the one that runs it apart', () => {
    const call = started(main, ask);
    expect(call.record.context).toMatchObject({
      flow: 'ask',
      vars: { tier: 'gold' },
      params: { greeting: 'Hello.' },
    });
    expect(call.record.context.frames).toMatchObject([{ flow: 'main', step: 'pin', vars: { tier: 'none' } }]);
  });

  test('that hangs up ends the whole call', () => {
    const call = started(main, ask);
    call.played();
    call.presses('3');
    expect(call.told.at(-1)).toBe('hangup');
    call.disconnected();
    expect(call.record.context.vars).toEqual({ tier: 'ended normal' });
    expect(call.record.endedAt).toBeDefined();
  });

  test('survives a record that went through JSON at every step', () => {
    const call = started(main, ask);
    if (call.last !== undefined) call.last = JSON.parse(JSON.stringify(call.last)) as typeof call.last;
    call.played();
    call.presses('1');
    expect(call.told.at(-1)).toBe('play You are gold.');
  });
});

describe('the end of the call', () => {
  const inner = `
name: inner
on: { end: tidy }
vars: { note: "" }
returns: {}
steps:
  ask: { collect: { prompt: Number., digits: 3, save: note }, on: { exhausted: hangup } }
  tidy: { set: { note: "tidied up" } }
`;
  const outer = `
name: outer
on: { error: sorry, end: tidy }
vars: { note: "" }
steps:
  go: { run: { flow: inner } }
  sorry: { say: Sorry. }
  tidy: { set: { note: "tidied up too" } }
`;

  test('runs each finalizer once, that of the innermost first (R5)', () => {
    const call = started(outer, inner);
    call.disconnected();
    const set = call.notes.filter(({ kind }) => kind === 'set');
    expect(set).toEqual([
      { kind: 'set', variable: 'note', value: 'tidied up' },
      { kind: 'set', variable: 'note', value: 'tidied up too' },
    ]);
    expect(call.notes.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
    expect(call.record.endedAt).toBeDefined();
  });
});

describe('a failure', () => {
  test('that the flow which is run does not handle is one of the step that runs it (R6)', () => {
    const call = started(
      `
name: outer
on: { error: sorry }
steps:
  go: { run: { flow: inner } }
  sorry: { say: "Sorry: \${error.code} in \${error.step}." }
`,
      `
name: inner
returns: {}
steps:
  hello: { say: Hello. }
`,
    );
    call.fails('6125');
    expect(call.told.at(-1)).toBe('play Sorry: 6125 in go.');
  });

  test('is met when flows run one another without an end', () => {
    const call = callOn(`
name: deep
on: { error: sorry }
vars: { heard: false }
returns: {}
steps:
  look: { switch: [{ when: vars.heard, goto: hangup }] }
  again: { run: { flow: deep } }
  sorry: { say: "Sorry: \${error.code}." }
`);
    call.incoming();
    call.connected();
    expect(call.told.at(-1)).toBe('play Sorry: limit_frames.');
  });
});

describe('goto another flow', () => {
  test('goes on there for good', () => {
    const call = started(
      `
name: first
on: { error: sorry }
steps:
  away: { goto: { flow: second, with: { who: Ann } } }
  sorry: { say: Sorry. }
`,
      `
name: second
params: { who: string }
steps:
  hello: { say: "Hello \${params.who}.", next: hangup }
`,
    );
    expect(call.told.at(-1)).toBe('play Hello Ann.');
    expect(call.record.context).toMatchObject({ flow: 'second', frames: [] });
    call.played();
    expect(call.told.at(-1)).toBe('hangup');
  });
});

test('a flow that is made to be run but is not ends the call where it would return', () => {
  const call = started(`
name: alone
returns: {}
steps:
  hello: { say: Hello. }
`);
  call.played();
  expect(call.told.at(-1)).toBe('hangup');
});
