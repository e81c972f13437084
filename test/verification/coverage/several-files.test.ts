/** Flows that import files, and flows that run others. */
import { expect, it } from 'vitest';
import { cover, told } from './scene.ts';

const importing = {
  'flow.yaml': `ringflow: 1
name: main
imports: [./common.yaml]
on: { error: bye }
defaults:
  menu: { no_input: [Hello?, Hello again?] }
steps:
  ask:
    menu:
      prompt: question
      choices: [{ key: 1, goto: bye }]
    on: { exhausted: bye }
`,
  'common.yaml': `ringflow: 1
prompts:
  question: Press 1.
steps:
  bye:
    say: Goodbye.
  unused_end:
    say: Still here.
`,
};

it('what stands in an imported file is measured with its flow, at its own lines', () => {
  const covered = cover(importing, 'scenarios: [{ name: at once, script: [presses: 1] }]');
  expect(told(covered, 'steps')).toEqual(['8 ask ×1', 'common.yaml:5 bye ×1', 'common.yaml:7 unused_end ×1']);
  expect(told(covered, 'prompts')).toEqual([
    ...['common.yaml:3 question ×1', 'common.yaml:6 bye: "Goodbye." ×1'],
    'common.yaml:8 unused_end: "Still here." ×1',
  ]);
});

it('rungs that a step has by default stand where the defaults are', () => {
  const covered = cover(importing, 'scenarios: [{ name: late, script: [stays_silent, presses: 1] }]');
  expect(told(covered, 'rungs')).toEqual(['6 ask: no_input 1 ×1', '6 ask: no_input 2 ×0']);
});

const running = {
  'flow.yaml': `ringflow: 1
name: main
languages: [en-US, de-DE]
vars: { code: '' }
on: { error: bye }
steps:
  greet: { run: { flow: greet } }
  german: { language: de-DE }
  again: { run: { flow: greet } }
  ask:
    collect:
      prompt: Your code.
      digits: 2
      save: code
      confirm: true
    on: { exhausted: bye }
    next: bye
  bye: { say: Goodbye. }
`,
  'greet.flow.yaml': `ringflow: 1
name: greet
languages: [en-US, de-DE]
prompts: { hello: { en-US: Hello., de-DE: Hallo. }, sorry: { en-US: Sorry., de-DE: Leider. } }
on: { error: sorry }
returns: {}
steps:
  hello: { say: hello, next: return }
  sorry: { say: sorry, next: return }
`,
};

const twice = `scenarios:
  - name: the code is read back and refused once
    script: [presses: 12, hears: drücken Sie die 1, presses: 2, presses: 34, presses: 1, hears: Goodbye]
`;

it('a flow that is run is measured by itself, in the languages of its calls', () => {
  const covered = cover(running, twice);
  expect(told(covered, 'steps', 'greet')).toEqual([
    'greet.flow.yaml:8 hello ×2',
    'greet.flow.yaml:9 sorry ×0',
  ]);
  expect(told(covered, 'prompts', 'greet')).toEqual([
    ...['greet.flow.yaml:4 hello in en-US ×1', 'greet.flow.yaml:4 hello in de-DE ×1'],
    ...['greet.flow.yaml:4 sorry in en-US ×0', 'greet.flow.yaml:4 sorry in de-DE ×0'],
  ]);
  expect(told(covered, 'outcomes', 'main')).toContain('7 greet: done ×1');
});

it('the words by which a value is read back are a prompt of their step', () => {
  const [confirm, question] = told(cover(running, twice), 'prompts', 'main');
  expect(confirm).toBe('15 ask: confirm in de-DE ×2');
  expect(question).toBe('12 ask: "Your code." ×2');
});

const waiting = `ringflow: 1
name: waiting
on: { error: sorry }
steps:
  hello: { say: Hello. }
  ask:
    http: { get: 'https://example.com/slow', timeout: 20s, filler: One moment., filler_after: 2s }
  sorry: { say: Sorry., next: hangup }
`;

it('what is said while a service is asked is a prompt of its step', () => {
  const asked = (delay: string) => `scenarios:
  - name: asked
    http: [{ match: GET /slow, delay: ${delay}, answer: {} }]
    script: [hears: Hello, waits: 30s]
`;
  expect(told(cover(waiting, asked('1s')), 'prompts')[1]).toBe('7 ask: "One moment." ×0');
  expect(told(cover(waiting, asked('5s')), 'prompts')[1]).toMatch(/^7 ask: "One moment." ×[1-9]/);
});

const outbound = `ringflow: 1
name: outbound
steps:
  hello: { say: Hello. }
  bye: { say: Goodbye. }
`;

it('what an outbound call carries with its dial counts as said', () => {
  const covered = cover(
    outbound,
    'scenarios: [{ name: out, start: { direction: outbound }, script: [hears: Hello, hears: Goodbye] }]',
  );
  expect(told(covered, 'prompts')).toEqual(['4 hello: "Hello." ×1', '5 bye: "Goodbye." ×1']);
});

const quiet = `ringflow: 1
name: quiet
steps:
  ask:
    menu:
      prompt: Press 1.
      choices: [{ key: 1, goto: hangup }]
      attempts: 2
      no_input: [To go on press 1.]
      reprompt: false
    on: { exhausted: hangup }
`;

it('a question that is not put again after its rung was put once', () => {
  const covered = cover(quiet, 'scenarios: [{ name: silent, script: [stays_silent, stays_silent] }]');
  expect(told(covered, 'prompts')).toEqual(['6 ask: "Press 1." ×1']);
  expect(told(covered, 'rungs')).toEqual(['9 ask: no_input 1 ×1']);
});
