/** The lines of a step, found in the files of a flow. */
import { expect, test } from 'vitest';
import { readStepLines, splitKeys } from '../../../src/console/views/flow/step-lines.ts';

const flow = [
  'ringflow: 1',
  'name: desk # the desk',
  'steps:',
  '  main:',
  '    menu:',
  '      prompt: Hello',
  '',
  '  # a comment of the next step',
  '  bye:',
  '    say: Bye',
  '',
].join('\n');
const source = {
  file: 'desk/flow.yaml',
  files: {
    'desk/flow.yaml': flow,
    'shared/steps.yaml': 'steps:\n  late:\n    say: Late\n',
  },
};

function toStep(parts: { line: number; file?: string }) {
  return { id: 'x', verb: 'say', waits: 'nothing' as never, road: 'main' as never, ways: [], ...parts };
}

test('a step ends before the next one', () => {
  const { file, lines } = readStepLines(source, toStep({ line: 4 }));
  expect(file).toBe('desk/flow.yaml');
  expect(lines).toEqual([
    { number: 4, text: '  main:' },
    { number: 5, text: '    menu:' },
    { number: 6, text: '      prompt: Hello' },
  ]);
});

test('the last step ends with the file', () => {
  const { lines } = readStepLines(source, toStep({ line: 9 }));
  expect(lines.map(({ text }) => text)).toEqual(['  bye:', '    say: Bye']);
});

test('an imported step is read from its own file', () => {
  const step = toStep({ line: 2, file: '../shared/steps.yaml' });
  const { file, lines } = readStepLines(source, step);
  expect([file, lines.map(({ text }) => text)]).toEqual(['shared/steps.yaml', ['  late:', '    say: Late']]);
});

test('a file that is missing gives no lines', () => {
  expect(readStepLines({ file: 'desk/flow.yaml', files: {} }, toStep({ line: 9 })).lines).toEqual([]);
});

test.each([
  ['    menu:', ['menu']],
  ['      - { key: 1, goto: sales }', ['key', 'goto']],
  ['    on: { exhausted: no_choice, "*": main }', ['on', 'exhausted']],
  ['      - prompt: Note this, please: we close at 6:30', ['prompt']],
  ['    reprompt: false # { key: 1 }', ['reprompt']],
  ['  # say: nothing', []],
  ['', []],
])('the keys of %j are told from the rest', (line, keys) => {
  const parts = splitKeys(line);
  expect(parts.filter(({ isKey }) => isKey).map(({ text }) => text)).toEqual(keys);
  expect(parts.map(({ text }) => text).join('')).toBe(line);
});
