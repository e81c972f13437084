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
