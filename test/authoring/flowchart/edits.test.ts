/** An edit made on a chart gives the chart of the edited text, apart from lines: the measures of stability rest on that. */
import { expect, test } from 'vitest';
import type { Flowchart } from '../../../src/authoring/flowchart/index.ts';
import { chartOf } from './charts.ts';
import { insertBehind, remove, rename } from './edits.ts';

const flow = `ringflow: 1
name: desk
on: { error: sorry }
vars: { tries: 0 }
steps:
  hello:
    say: Hello.
  ask:
    menu: { prompt: Sales or support?, choices: [{ key: 1, goto: sales }, { key: 2, goto: support }] }
    on: { exhausted: bye }
  sales:
    connect: { to: '+4930111' }
    on: { unreached: bye }
    next: bye
  support:
    say: Please call again.
  bye:
    say: Goodbye.
    next: hangup
  sorry:
    say: Sorry.
`;

/** The chart without what an edit of the text changes elsewhere: lines, and what the steps say. */
const shape = (chart: Flowchart | undefined) =>
  chart && {
    ...chart,
    steps: chart.steps.map(({ id, verb, road, ways }) => ({
      id,
      verb,
      road,
      ways: ways.filter(({ isUnhandled }) => !isUnhandled),
    })),
  };

const addition = (next = '') => `  new_step:\n    set: { tries: 1 }\n${next}`;

test.each([
  ['hello', flow.replace('  ask:\n', `${addition()}  ask:\n`)],
  ['ask', flow.replace('goto: sales', 'goto: new_step').replace('  sales:\n', `${addition()}  sales:\n`)],
  [
    'sales',
    flow
      .replace('    next: bye\n  support', '    next: new_step\n  support')
      .replace('  support:\n', `${addition('    next: bye\n')}  support:\n`),
  ],
  [
    'bye',
    flow
      .replace('next: hangup', 'next: new_step')
      .replace('  sorry:\n', `${addition('    next: hangup\n')}  sorry:\n`),
  ],
])('a step inserted behind %s', (id, text) => {
  expect(shape(insertBehind(chartOf(flow), id))).toEqual(shape(chartOf(text)));
});

test('a removed step', () => {
  const text = flow.replace('  hello:\n    say: Hello.\n', '');
  expect(shape(remove(chartOf(flow), 'hello'))).toEqual(shape(chartOf(text)));
  const without = flow
    .replace('  support:\n    say: Please call again.\n', '')
    .replace('goto: support', 'goto: bye');
  expect(shape(remove(chartOf(flow), 'support'))).toEqual(shape(chartOf(without)));
});

test('a renamed step', () => {
  expect(rename(chartOf(flow), 'bye', 'farewell')).toEqual(chartOf(flow.replaceAll(/\bbye\b/g, 'farewell')));
});
