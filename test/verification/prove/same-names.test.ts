/** Two flows may have steps of one name: what is told of a step of one says nothing of the other's. */
import { expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { prove } from '../../../src/verification/prove/index.ts';

const options = {
  limits: { prompts: 12, seconds: 180, deadAirMs: 5_000 },
  budget: { states: 5_000, ms: 1, clock: () => 0 },
};

/** What is found in the first of two flows, with the file in which it stands. */
function foundIn(...texts: [string, string]): { lints: string[]; found: string[] } {
  const files = texts.map((text, index) => ({
    file: index === 0 ? 'flow.yaml' : 'inner.flow.yaml',
    text: `ringflow: 1\non: { error: sorry }\n${text}  sorry: { say: Please call again later. }\n`,
  }));
  const source = (name: string) => files.find(({ file }) => file === name)?.text;
  const [first = { file: '', text: '' }] = files;
  const {
    flow,
    graph,
    graphs = {},
    diagnostics,
  } = compileFlow(first, { others: createFlowCatalogue(files) });
  if (flow === undefined || graph === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const own = { file: first.file, flow, graph, graphs, files: { inner: 'inner.flow.yaml' } };
  const { found } = prove({ ...own, diagnostics, source }, options);
  return {
    lints: diagnostics.map(({ code }) => code),
    found: found.map(({ diagnostic: { code, file, span } }) => `${code} ${file}:${span.start.line}`),
  };
}

const circle = (step: string, finish: string) => `  ${step}:
    menu:
      prompt: To hear this again, press 1. To finish, press 2.
      choices: [{ key: 1, goto: ${step} }, { key: 2, goto: ${finish} }]
    on: { exhausted: ${finish} }
  ${finish}:
    switch: [{ when: vars.is_done, goto: sorry }]
    next: ${step}
`;
const main = (question: string) => `name: main
vars: { is_done: false }
steps:
  choose:
    menu:
      prompt: For a question, press 1. For the other one, press 2.
      choices: [{ key: 1, goto: ${question} }, { key: 2, goto: part }]
    on: { exhausted: sorry }
  part: { run: { flow: inner }, next: sorry }
`;
const inner = `name: inner\nvars: { is_done: false }\nsteps:\n${circle('ask', 'finish')}`;

test('a trap in each of two flows is told in its own file, though the steps have the same names', () => {
  const { found } = foundIn(main('ask') + circle('ask', 'finish'), inner);
  expect(found).toEqual(['trap flow.yaml:12', 'unreached-outcome flow.yaml:18', 'trap inner.flow.yaml:6']);
});

test('a lint on a step of one flow says nothing of the step of that name in the other', () => {
  const asking = (name: string) => `  ${name}:
    menu:
      prompt: To hear this again, press 1. For anything else, press 2.
      choices: [{ key: 1, goto: ${name} }, { key: 2, goto: sorry }]
    on: { exhausted: ${name} }
`;
  for (const name of ['ask', 'question']) {
    const { lints, found } = foundIn(main(name) + asking(name), inner);
    expect(lints).toContain('silence-leads-nowhere');
    expect(found).toContain('trap inner.flow.yaml:6');
  }
});

test('a circle through both flows is not told before by a lint on a step that only has the name of one in it', () => {
  const both = `name: main
vars: { is_done: false }
steps:
  choose:
    menu:
      prompt: To begin, press 1. To hear news, press 2.
      choices: [{ key: 1, goto: pause }, { key: 2, goto: ask }]
    on: { exhausted: sorry }
  pause: { wait: 1s }
  part: { run: { flow: inner } }
  again:
    switch: [{ when: vars.is_done, goto: sorry }]
    next: pause
  ask:
    menu:
      prompt: To hear this again, press 1. For anything else, press 2.
      choices: [{ key: 1, goto: ask }, { key: 2, goto: sorry }]
    on: { exhausted: ask }
`;
  const { lints, found } = foundIn(
    both,
    `name: inner
steps:
  ask:
    menu:
      prompt: To go on, press 1.
      choices: [{ key: 1, goto: done }]
    on: { exhausted: done }
  done: { return: done }
`,
  );
  expect(lints).toContain('silence-leads-nowhere');
  expect(found).toContain('trap flow.yaml:11');
});
