/** What is explored: which ways are taken, which situations are the same, and what becomes of a budget. */
import { describe, expect, test } from 'vitest';
import { deedOf } from '../../../src/verification/prove/explore.ts';
import type { Edge, Exploration } from '../../../src/verification/prove/explore.ts';
import { proofOf } from './proof-of.ts';

function flowWith(body: string): string {
  return `ringflow: 1\nname: example\non: { error: sorry }\n${body}  sorry: { say: Please call again later. }\n`;
}

function explored(body: string, states?: number): Exploration {
  return proofOf(flowWith(body), states === undefined ? {} : { states }).exploration;
}

function edgesOf({ roots, nodes }: Exploration): Edge[] {
  return [...roots, ...nodes.flatMap(({ edges }) => edges)];
}

function outcomesOf(exploration: Exploration, step: string): string[] {
  const taken = edgesOf(exploration).flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'outcome' && note.step === step ? [note.outcome] : [])),
  );
  return [...new Set(taken)].sort();
}

function deedsAt(exploration: Exploration, step: string): string[] {
  const deeds = edgesOf(exploration)
    .filter(({ from }) => from?.situation.record.context.step === step)
    .map((edge) => deedOf(edge))
    .map((deed) => (deed.kind === 'presses' ? `presses ${deed.keys}` : deed.kind));
  return [...new Set(deeds)].sort();
}

describe('a condition', () => {
  test('on what a caller entered comes out either way', () => {
    const found = explored(`vars: { number: '' }
steps:
  ask:
    collect: { prompt: Please enter a digit., digits: 1, save: number }
    on: { exhausted: sorry }
  which:
    switch: [{ when: vars.number == "7", goto: sorry }]
`);
    expect(outcomesOf(found, 'which')).toEqual(['case_1', 'otherwise']);
  });

  test('on who calls comes out either way', () => {
    const found = explored(`steps:
  which:
    switch: [{ when: 'call.from.startsWith("+1")', goto: sorry }]
`);
    expect(outcomesOf(found, 'which')).toEqual(['case_1', 'otherwise']);
  });

  test('on what the flow itself has fixed comes out as it does', () => {
    const found = explored(`vars: { mode: day }
steps:
  which:
    switch: [{ when: vars.mode == "night", goto: sorry }]
`);
    expect(outcomesOf(found, 'which')).toEqual(['otherwise']);
  });

  test('that holds in any case leaves no way to those behind it', () => {
    const found = explored(`vars: { mode: day }
steps:
  which:
    switch:
      - { when: vars.mode == "day", goto: sorry }
      - { when: 'call.from.startsWith("+1")', goto: sorry }
`);
    expect(outcomesOf(found, 'which')).toEqual(['case_1']);
  });
});

test('opening hours are what they can be: without holidays there is no holiday', () => {
  const found = explored(`hours: { office: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 } } }
steps:
  when:
    hours: office
    on: { closed: sorry }
`);
  expect(outcomesOf(found, 'when')).toEqual(['closed', 'open']);
});

test('a caller presses each key, one that means nothing, stays silent or hangs up', () => {
  const found = explored(`always: { keys: { '0': sorry } }
steps:
  ask:
    menu:
      prompt: For sales, press 1. For support, press 2.
      choices: [{ key: 1, goto: sorry }, { key: 2, goto: sorry }]
    on: { exhausted: sorry }
`);
  expect(deedsAt(found, 'ask')).toEqual([
    'hangs_up',
    'presses 0',
    'presses 1',
    'presses 2',
    'presses 9',
    'stays_silent',
  ]);
});

test('a web service answers what is wanted, refuses, breaks, is late or away', () => {
  const found = explored(`vars: { name: '' }
steps:
  look:
    http: { get: 'https://crm.example.com/name', save: { name: '\${response.json.customer.name}' } }
    on: { client_error: sorry, server_error: sorry, timeout: sorry, failed: sorry }
`);
  expect(outcomesOf(found, 'look')).toEqual(['client_error', 'failed', 'ok', 'server_error', 'timeout']);
});

test('a party answers, is busy, rejects the call or lets it ring', () => {
  const found = explored(`steps:
  desk:
    connect: { to: '+493012345' }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: sorry
`);
  expect(outcomesOf(found, 'desk')).toEqual(['busy', 'completed', 'failed', 'no_answer']);
});

describe('a counter', () => {
  const counting = (most: number) => `vars: { tries: 0 }
steps:
  ask:
    menu:
      prompt: To go on, press 1.
      choices: [{ key: 1, goto: count }]
    on: { exhausted: sorry }
  count:
    set: { tries: '\${vars.tries + 1}' }
  enough:
    switch: [{ when: vars.tries >= ${most}, goto: sorry }]
    next: ask
`;

  test('bounds its circle', () => {
    const found = explored(counting(3));
    expect(found).toMatchObject({ left: 0, widened: [] });
    expect(outcomesOf(found, 'enough')).toEqual(['case_1', 'otherwise']);
    const longest = Math.max(
      ...found.nodes.map(({ situation }) => Number(situation.record.context.vars.tries)),
    );
    expect(longest).toBe(3);
  });

  test('with too many values counts as open, and is named', () => {
    const found = explored(counting(100));
    expect(found).toMatchObject({ left: 0, widened: ['example.tries'] });
    expect(outcomesOf(found, 'enough')).toEqual(['case_1', 'otherwise']);
  });
});

test('a circle of questions is a circle: the number of situations does not grow with limits.steps', () => {
  const circle = (steps: number) =>
    explored(`limits: { steps: ${steps} }
steps:
  ask:
    menu:
      prompt: To hear this again, press 1.
      choices: [{ key: 1, goto: ask }]
    on: { exhausted: sorry }
`).nodes.length;
  expect(circle(300)).toBe(circle(20));
});

test('a budget that runs out leaves situations, and says what has run out', () => {
  const body = `steps:
  hello: { say: Welcome. }
  ask:
    menu:
      prompt: For sales, press 1.
      choices: [{ key: 1, goto: sorry }]
    on: { exhausted: sorry }
`;
  const whole = explored(body);
  const part = explored(body, 5);
  expect(whole.left).toBe(0);
  expect(whole.stoppedBy).toBeUndefined();
  expect(part.left).toBeGreaterThan(0);
  expect(part.stoppedBy).toBe('states');
});

test('of what was not looked at nothing is said: neither that it is a trap nor that nobody comes there', () => {
  const { found } = proofOf(
    flowWith(`steps:
  hello: { say: Welcome. }
  ask:
    menu:
      prompt: For sales, press 1.
      choices: [{ key: 1, goto: sales }]
    on: { exhausted: sorry }
  sales: { say: Sales is closed. }
`),
    { states: 4 },
  );
  expect(found).toEqual([]);
});

test('a circle of refusals, each of which is told at once, ends as it does in a call: by the limit of steps', () => {
  const found = explored(`steps:
  hello: { say: Welcome. }
  desk:
    connect: { to: '+493012345', ring: 10s }
    on: { busy: sorry, no_answer: desk, failed: desk }
    next: sorry
`);
  expect(found.left).toBe(0);
  expect(found.nodes.length).toBeLessThan(50);
});
