/**
 * Sub-flows extracted from steps of every sample: no mistake is reported that was not there before, no comment gets lost,
 * undoing restores each byte, and the scenarios of the flow still pass.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createFileReader,
  findFiles,
  findScenariosOf,
  isFlowFile,
  readFlowsBeside,
} from '../../../src/authoring/flow-files/index.ts';
import { editFlow } from '../../../src/authoring/edits/index.ts';
import { applyEdits } from '../../../src/authoring/edits/text-edit.ts';
import { compileFlow, createFlowCatalogue, type FlowFile } from '../../../src/language/compiler/index.ts';
import { readSuite, runSuites } from '../../../src/verification/testkit/index.ts';
import { scaleRuns } from '../../setup/property-runs.ts';
import { invertEdits } from './apply-edits.ts';

/** Scenarios about what a sub-flow changes: it has steps of its own, and what it sets is gone if the caller hangs up in it. */
const ABOUT_THE_FLOW_ITSELF = [
  'the step limit stops a caller who goes round in circles',
  'the patient hangs up while the front desk is ringing',
  'the patient cancels and confirms',
  'a rejected service key does not count as a wrong PIN',
];

const listComments = (text: string) =>
  text.split('\n').flatMap((line) => /(?:^|\s)#.*$/.exec(line)?.[0].trim() ?? []);

const countCodes = (files: readonly FlowFile[], around: readonly FlowFile[]) => {
  const others = createFlowCatalogue([...around, ...files]);
  return files.flatMap((one) => compileFlow(one, { others }).diagnostics.map(({ code }) => code)).toSorted();
};

const open = (file: string) => {
  const source: FlowFile = { file, text: readFileSync(file, 'utf8'), read: createFileReader(file) };
  const around = readFlowsBeside([file]).filter((one) => one.file !== file);
  const others = createFlowCatalogue([...around, source]);
  const extract = (step: string, flow = 'split-off') =>
    editFlow(source, { kind: 'extract', step, flow }, { others });
  return { source, around, extract, graph: compileFlow(source, { others }).graph! };
};

/** Takes so many of the items, evenly spread. */
const spread = <Item>(items: readonly Item[], count: number) =>
  items.filter(
    (_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length),
  );

describe.each(findFiles(['flows', 'std', 'templates'], isFlowFile))('%s', (file) => {
  const { source, around, extract, graph } = open(file);

  test('gives sub-flows that behave like the steps that they were', () => {
    for (const { name } of spread(graph.steps, scaleRuns(6))) {
      const result = extract(name);
      if (!result.ok) {
        expect(result.reason, name).not.toBe('');
        continue;
      }
      const after = applyEdits(source.text, result.edits);
      expect(applyEdits(after, invertEdits(source.text, result.edits)), name).toBe(source.text);
      const { file: created, text } = result.created!;
      const edited = { ...source, text: after };
      const subflow = { ...source, file: `${dirname(file)}/${created}`, text };
      expect(listComments(source.text).filter((one) => !listComments(after + text).includes(one))).toEqual(
        [],
      );
      const before = countCodes([source], around);
      expect(countCodes([edited, subflow], around).filter((code) => !before.includes(code))).toEqual([]);
      const others = createFlowCatalogue([...around, edited, subflow]);
      const compiled = compileFlow(edited, { others });
      const suites = findScenariosOf(file).map((path) => {
        const { suite, diagnostics } = readSuite(
          { file: path, text: readFileSync(path, 'utf8') },
          () => compiled,
        );
        expect(diagnostics, `${name}: ${path}`).toEqual([]);
        return suite!;
      });
      const failed = runSuites(suites, {}).cases.filter(({ failure }) => failure !== undefined);
      expect(
        failed.map((one) => one.name).filter((one) => !ABOUT_THE_FLOW_ITSELF.includes(one)),
        `${name}\n${text}`,
      ).toEqual([]);
    }
  });
});

const FLOW: FlowFile = {
  file: 'desk/flow.yaml',
  text: `ringflow: 1
name: desk
languages: [en-US]
params: { greeting: { type: string, default: Hello. } }
vars:
  # The number as entered.
  account: ''
  tries: 0
on: { error: sorry }
always: { keys: { '0': person } }
steps:
  welcome:
    say: \${params.greeting}

  # Asks until the number is right.
  ask:
    collect: { prompt: Please enter your account number., digits: 4, save: account }
    on: { exhausted: person }
  check:
    switch:
      - { when: vars.account == "1234", goto: done_well }
  count:
    set: { tries: '\${vars.tries + 1}' }
    next: person
  done_well:
    say: Thank you. That was attempt \${vars.tries}.
    next: hangup
  person:
    say: One moment. You entered \${vars.account}.
    next: hangup
  sorry:
    say: I am sorry, something went wrong.
    next: hangup
`,
};

const others = createFlowCatalogue([FLOW]);
const extract = (step: string, flow: string, text = FLOW.text) =>
  editFlow({ ...FLOW, text }, { kind: 'extract', step, flow }, { others });

test('values pass in and out, keys of the flow go on to count, and each way leads where it led', () => {
  const result = extract('ask', 'ask-account');
  if (!result.ok) throw new Error(result.reason);
  expect(result.created?.file).toBe('ask-account.flow.yaml');
  const after = applyEdits(FLOW.text, result.edits);
  expect(after).toContain(`  # Asks until the number is right.
  ask:
    run:`);
  expect(after).not.toContain('collect');
  expect(result.created?.text).toContain('always:');
  expect(result.created?.text).toContain('returns:\n  account: vars.account');
  const compiled = compileFlow(
    { ...FLOW, text: after },
    {
      others: createFlowCatalogue([
        { ...FLOW, text: after },
        { file: 'desk/ask-account.flow.yaml', text: result.created!.text },
      ]),
    },
  );
  expect(compiled.diagnostics).toEqual([]);
});

test.each([
  ['sorry', 'apology', FLOW.text, '"on" of the flow names the step "sorry"'],
  ['ask', 'Not a name', FLOW.text, 'is no name of a flow'],
  ['ask', 'desk', FLOW.text, 'there is already a flow "desk"'],
  [
    'ask',
    'other',
    FLOW.text
      .replace("account: ''", 'account: { type: string, secret: true }')
      .replace(
        'say: One moment. You entered ${vars.account}.',
        'switch: [{ when: vars.account == "", goto: sorry }]',
      ),
    'is secret',
  ],
  [
    'ask',
    'other',
    FLOW.text.replace("'0': person", "'0': person, '*': back"),
    '"back" leads to the question before',
  ],
  [
    'count',
    'other',
    FLOW.text
      .replace('error: sorry', 'error: sorry, end: record')
      .concat("  record:\n    set: { account: '${vars.tries} tries' }\n"),
    'the variable "tries" is set here and read when the call has ended',
  ],
  ['ask', 'other', FLOW.text.replace('welcome:', 'welcome: ['), 'fix them first'],
])(
  'the step %s does not become %s where that would change a call, and the reason is told',
  (step, flow, text, reason) => {
    const result = extract(step, flow, text);
    expect(result.ok ? 'made' : result.reason).toContain(reason);
  },
);
