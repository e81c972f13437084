/** Scenarios of flows that run others. */
import { expect, it } from 'vitest';
import { runnable } from '../../../src/call/index.ts';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { readSuite } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';

const files = [
  {
    file: 'flow.yaml',
    text: `ringflow: 1
name: main
params: { who: string }
on: { error: bye }
steps:
  ask: { run: { flow: greet, with: { who: "\${params.who}" } }, next: bye }
  bye: { say: Goodbye. }
`,
  },
  {
    file: 'greet.flow.yaml',
    text: `ringflow: 1
name: greet
params: { who: string }
returns: {}
steps:
  bye: { say: "Hello \${params.who}." }
`,
  },
];

it('tell of which flow a step is, and show only lines of their own', () => {
  const { flow } = compileFlow(files[0]!, { others: createFlowCatalogue(files) });
  const text = `scenarios:
  - name: greeted
    start: { params: { who: Ada } }
    script: [hears: Hello Ada., hears: Nobody.]
`;
  const { suite } = readSuite({ file: 'x.scenario.yaml', text }, () => ({ flow: flow! }));
  const [result] = runScenarios([{ ...suite!, flow: runnable(flow!) }]);
  const told = result!.story.flatMap(({ who, text, line }) =>
    who === 'flow' && /^(step|in) /.test(text) ? [`${line ?? '-'} ${text}`] : [],
  );
  expect(told).toEqual([
    '6 step ask (run)',
    '- in flow greet',
    '- step bye of greet (say)',
    '- in flow main',
    '7 step bye (say)',
  ]);
  expect(result!.failure?.step).toEqual({ name: 'bye', verb: 'say', line: 7 });
});
