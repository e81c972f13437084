/** R5 hang-ups and the finalizer, R6 failures and the limit of steps. */
import { describe, expect, test } from 'vitest';
import { summarize } from '../../src/call/summary.ts';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';
import { started } from './several-flows.ts';

const EVERY_VERB = `
  vars: { number: "", ended: 0, why: "" }
  on: { end: note }
  always: { keys: { "7": hangup } }
  steps:
    menu:
      menu: { prompt: [{ stored: intro }, Main?], choices: [{ key: 1, goto: collect }, { key: 12, goto: hangup }], timeout: 9s }
      on: { exhausted: hangup }
    collect:
      collect: { prompt: Number?, digits: 2, save: number }
      on: { exhausted: hangup }
    say: { say: Connecting. }
    connect:
      connect: { to: "+49301" }
      on: { busy: hangup, no_answer: hangup }
    bye: { hangup: }
    note: { set: { ended: "\${vars.ended + 1}", why: "\${call.reason}" } }
`;

describe('R5: the caller may hang up anywhere', () => {
  const road = [
    'connected',
    'played',
    'silence',
    'presses 1',
    'timer',
    'presses 1',
    'presses 2',
    'played',
    'bridged',
    'unbridged',
  ];
  const states = [
    'menu.answering',
    'menu.leading',
    'menu.listening',
    'menu.patient',
    'menu.gathering',
    'collect.listening',
    'collect.gathering',
    'say.speaking',
    'connect.dialing',
    'connect.bridged',
    '$hangup',
  ];

  test.each(states.map((state, length) => [state, length] as const))(
    'R5: in %s: the finalizer runs exactly once, and nothing after it',
    (state, length) => {
      const call = callOn(EVERY_VERB);
      call.incoming();
      played(
        call,
        road.slice(0, length).map((event): Row => [event, '', '']),
      );
      expect(call.state).toBe(state);
      const ended = call.disconnected('busy');
      expect(ended.commands).toEqual([]);
      expect(call.state).toBe('$done');
      expect(call.record).toMatchObject({
        endedAt: call.at,
        timers: {},
        context: { vars: { ended: 1, why: 'busy' } },
      });
      for (const late of [
        'disconnected normal',
        'presses 1',
        'played',
        'fails 6120',
        'timer',
        'bridged',
        'connected',
      ])
        expect(played(call, [[late, '', '']])).toEqual([[late, '', '$done']]);
      expect(call.record.context.vars.ended).toBe(1);
    },
  );

  test('R5: a finalizer that fails ends the call', () => {
    const call = callOn(`
      vars: { zero: 0 }
      on: { end: note, error: sorry }
      steps:
        hello: { say: Hello. }
        sorry: { say: Sorry., next: hangup }
        note: { set: { zero: "\${1 / vars.zero}" } }
    `);
    call.incoming();
    call.disconnected();
    expect(call.told).toEqual(['accept']);
    expect(call.state).toBe('$done');
    expect(call.notes).toContainEqual(expect.objectContaining({ kind: 'failed', code: 'expression' }));
  });

  test('R5: a finalizer may go on over several steps and say when it is through', () => {
    const call = callOn(`
      vars: { why: "" }
      on: { end: choose }
      steps:
        hello: { say: Hello., next: hangup }
        choose: { switch: [{ when: call.reason == "busy", goto: busy }], next: hangup }
        busy: { set: { why: was busy }, next: bye }
        bye: { hangup: }
    `);
    call.incoming();
    call.disconnected('busy');
    expect(call.record.context.vars.why).toBe('was busy');
    expect(call.told).toEqual(['accept']);
    expect(call.state).toBe('$done');
  });
});

describe('R6: a failure without an edge', () => {
  const flow = (error: string) => `
    ${error}
    steps:
      hello: { say: Hello., next: hangup }
      sorry: { say: "Sorry, \${error.code}.", next: more }
      more: { say: More. }
  `;

  test('R6: goes to on.error', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play Hello.', 'hello.speaking'],
      ['fails 6120', 'play Sorry, 6120.', 'sorry.speaking'],
      ['played', 'play More.', 'more.speaking'],
      ['played', 'hangup', '$hangup'],
    ];
    expect(played(callOn(flow('on: { error: sorry }')), story)).toEqual(story);
  });

  test.each(['fails 6120', 'played'])('R6: and a failure inside that path hangs up (after %s)', (event) => {
    const call = callOn(flow('on: { error: sorry }'));
    call.incoming();
    call.connected();
    call.fails('6120');
    if (event === 'played') call.played();
    expect(call.fails('6121').commands).toMatchObject([{ kind: 'hangup' }]);
    expect(call.notes).toContainEqual(expect.objectContaining({ kind: 'failed', code: '6121' }));
  });

  test('R6: ends the finalizer, which the trace says', () => {
    const call = callOn(`
      on: { error: sorry, end: divided }
      vars: { n: 0, why: '' }
      steps:
        bye: { hangup: }
        sorry: { hangup: }
        divided: { set: { n: "\${1 / vars.n}" } }
        noted: { set: { why: "\${call.reason}" } }
    `);
    call.incoming();
    call.done();
    call.disconnected();
    expect(call.notes).toContainEqual({
      kind: 'outcome',
      step: 'divided',
      outcome: 'failed',
      to: '$end',
    });
    expect(call.record.context.vars).toMatchObject({ why: '' });
  });

  test('R6: hangs up where there is no on.error', () => {
    const call = callOn(`
      steps:
        hello: { say: Hello. }
        next: { say: Next. }
    `);
    call.incoming();
    call.connected();
    expect(call.fails('6120').commands).toMatchObject([{ kind: 'hangup' }]);
  });

  test('R6: an accept that is refused is a failure of the step that wanted it', () => {
    const call = callOn(flow('on: { error: sorry }'));
    call.incoming();
    call.fails('6132');
    expect(call.record.context.error).toEqual({ code: '6132', message: 'refused', step: 'hello' });
    expect(call.state).toBe('sorry.answering');
  });

  test('R6: a hang-up that is refused is tried again, but not for ever', () => {
    const story: Row[] = [
      ['incoming', 'hangup', '$hangup'],
      ['fails 503', '', '$hangup'],
      ...Array<Row>(9).fill(['timer', 'hangup', '$hangup']),
      ['timer', '', '$done'],
    ];
    expect(played(callOn('steps: { bye: { hangup: } }'), story)).toEqual(story);
  });
});

describe('R6: limits.steps', () => {
  const loop = (error: string) => `
    ${error}
    limits: { steps: 10 }
    vars: { n: 0, errors: 0, ends: 0 }
    steps:
      count: { set: { n: "\${vars.n + 1}" } }
      check: { switch: [{ when: vars.n < 0, goto: never }], next: count }
      never: { hangup: }
      error_count: { set: { errors: "\${vars.errors + 1}" } }
      error_check: { switch: [{ when: vars.errors < 0, goto: never }], next: error_count }
      end_count: { set: { ends: "\${vars.ends + 1}" } }
      end_check: { switch: [{ when: vars.ends < 0, goto: never }], next: end_count }
  `;

  test('R6: beyond it the call hangs up', () => {
    const call = callOn(loop(''));
    call.incoming();
    expect(call.told).toEqual(['hangup']);
    expect(call.record.context).toMatchObject({ steps: 11, error: { code: 'limit_steps' } });
  });

  test('R6: the error path has 50 steps more, the finalizer 50 beyond those', () => {
    const call = callOn(loop('on: { error: error_count, end: end_count }'));
    call.incoming();
    expect(call.told).toEqual(['hangup']);
    expect(call.record.context.steps).toBe(61);
    call.disconnected();
    expect(call.state).toBe('$done');
    expect(call.record.context.steps).toBe(111);
  });

  test('R6: a step that is one too many does not answer the call', () => {
    const call = callOn(`
      limits: { steps: 1 }
      vars: { n: 0 }
      steps:
        count: { set: { n: 1 } }
        hello: { say: Hello. }
    `);
    call.incoming();
    expect(call.told).toEqual(['hangup']);
  });

  test('R6: two switches that lead to each other end there too', () => {
    const call = callOn(`
      steps:
        there: { switch: [{ when: "true", goto: here }] }
        here: { switch: [{ when: "true", goto: there }] }
    `);
    call.incoming();
    expect(call.told).toEqual(['hangup']);
    expect(call.record.context.error.code).toBe('limit_steps');
  });
});

test('R6: steps that fail into each other for ever meet limits.steps', () => {
  const call = callOn(`
    on: { error: sorry }
    limits: { steps: 20 }
    vars: { n: 0 }
    steps:
      a: { set: { n: "\${1 / vars.n}" }, on: { failed: b } }
      b: { set: { n: "\${1 / vars.n}" }, on: { failed: a } }
      sorry: { say: { stored: sorry }, next: hangup }
  `);
  call.incoming();
  expect(call.record.context).toMatchObject({ step: 'sorry', error: { code: 'limit_steps' } });
});

describe('a call does not run into the steps of on.error and on.end', () => {
  const HANDLERS = `
    vars: { ended: 0 }
    on: { error: sorry, end: note }
    steps:
      hello: { say: Hello. }
      bye: { say: Goodbye. }
      sorry: { say: Sorry. }
      note: { set: { ended: "\${vars.ended + 1}" } }
  `;

  test('a step above the step of on.error ends the call', () => {
    const call = callOn(HANDLERS);
    call.incoming();
    const story: Row[] = [
      ['connected', 'play Hello.', 'hello.speaking'],
      ['played', 'play Goodbye.', 'bye.speaking'],
      ['played', 'hangup', '$hangup'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('a step above the finalizer ends the call, after which the finalizer runs once', () => {
    const call = callOn(HANDLERS);
    call.incoming();
    call.connected();
    call.fails('6125');
    call.played();
    expect(call.told.at(-1)).toBe('hangup');
    call.disconnected();
    expect(call.record.context.vars).toEqual({ ended: 1 });
  });
});

test('with `on: { error: hangup }` a failure ends the call, also in a flow that another one runs', () => {
  const inner = 'name: inner\non: { error: hangup }\nreturns: {}\nsteps: { hello: { say: Hello. } }\n';
  const outer =
    'name: outer\non: { error: sorry }\nsteps: { go: { run: { flow: inner } }, sorry: { say: Sorry. } }\n';
  const call = started(outer, inner);
  call.fails('6125');
  expect(call.told.at(-1)).toBe('hangup');
});

test('the summary of an ended call names the step in which it ended, before its finalizer', () => {
  const call = callOn(`
    vars: { told: '' }
    on: { end: log }
    steps:
      hello: { say: Hello. }
      ask: { say: Are you still there?, next: hangup }
      log: { set: { told: ended }, next: log_more }
      log_more: { set: { told: twice }, next: hangup }
  `);
  call.incoming();
  call.connected();
  call.played();
  expect(summarize(call.record).step).toBe('ask');
  call.disconnected();
  expect(call.record.context.step).not.toBe('ask');
  expect(summarize(call.record)).toMatchObject({ step: 'ask', result: 'hung_up' });
});
