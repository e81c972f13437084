/** What is said to be shown by a call was shown by one: by its flows, steps and outcomes, and by what was heard and refused. */
import { describe, expect, test } from 'vitest';
import { prove, createProvedSuite } from '../../../src/verification/prove/index.ts';
import { flowWith, proofOf, provable } from './proof-of.ts';

const redialling = (most: string, head = '') =>
  flowWith(`${head}vars: { tries: 0 }
steps:
  hello: { say: One moment. }
  desk:
    connect: { to: '+493012345' }
    on: { busy: count, no_answer: sorry, failed: sorry }
    next: sorry
  count:
    set: { tries: '\${vars.tries + 1}' }
  enough:
    switch: [{ when: vars.tries >= ${most}, goto: sorry }]
    next: desk
`);

describe('a circle that counts its rounds', () => {
  test('is not told where a call leaves it, though there are too many rounds to tell them apart', () => {
    const { found, exploration } = proofOf(redialling('9'));
    expect(exploration.widened).toEqual(['example.tries']);
    expect(found.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
  });

  test('is shown by a call where only limits.steps ends it', () => {
    const { found } = proofOf(redialling('100000'));
    expect(found.map(({ diagnostic, unconfirmed }) => [diagnostic.code, unconfirmed])).toEqual([
      ['unbounded-loop', undefined],
    ]);
  });

  test('is told and not confirmed where something else decides how often, and the call leaves it', () => {
    const { found } = proofOf(redialling('params.most', 'params: { most: { type: int, default: 2 } }\n'));
    expect(found.map(({ diagnostic }) => diagnostic.code)).toEqual(['unbounded-loop']);
    expect(found[0]?.unconfirmed).toContain('got "case_1" of step "enough"');
  });
});

test('a flow that hangs up before it answers rejects the call, as a scenario of it shows', () => {
  const flow = 'ringflow: 1\nname: example\nsteps:\n  never: { hangup: }\n';
  const { covered, uncovered, text } = createProvedSuite(provable(flow), proofOf(flow));
  expect({ covered, uncovered }).toEqual({ covered: 1, uncovered: [] });
  expect(text).toContain('ended: rejected');
});

const CASES = flowWith(`steps:
  hello: { say: Welcome. }
  who:
    switch:
      - { when: 'call.from.startsWith("+49")', goto: german }
      - { when: 'call.from.startsWith("+4930")', goto: german }
    next: sorry
  german:
    say: Guten Tag.
    next: sorry
`);

test('a case that no call takes is not covered by one that goes to the same step by another case', () => {
  const { uncovered, text } = createProvedSuite(provable(CASES), proofOf(CASES));
  expect(uncovered.map(({ outcome }) => outcome)).toEqual(['who case_2']);
  expect(text).not.toContain('case_2');
});

test('when the time is up while calls are tried, that is said of each finding and of each outcome', () => {
  let now = 0;
  const budget = { states: 1_000, ms: 1_000, clock: () => now };
  const limits = { prompts: 12, seconds: 180, deadAirMs: 5_000 };
  const proof = prove(provable(CASES), { limits, budget });
  now = 1_000;
  const { covered, uncovered } = createProvedSuite(provable(CASES), proof);
  expect(covered).toBe(0);
  expect(new Set(uncovered.map(({ why }) => why))).toEqual(
    new Set(['the time limit of --budget was reached']),
  );
});

test('a long silence is shown by a call on which it is that long', () => {
  const { found } = proofOf(
    flowWith(`steps:
  hello: { say: Welcome to Acme. }
  customer:
    http: { get: 'https://crm.example.com/customer', timeout: 4s }
    on: { failed: sorry }
  orders:
    http: { get: 'https://crm.example.com/orders', timeout: 4s }
    on: { failed: sorry }
`),
  );
  const [silence] = found.filter(({ diagnostic }) => diagnostic.code === 'long-dead-air');
  expect(silence?.unconfirmed).toBeUndefined();
  expect(silence?.scenario).toContain('delay: 3999ms');
});

test('a scenario names the flow where its file would not find it by itself', () => {
  const text = redialling('100000');
  const options = {
    limits: { prompts: 12, seconds: 180, deadAirMs: 5_000 },
    budget: { states: 1_000, ms: 1, clock: () => 0 },
  };
  const heads = ['flow.yaml', 'night.flow.yaml'].map((file) => {
    const [found] = prove(provable(text, file), options).found;
    return found?.scenario?.split('\n')[0];
  });
  expect(heads).toEqual(['scenarios:', 'flow: night.flow.yaml']);
});
