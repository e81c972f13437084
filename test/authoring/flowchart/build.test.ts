/** The chart of a flow. */
import { describe, expect, test } from 'vitest';
import { desk } from '../drawing/scene.ts';
import { sketchFlowchart } from '../../../src/authoring/flowchart/index.ts';
import { layoutFlowchart } from '../../../src/authoring/flowchart/layout/index.ts';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { chartOf } from './charts.ts';

const stepOf = (text: string, id: string) => chartOf(text).steps.find((step) => step.id === id);

describe('a chart', () => {
  test('has the steps in the order of the file with their lines, roads and waits', () => {
    const { steps, ...others } = chartOf(desk);
    expect(steps.map(({ id, verb, line, waits, road }) => [id, verb, line, waits, road])).toEqual([
      ['welcome', 'say', 7, 'playback', 'main'],
      ['main', 'menu', 9, 'caller', 'main'],
      ['sales', 'connect', 17, 'party', 'main'],
      ['agent', 'connect', 21, 'party', 'main'],
      ['sorry', 'say', 25, 'playback', 'error'],
      ['note', 'set', 28, 'nothing', 'end'],
    ]);
    expect(others).toEqual({
      flow: 'desk',
      entry: 'welcome',
      languages: ['en-US'],
      errorStep: 'sorry',
      endStep: 'note',
      always: [
        { key: '0', to: { step: 'agent' } },
        { key: '*', to: { word: 'repeat' } },
        { key: '#', to: { word: 'hangup' } },
      ],
    });
  });

  test('tells the keys that a step asks for', () => {
    const ask = (verb: string) =>
      stepOf(
        `ringflow: 1\nname: x\nvars: { pin: '' }\nsteps:\n  ask:\n    ${verb}\n    on: { exhausted: hangup }\n`,
        'ask',
      )?.detail;
    expect(
      ask("menu: { prompt: '1 or 2.', choices: [{ key: 1, goto: hangup }, { key: 2, goto: hangup }] }"),
    ).toBe('1 or 2');
    expect(ask("menu: { prompt: 'Press 1.', choices: [{ key: 1, goto: hangup }] }")).toBe('1');
    expect(ask('collect: { prompt: PIN?, digits: 4, save: pin }\n    next: hangup')).toBe('4 digits');
    expect(
      ask(
        'collect: { prompt: PIN?, digits: { min: 2, max: 6 }, terminator: "#", save: pin }\n    next: hangup',
      ),
    ).toBe('2 to 6 digits, then #');
  });

  test('has ways by kind and target, and tells which failures the flow takes', () => {
    expect(stepOf(desk, 'main')?.ways).toMatchObject([
      { code: '1', kind: 'choice', to: { step: 'sales' }, isUnhandled: false },
      { code: '2', kind: 'choice', to: { step: 'sales' }, isUnhandled: false },
      { code: '9', kind: 'choice', to: { word: 'hangup' }, isUnhandled: false },
      { code: 'exhausted', kind: 'outcome', to: { step: 'welcome' }, isUnhandled: false },
      { code: 'silent', kind: 'outcome', to: { step: 'welcome' }, isUnhandled: false },
      { code: 'failed', kind: 'failure', to: { step: 'sorry' }, isUnhandled: true },
    ]);
    const failed = stepOf(desk, 'sales')?.ways.find(({ code }) => code === 'failed');
    expect(failed).toEqual({ code: 'failed', kind: 'failure', to: { step: 'agent' }, isUnhandled: false });
    expect(stepOf(desk, 'welcome')?.ways[0]).toEqual({
      code: 'done',
      kind: 'next',
      to: { step: 'main' },
      isUnhandled: false,
    });
  });

  test('has no unhandled failures on the error path and in the finalizer, where a failure ends the path', () => {
    for (const id of ['sorry', 'note'])
      expect(stepOf(desk, id)?.ways.filter(({ isUnhandled }) => isUnhandled)).toEqual([]);
  });

  test('is plain JSON', () => {
    const chart = chartOf(desk);
    expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
  });
});

const header = `ringflow: 1
name: shop
languages: [en-US, de-DE]
vars: { department: none, n: 0 }
`;

describe('a step', () => {
  test('has the text of its first prompt in each language, without markup and line breaks', () => {
    const text = `${header}prompts:
  hello: { en-US: "<Hello>", de-DE: Hallo. }
  loud: { ssml: "<speak><p>Now,</p> <emphasis>\${vars.n}</emphasis></speak>" }
steps:
  plain: { say: [hello, "One\\ntwo."] }
  ssml: { say: loud }
  audio: { say: { stored: chime }, next: hangup }
`;
    expect(stepOf(text, 'plain')?.prompt).toEqual({
      'en-US': '<Hello> One two.',
      'de-DE': 'Hallo. One two.',
    });
    expect(stepOf(text, 'ssml')?.prompt).toEqual({ 'en-US': 'Now, ${vars.n}', 'de-DE': 'Now, ${vars.n}' });
    expect(stepOf(text, 'audio')).not.toHaveProperty('prompt');
  });

  test.each([
    ['{ set: { department: sales, n: "${vars.n + 1}" } }', 'department = sales, n = vars.n + 1'],
    [
      '{ connect: { to: ["+4930231251", "+4930${vars.n}"] }, on: { unreached: hangup } }',
      '+4930231251, +4930${vars.n}',
    ],
    ['{ language: de-DE }', 'de-DE'],
    ['{ outcome: sold }', 'sold'],
    ['{ record: { start: "a-${vars.n}" } }', 'a-${vars.n}'],
    ['{ switch: [{ when: "vars.n > 1", goto: hangup }] }', 'vars.n > 1'],
    ['{ http: { get: "https://shop.example/${vars.n}" } }', 'GET https://shop.example/${vars.n}'],
    ['{ say: Hello. }', undefined],
    ['{ hold: }', undefined],
  ])('%s is told as %s', (body, detail) => {
    expect(stepOf(`${header}steps:\n  one: ${body}\n  bye: { hangup: }\n`, 'one')?.detail).toBe(detail);
  });

  test('tells in no more than 120 characters what it does', () => {
    const value = 'x'.repeat(500);
    const text = `${header}steps:\n  one: { set: { department: ${value} } }\n  bye: { hangup: }\n`;
    expect(stepOf(text, 'one')?.detail).toMatch(/^department = x+…$/);
    expect(stepOf(text, 'one')?.detail).toHaveLength(120);
  });

  test('that asks tells its question and not what an answer sets', () => {
    const text = `${header}steps:
  ask:
    menu:
      prompt: Sales?
      choices: [{ key: 1, set: { department: sales }, goto: bye }, { key: 2, goto: repeat }]
    on: { exhausted: bye }
  bye: { hangup: }
`;
    const step = stepOf(text, 'ask');
    expect(step?.prompt).toEqual({ 'en-US': 'Sales?', 'de-DE': 'Sales?' });
    expect(step?.detail).toBe('1 or 2');
    expect(step?.ways[1]).toMatchObject({ code: '2', to: { word: 'repeat' } });
  });
});

describe('a sketch of a flow with errors', () => {
  const sketch = (text: string) => {
    const { graph, flow } = compileFlow({ file: 'flow.yaml', text });
    return { flow, chart: graph && sketchFlowchart('desk', graph) };
  };

  test('has the steps that can be read, and the ways to those that exist', () => {
    const { flow, chart } = sketch(desk.replace('goto: sales', 'goto: salles'));
    expect(flow).toBeUndefined();
    expect(chart?.steps.map(({ id }) => id)).toEqual(chartOf(desk).steps.map(({ id }) => id));
    const ways = chart?.steps.find(({ id }) => id === 'main')?.ways ?? [];
    expect(ways.map(({ code }) => code)).not.toContain('1');
    expect(ways.map(({ code }) => code)).toContain('9');
  });

  test('can be placed, wherever the text breaks off', () => {
    const lines = desk.split('\n');
    for (const count of lines.keys()) {
      const { chart } = sketch(lines.slice(0, count).join('\n'));
      if (chart === undefined) continue;
      const known = new Set(chart.steps.map(({ id }) => id));
      expect(known.has(chart.entry)).toBe(true);
      expect(layoutFlowchart(chart, { isFolded: true }).cards.length).toBeGreaterThan(0);
    }
  });
});
