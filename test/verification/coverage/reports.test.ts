import { beforeAll, describe, expect, it } from 'vitest';
import {
  renderCoverageJson,
  renderCoverageLcov,
  renderCoverageText,
  gradeShare,
  findMissedThresholds,
  toPercent,
} from '../../../src/verification/coverage/index.ts';
import type { FlowCoverage } from '../../../src/verification/coverage/index.ts';
import { readLcov } from './read-lcov.ts';
import { cover, desk } from './scene.ts';

const script = 'scenarios: [{ name: sales, script: [presses: 1] }]';
let flows: FlowCoverage[];
beforeAll(() => {
  flows = cover(desk, script).flows;
});

const importing = {
  'flow.yaml': 'ringflow: 1\nname: b-flow\nimports: [./c.yaml]\nsteps:\n  one: { say: One., next: bye }\n',
  'a/flow.yaml': 'ringflow: 1\nname: a-flow\nsteps:\n  two: { say: Two. }\n',
  'c.yaml': 'ringflow: 1\nsteps:\n  bye: { say: Bye. }\n',
};

describe('the text', () => {
  it('is a table, and below it what is not covered, by lines', () => {
    expect(renderCoverageText(flows, { colour: false })).toBe(
      `flow       steps     outcomes    branches     prompts       rungs    failures
desk  4/7  57.1%  3/13  23.0%  1/3  33.3%  3/7  42.8%  0/3   0.0%  0/5   0.0%

Not covered:

flow.yaml
   6  prompt   welcome in de-DE
   7  prompt   still_there in en-US
   7  prompt   still_there in de-DE
   9  outcome  always: 0 → agent
   9  outcome  always: * → repeat
  19  outcome  main: 2 → german
  21  rung     main: no_input 1
  21  rung     main: no_input 2
  22  rung     main: no_match 1
  23  outcome  main: exhausted, silent → hangup
  24  step     german
  26  outcome  german: done → hello
  27  branch   who: otherwise → agent
  29  branch   who: when vars.vip → agent
  31  step     agent
  33  outcome  agent: busy → hangup
  33  outcome  agent: no_answer → hangup
  33  outcome  agent: failed → hangup
  34  outcome  agent: completed → hangup
  35  step     sorry
  36  prompt   sorry: "I am sorry."
  37  outcome  sorry: done → hangup

5 unhandled failures were not covered (all lead to on.error); the JSON and HTML reports list them.
`,
    );
  });

  it('has a row for all flows, sorted by name, and a file only where something of it is missing', () => {
    const text = renderCoverageText(
      cover(importing, 'scenarios: [{ name: x, script: [hears: Bye] }]').flows,
      {
        colour: false,
      },
    );
    const names = text.split('\n').map((line) => line.split('  ', 1)[0]);
    expect(names.slice(0, 4)).toEqual(['flow', 'a-flow', 'b-flow', 'all flows']);
    expect(names.filter((name) => name?.endsWith('yaml'))).toEqual(['a/flow.yaml']);
    expect(text).toContain('–');
  });

  it('is aligned, and coloured only where asked', () => {
    const plain = renderCoverageText(flows, { colour: false });
    const coloured = renderCoverageText(flows, { colour: true });
    const escape = String.fromCharCode(27);
    expect(plain).not.toContain(escape);
    expect(coloured).toContain(`${escape}[31m3/13  23.0%${escape}[0m`);
    expect(coloured.replaceAll(new RegExp(`${escape}\\[\\d+m`, 'g'), '')).toBe(plain);
    const [head = '', row = ''] = plain.split('\n');
    expect(head.length).toBe(row.length);
  });

  it('says how many failures it does not list', () => {
    expect(renderCoverageText(flows, { colour: false })).toContain('5 unhandled failures were not covered');
  });
});

describe('lcov', () => {
  it('has a function for each step and a line for everything that stands somewhere', () => {
    const [record] = readLcov(renderCoverageLcov(flows));
    expect(record?.file).toBe('flow.yaml');
    expect(record?.functions.get('main')).toEqual({ line: 14, hits: 1 });
    expect(record?.functions.get('german')).toEqual({ line: 24, hits: 0 });
    expect(record?.lines.get(18)).toBe(1);
    expect(record?.lines.get(19)).toBe(0);
    expect(record?.lines.has(11)).toBe(false);
  });

  it('has the outcomes of a step as one block, with a dash where the step was not entered', () => {
    const [record] = readLcov(renderCoverageLcov(flows));
    const taken = (line: number) =>
      record?.branches.filter((one) => one.line === line).map((one) => one.taken);
    expect(taken(18)).toEqual(['1']);
    expect(taken(19)).toEqual(['0']);
    expect(taken(33)).toEqual(['-', '-', '-']);
  });

  it('has a file that flows import once, with what all of them came to', () => {
    const both = { ...importing, 'a/flow.yaml': importing['a/flow.yaml'] };
    const once = cover(both, 'scenarios: [{ name: x, script: [hears: Bye] }]').flows;
    const twice = once.map((flow) => ({ ...flow, file: `again/${flow.file}` }));
    const records = readLcov(renderCoverageLcov([...once, ...twice]));
    expect(records.map(({ file }) => file)).toEqual(['a/flow.yaml', 'c.yaml', 'flow.yaml']);
    expect(records[1]?.functions.get('bye')).toEqual({ line: 3, hits: 2 });
  });
});

describe('the JSON', () => {
  it('has shares and items, of all flows and of each', () => {
    const json = JSON.parse(renderCoverageJson(flows)) as {
      format: number;
      totals: Record<string, unknown>;
      flows: { flow: string; totals: unknown; items: unknown[] }[];
    };
    expect(json.format).toBe(1);
    expect(json.totals.steps).toEqual({ covered: 4, total: 7, percent: 57.1 });
    expect(json.flows[0]?.totals).toEqual(json.totals);
    expect(json.flows[0]?.items).toContainEqual({
      ...{ kind: 'outcomes', name: 'main: 2', step: 'main', outcomes: ['2'], to: 'german' },
      ...{ file: 'flow.yaml', line: 19, hits: 0 },
    });
  });
});

describe('thresholds', () => {
  it('are missed where less is covered, and only for kinds that are named', () => {
    expect(findMissedThresholds(flows, { steps: 57.1, outcomes: 90, branches: 33 })).toEqual([
      { kind: 'outcomes', wanted: 90, percent: 23 },
    ]);
    expect(findMissedThresholds(flows, {})).toEqual([]);
  });

  it('are of all flows together, and met where there is nothing to cover', () => {
    expect(findMissedThresholds([], { steps: 100 })).toEqual([]);
    const nothing = { flow: 'x', file: 'x', items: [] };
    expect(findMissedThresholds([...flows, nothing], { steps: 58 })).toHaveLength(1);
  });

  it('of 100 are met by nothing less than all', () => {
    expect(toPercent({ covered: 9999, total: 10_000 })).toBe(99.9);
    expect(gradeShare('steps', { covered: 9999, total: 10_000 })).toBe('fair');
    expect(gradeShare('failures', { covered: 0, total: 3 })).toBeUndefined();
  });
});
