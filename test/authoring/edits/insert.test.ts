/** Steps of each kind that the diagram inserts: they compile, and go where the step before them went. */
import { expect, test } from 'vitest';
import { editFlow, type NewWork } from '../../../src/authoring/edits/index.ts';
import { applyEdits } from '../../../src/authoring/edits/text-edit.ts';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';

const TEXT = `ringflow: 1
name: desk
languages: [en-US]
on: { error: sorry }
steps:
  hello:
    say: Hello.
  bye:
    say: Goodbye.
    next: hangup
  sorry: { say: Sorry., next: hangup }
`;

const OTHER = `ringflow: 1
name: greeting
languages: [en-US]
steps:
  hello: { say: Welcome., next: return }
`;

test.each<[NewWork['verb'], string, string]>([
  ['say', 'One: moment', 'say: "One: moment"'],
  ['connect', '+4930231250', 'connect: { to: "+4930231250" }\n    on: { unreached: bye }'],
  [
    'collect',
    'Your number, please.',
    'collect:\n      prompt: "Your number, please."\n      digits: { min: 1, max: 20 }\n      save: added\n    on: { exhausted: bye }',
  ],
  ['wait', '2s', 'wait: "2s"'],
  ['outcome', 'booked', 'outcome: "booked"'],
  ['run', 'greeting', 'run: { flow: "greeting" }'],
])('%s', (verb, value, line) => {
  const source = { file: 'desk/flow.yaml', text: TEXT, read: () => undefined };
  const others = createFlowCatalogue([source, { ...source, file: 'greeting/flow.yaml', text: OTHER }]);
  const edit = { kind: 'insertBehind', step: 'hello', name: 'added', work: { verb, value } } as const;
  const result = editFlow(source, edit, { others });
  if (!result.ok) throw new Error(result.reason);
  const text = applyEdits(TEXT, result.edits);
  expect(text).toContain(`  added:\n    ${line}\n  bye:`);
  const { graph, diagnostics } = compileFlow({ ...source, text }, { others });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const findNext = (name: string) =>
    graph?.steps.find((step) => step.name === name)?.edges.find(({ kind }) => kind === 'next')?.to;
  expect([findNext('hello'), findNext('added')]).toEqual(['added', 'bye']);
});

const renderFlow = (edit: Parameters<typeof editFlow>[1], text: string) => {
  const source = { file: 'desk/flow.yaml', text, read: () => undefined };
  const result = editFlow(source, edit);
  if (!result.ok) throw new Error(result.reason);
  const edited = applyEdits(text, result.edits);
  const { graph, diagnostics } = compileFlow({ ...source, text: edited });
  return { text: edited, graph, errors: diagnostics.filter(({ severity }) => severity === 'error') };
};

test.each(['hello', 'bye'])(
  'menu behind %s: its key and its failure lead to where the call went on',
  (step) => {
    const work = { verb: 'menu', value: 'To go on, press 1.' } as const;
    const { graph, errors } = renderFlow({ kind: 'insertBehind', step, name: 'added', work }, TEXT);
    expect(errors).toEqual([]);
    const added = graph?.steps.find(({ name }) => name === 'added');
    const after = step === 'hello' ? 'bye' : 'hangup';
    const taken = added?.edges.filter(({ kind }) => kind !== 'error').map(({ to }) => to);
    expect([...new Set(taken)]).toEqual([after]);
  },
);

test.each([
  ['no variables', TEXT, "vars:\n  added: { type: string, initial: '' }\n\nsteps:", 'save: added'],
  [
    'variables, one of that name',
    TEXT.replace('steps:', 'vars:\n  added: { type: int, initial: 0 }\nsteps:'),
    "  added: { type: int, initial: 0 }\n  added_2: { type: string, initial: '' }\nsteps:",
    'save: added_2',
  ],
  [
    'variables between braces',
    TEXT.replace('steps:', 'vars: { count: { type: int, initial: 0 } }\nsteps:'),
    "vars: { count: { type: int, initial: 0 }, added: { type: string, initial: '' } }\nsteps:",
    'save: added',
  ],
])('collect in a flow with %s stores the answer in a variable of its own', (_, text, declared, saved) => {
  const work = { verb: 'collect', value: 'Your number, please.' } as const;
  const edited = renderFlow({ kind: 'insertBehind', step: 'hello', name: 'added', work }, text);
  expect(edited.errors).toEqual([]);
  expect(edited.text).toContain(declared);
  expect(edited.text).toContain(saved);
});
