/** Choices that lead back to their menu although something is set on the way. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

interface Line {
  /** The choice of the key 2, and the words for it. */
  choice?: string;
  words?: string;
  language?: string;
  vars?: string;
  /** The step that counts, and the one that decides. */
  count?: string;
  decide?: string;
  head?: string;
  first?: string;
  more?: string;
  /** What the menu says first. */
  intro?: string;
}

function countDead(line: Line): number {
  const {
    choice = 'goto: count',
    words = 'To keep waiting, press 2.',
    language = 'en-GB',
    vars = '{ rounds: 0, limit: 3, asked: false }',
    count = "{ set: { rounds: '${vars.rounds + 1}' } }",
    decide = "{ switch: [{ when: 'vars.rounds >= 4', goto: nobody }] }",
    head = '',
    first = '{ set: { rounds: 0 } }',
    more = '',
    intro = '',
  } = line;
  const text = `ringflow: 1
name: case
languages: [${language}]
on: { error: sorry${more.includes('report:') ? ', end: report' : ''} }
vars: ${vars}
${head}
steps:
  begin: ${first}
  call: { connect: { to: '+442079460101', ring: 20s }, on: { unreached: count }, next: hangup }
  count: ${count}
  decide: ${decide}
  busy: { say: '1 2 3.', next: call }
  nobody:
    menu:
      prompt: "${intro}${words} For a message, press 1."
      choices: [{ key: 1, goto: sorry }, { key: 2, ${choice} }]
    on: { exhausted: sorry }
${more}
  sorry: { say: '1 2 3.', next: hangup }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter(({ code }) => code === 'dead-choice').length;
}

test.each<[string, Line]>([
  ['counts past the limit', {}],
  ['counts by itself', { choice: "set: { rounds: '${vars.rounds + 1}' }, goto: decide" }],
  [
    'counts down',
    {
      count: "{ set: { rounds: '${vars.rounds - 1}' } }",
      decide: "{ switch: [{ when: 'vars.rounds <= -4', goto: nobody }] }",
    },
  ],
  [
    'finds the other branch closed',
    { decide: "{ switch: [{ when: 'vars.rounds < 4', goto: busy }], next: nobody }" },
  ],
  [
    'sets a flag that decides against it',
    { count: '{ set: { asked: true } }', decide: '{ switch: [{ when: vars.asked, goto: nobody }] }' },
  ],
])('a choice that %s is dead', (_, line) => {
  expect(countDead(line)).toBe(1);
});

test.each<[string, Line]>([
  ['begins anew', { choice: 'goto: begin' }],
  ['repeats its menu', { choice: 'goto: repeat' }],
  ['may still lead on', { decide: "{ switch: [{ when: 'vars.rounds == 4', goto: nobody }] }" }],
  [
    'depends on what a service says',
    {
      decide: "{ switch: [{ when: 'vars.rounds >= vars.limit', goto: nobody }] }",
      first:
        "{ http: { get: 'https://x.example.com', save: { limit: '${int(response.json.n)}' }, timeout: 3s }, on: { failed: sorry } }",
    },
  ],
  ['is offered for hearing it again', { words: 'To hear this again, press 2.' }],
  [
    'is offered for hearing it again in Polish',
    { language: 'pl-PL', words: 'Aby usłyszeć to ponownie, naciśnij 2.' },
  ],
  ['stands in a language that is not known', { language: 'fi-FI' }],
  ['changes what the menu says', { intro: 'Round ${vars.rounds}. ' }],
  [
    'changes what is reported',
    {
      more: "  report: { http: { post: 'https://x.example.com', json: { rounds: '${vars.rounds}' } }, on: { failed: hangup }, next: hangup }",
    },
  ],
  ['changes what is returned', { head: 'returns: { rounds: vars.rounds }' }],
  ['sets the language', { choice: 'language: en-GB, goto: count' }],
  ['says something on the way', { choice: 'goto: busy' }],
])('a choice that %s is left alone', (_, line) => {
  expect(countDead(line)).toBe(0);
});
