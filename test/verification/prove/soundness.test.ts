/**
 * On small flows made at random: what was planted is found, what cannot go wrong is not told of, and whatever happens to callers who do
 * whatever comes to their minds was explored.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSuite, runScenario } from '../../../src/verification/testkit/index.ts';
import type { Exploration } from '../../../src/verification/prove/explore.ts';
import { proofOf, provable } from './proof-of.ts';
import { callOf, callers, randomSteps, runnableSteps, straightened, textOf } from './random-flows.ts';
import type { RandomStep } from './random-flows.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

/** Redialling while a party rings on gives thousands of situations, which add nothing here. */
const MOST_STATES = 1_500;
/** Codes that say that somebody never gets out. */
const STUCK = ['trap', 'endless-silence', 'unbounded-loop'];
/** Lints that say the same of what can be seen in the graph. */
const STUCK_LINTS = ['silence-leads-nowhere', 'loop-without-input', 'redial-loop'];

const straight = randomSteps.map(straightened);

function outcomesIn({ roots, nodes }: Exploration): Set<string> {
  const edges = [...roots, ...nodes.flatMap((node) => node.edges)];
  const notes = edges.flatMap((edge) => edge.notes);
  return new Set(notes.flatMap((note) => (note.kind === 'outcome' ? [`${note.step} ${note.outcome}`] : [])));
}

/** A flow with a door: 1 leads to what was planted, 2 to the steps at random. */
function planted(steps: readonly RandomStep[], plant: string): string {
  return textOf(steps, plant)
    .replace(
      'steps:\n',
      `steps:
  door:
    menu:
      prompt: Please press 1 or 2.
      choices: [{ key: 1, goto: pit }, { key: 2, goto: step_0 }]
    on: { exhausted: goodbye }
`,
    )
    .replace("digit: ''", "digit: '', is_open: false, last: ''");
}

const PLANTS: [what: string, code: string, plant: string][] = [
  [
    'a trap',
    'trap',
    `  pit:
    menu: { prompt: 'Please press 1.', choices: [{ key: 1, goto: wall }], attempts: 1 }
    on: { exhausted: wall }
  wall:
    switch: [{ when: vars.is_open, goto: goodbye }]
    next: pit
`,
  ],
  [
    'silence without end',
    'endless-silence',
    `  pit:
    menu: { prompt: 'Please press 1.', choices: [{ key: 1, goto: goodbye }], attempts: 1 }
    on: { exhausted: wall }
  wall:
    switch: [{ when: vars.is_open, goto: goodbye }]
    next: pit
`,
  ],
  [
    'a loop without a pause',
    'unbounded-loop',
    `  pit:
    connect: { to: '+493099999' }
    on: { busy: wall, no_answer: goodbye, failed: goodbye }
    next: goodbye
  wall:
    set: { last: 'x \${vars.last}' }
    next: pit
`,
  ],
];

test.each(PLANTS)('%s is found wherever it is planted, and shown by a call', (_what, code, plant) => {
  fc.assert(
    fc.property(straight, (steps) => {
      const { found, exploration } = proofOf(planted(steps, plant));
      expect(exploration.left).toBe(0);
      const stuck = found.filter(({ diagnostic }) => STUCK.includes(diagnostic.code));
      expect(stuck.map(({ diagnostic }) => diagnostic.code)).toEqual([code]);
      expect(stuck[0]?.diagnostic.message).toContain('"pit"');
      expect(stuck[0]?.unconfirmed).toBeUndefined();
    }),
    { numRuns: scaleRuns(15) },
  );
});

test('in a flow that only leads onward nobody is stuck: neither is it told, nor does a caller find it so', () => {
  fc.assert(
    fc.property(straight, fc.array(callers, { maxLength: 5 }), (steps, people) => {
      const text = textOf(steps);
      const { found, exploration } = proofOf(text);
      expect(exploration.left).toBe(0);
      expect(found.map(({ diagnostic }) => diagnostic.code).filter((code) => STUCK.includes(code))).toEqual(
        [],
      );
      const fates = people.map((caller) => callOf(provable(text).flow, caller).fate);
      expect(fates).not.toContain('on');
    }),
    { numRuns: scaleRuns(20) },
  );
});

test('whatever comes of the steps of a call was explored', () => {
  fc.assert(
    fc.property(runnableSteps, fc.array(callers, { minLength: 1, maxLength: 6 }), (steps, people) => {
      const text = textOf(steps);
      const { exploration } = proofOf(text, { states: MOST_STATES });
      fc.pre(exploration.left === 0);
      const explored = outcomesIn(exploration);
      const happened = people.flatMap((caller) => callOf(provable(text).flow, caller).outcomes);
      expect(happened.filter((outcome) => !explored.has(outcome))).toEqual([]);
    }),
    { numRuns: scaleRuns(25) },
  );
});

test('where a silent caller is not told to be stuck, silence leads to the end', () => {
  const talking = runnableSteps.filter((steps) =>
    steps.every(({ verb }) => verb === 'say' || verb === 'menu' || verb === 'collect'),
  );
  let stuck = 0;
  fc.assert(
    fc.property(talking, (steps) => {
      const text = textOf(steps);
      const { diagnostics, flow } = provable(text);
      const codes = [
        ...diagnostics,
        ...proofOf(text, { states: MOST_STATES }).found.map(({ diagnostic }) => diagnostic),
      ].map(({ code }) => code);
      const isTold = codes.some((code) => [...STUCK, ...STUCK_LINTS].includes(code));
      const { fate } = callOf(flow, {
        deeds: [''],
        from: '+4915112345678',
        party: 'busy',
        doesServiceWork: true,
      });
      if (fate === 'on') stuck += 1;
      expect(fate === 'on' && !isTold).toBe(false);
    }),
    { numRuns: scaleRuns(40) },
  );
  expect(stuck).toBeGreaterThan(0);
});

test('a call that is given as the proof of a finding passes as a scenario of its flow', () => {
  fc.assert(
    fc.property(runnableSteps, (steps) => {
      const text = textOf(steps);
      for (const { scenario, unconfirmed, diagnostic } of proofOf(text, { states: MOST_STATES }).found) {
        if (scenario === undefined || unconfirmed !== undefined) continue;
        const reading = readSuite({ file: 'proof.scenario.yaml', text: scenario }, () => ({
          flow: provable(text).flow,
        }));
        expect(reading.diagnostics, diagnostic.message).toEqual([]);
        const { suite } = reading;
        const failed = suite?.scenarios.filter((one) => runScenario(suite, one).failure !== undefined);
        expect(
          failed?.map(({ name }) => name),
          diagnostic.message,
        ).toEqual([]);
      }
    }),
    { numRuns: scaleRuns(20) },
  );
});
