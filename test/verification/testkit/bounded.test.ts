/** Whatever a script asks for, its run ends, and says passed or why not. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outcome, read } from './flow.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

it.each([
  ['the longest wait', ['waits: 999999999h'], {}],
  ['the latest time', ['waits_until: 9999-12-31T23:59:59Z'], {}],
  [
    'the longest silence that is listened to',
    ['does_not_hear: { text: nobody says this, for: 999999999h }'],
    {},
  ],
  ['a pause without end', ['presses: { keys: "11", pause: 999999999h }'], {}],
  ['a pattern that takes its time', ['hears: { matches: "[a-z ]*[a-z ]*[a-z ]*!" }'], {}],
  [
    'a party that lets it ring for ever',
    ['presses: 1', 'hears: nobody says this'],
    { parties: '{ "+49301110": { answers: 999999999h } }' },
  ],
])('%s is over at once', (_what, script, about) => {
  expect(outcome(script, about)).not.toBe('');
});

it('a flow that goes round and round is stopped', () => {
  const flow = `ringflow: 1
name: round
vars: { n: 0 }
on: { error: sorry }
limits: { steps: 10000, duration: 24h }
steps:
  more: { set: { n: '\${vars.n + 1}' } }
  again: { wait: 1s, next: more }
  sorry: { say: Round and round. }
`;
  expect(outcome(['hears: nobody says this'], { flow })).toContain('did not hear');
  expect(outcome(['expects: { ended: normal }'], { flow })).toMatch(/^the call (never ended|ended as)/);
});

const number = fc.constantFrom('+49301110', '+49301111');
const text = fc.constantFrom('Welcome', 'billing', 'Billing is busy', 'PIN', 'nothing like it');
const duration = fc.constantFrom('1ms', '1s', '40s', '31m', '5h');
const line = fc.oneof(
  fc.constantFrom('hangs_up', 'operator_hangs_up', 'mumbles', 'stays_silent', 'stream_ends', 'stream_breaks'),
  fc.record({ hears: text }),
  fc.record({
    hears: fc.record({
      prompt: fc.constantFrom('welcome', 'main'),
      language: fc.constantFrom('en-US', 'de-DE'),
    }),
  }),
  fc.record({ does_not_hear: fc.record({ text, for: duration }) }),
  fc.record({ presses: fc.constantFrom('1', '2', '9', '0042', '##') }),
  fc.record({ presses: fc.record({ keys: fc.constantFrom('12', '0042'), pause: duration }) }),
  fc.record({ says: text }),
  fc.record({ texts: text }),
  fc.record({ waits: duration }),
  fc.record({ waits_until: fc.constantFrom('00:00', '09:30', '2026-01-05T09:00:01Z') }),
  fc.record({ party_hangs_up: number }),
  fc.record({ expects: fc.record({ step: fc.constantFrom('main', 'note', 'sorry') }) }),
  fc.record({ expects: fc.record({ command: fc.constantFrom('connect', 'play', 'hangup') }) }),
  fc.record({ expects: fc.record({ ended: fc.constantFrom('normal', 'busy') }) }),
);
const party = fc.oneof(
  fc.constantFrom('busy', 'no_answer', 'rejects', 'answers'),
  fc.record({ answers: duration, hangs_up: duration }),
);
const fault = fc.record({
  command: fc.constantFrom('play', 'connect', 'accept', 'hangup'),
  nth: fc.integer({ min: 1, max: 4 }),
  times: fc.integer({ min: 1, max: 3 }),
  code: fc.constantFrom('6120', 'timeout', 'CALL_ALREADY_ENDED', '404'),
});

it('any script at all passes or fails at a line, and the same again gives the same', () => {
  const scenario = fc.record({
    name: fc.constant('any'),
    parties: fc.dictionary(number, fc.oneof(party, fc.array(party, { minLength: 1, maxLength: 3 }))),
    faults: fc.array(fault, { minLength: 1, maxLength: 2 }),
    script: fc.array(line, { minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(scenario, (one) => {
      const { suite, diagnostics } = read(JSON.stringify({ scenarios: [one] }));
      expect(diagnostics.filter(({ code }) => code !== 'impossible-line')).toEqual([]);
      if (suite === undefined) return;
      const [first, second] = [runScenarios([suite])[0], runScenarios([suite])[0]];
      expect(first).toEqual(second);
      expect(first?.failure?.message).not.toBe('');
    }),
    { numRuns: scaleRuns(150) },
  );
});
