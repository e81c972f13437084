import { describe, expect, it } from 'vitest';
import { addHits, measure, countShares, watchFlow } from '../../../src/verification/coverage/index.ts';
import type { Hits } from '../../../src/verification/coverage/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import { cover, desk, sourcesOf, suiteOn, told } from './scene.ts';

const english = `scenarios:
  - name: silent once, then a wrong key, then sales
    script: [hears: For sales, stays_silent, hears: still, presses: 7, hears: there, presses: 1]
`.replace('hears: still', 'hears: there');

const german = `scenarios:
  - name: in German, silent twice, then the agent is busy
    parties: { '+49301110': busy }
    script:
      - presses: 2
      - hears: Willkommen
      - stays_silent
      - hears: Sind Sie da
      - stays_silent
      - hears: I still hear nothing
      - presses: 0
`;

describe('what is covered of a flow', () => {
  it('are its steps, with the lines of their names', () => {
    expect(told(cover(desk, english), 'steps')).toEqual([
      ...[
        '12 hello ×1',
        '14 main ×1',
        '24 german ×0',
        '27 who ×1',
        '31 agent ×0',
        '35 sorry ×0',
        '38 note ×1',
      ],
    ]);
  });

  it('are the outcomes that it routes and the global keys, where they are written', () => {
    expect(told(cover(desk, german), 'outcomes')).toEqual([
      '12 hello: done ×2',
      ...['18 main: 1 ×0', '19 main: 2 ×1', '23 main: exhausted, silent ×0', '26 german: done ×1'],
      ...['34 agent: completed ×0', '33 agent: busy ×1', '33 agent: no_answer ×0', '33 agent: failed ×0'],
      ...['37 sorry: done ×0', '38 note: done ×1', '9 always: 0 ×1', '9 always: * ×0'],
    ]);
  });

  it('are the cases of a switch, apart from its outcomes', () => {
    expect(told(cover(desk, english), 'branches')).toEqual([
      '29 who: when vars.vip ×0',
      '30 who: when call.from.startsWith("+49") ×1',
      '27 who: otherwise ×0',
    ]);
  });

  it('are failures that nobody routes, apart from everything else', () => {
    expect(told(cover(desk, english), 'failures')).toEqual([
      ...['12 hello: failed ×0', '14 main: failed ×0', '27 who: failed ×0', '35 sorry: failed ×0'],
      '38 note: failed ×0',
    ]);
  });

  it('are its rungs: each entry by itself, though two say the same', () => {
    expect(told(cover(desk, english), 'rungs')).toEqual([
      ...['21 main: no_input 1 ×1', '21 main: no_input 2 ×0', '22 main: no_match 1 ×1'],
    ]);
    expect(told(cover(desk, german), 'rungs')).toEqual([
      ...['21 main: no_input 1 ×1', '21 main: no_input 2 ×1', '22 main: no_match 1 ×0'],
    ]);
  });

  it('are its prompts in each language in which callers hear them; what is the same in all is one', () => {
    expect(told(cover(desk, english), 'prompts')).toEqual([
      ...['6 welcome in en-US ×1', '6 welcome in de-DE ×0', '7 still_there in en-US ×2'],
      ...['7 still_there in de-DE ×0', '8 chime ×1'],
      ...['16 main: "For sales, press 1. Für Deutsch drücken…" ×3', '36 sorry: "I am sorry." ×0'],
    ]);
  });
});

describe('what a call does', () => {
  it('is the same, to the byte, whether somebody watches it or not', () => {
    const { results, sources } = cover(desk, german);
    expect(results.map(({ trace }) => trace)).toEqual(
      runScenarios([suiteOn(sources, german)]).map(({ trace }) => trace),
    );
  });

  it('is added up, whichever run noted it', () => {
    const all: Hits = {};
    const runs = [cover(desk, english), cover(desk, german)];
    for (const { hits } of runs) addHits(all, hits);
    const [flow] = measure(runs[0]!.sources, all);
    const steps = flow!.items.filter(({ kind }) => kind === 'steps');
    expect(steps.map(({ name, hits }) => [name, hits])).toEqual([
      ...[
        ['hello', 3],
        ['main', 3],
        ['german', 1],
        ['who', 1],
        ['agent', 1],
        ['sorry', 0],
        ['note', 2],
      ],
    ]);
    expect(told(runs[0]!, 'steps')[0]).toBe('12 hello ×1');
  });

  it('is noted on a flow that several calls use', () => {
    const { sources } = cover(desk, english);
    const suite = suiteOn(sources, english);
    const hits: Hits = {};
    const flow = watchFlow(suite.flow, hits);
    runScenarios([
      { ...suite, flow },
      { ...suite, flow },
    ]);
    expect(measure(sources, hits)[0]?.items[1]).toMatchObject({ name: 'main', hits: 2 });
    expect(flow.part('desk')).toBe(flow.part('desk'));
  });
});

describe('flows of one name in different folders', () => {
  it('are not taken for one another', () => {
    const { flows, hits } = cover(desk, english);
    const other = sourcesOf({ 'flow.yaml': desk.replace('attempts: 3', 'attempts: 4') });
    expect(countShares(flows).steps.covered).toBe(4);
    expect(countShares(measure(other, hits)).steps.covered).toBe(0);
  });
});

describe('a flow that no call came to', () => {
  it('has everything to cover and nothing covered', () => {
    const { sources } = cover(desk, english);
    const { steps, outcomes } = countShares(measure(sources, {}));
    expect([steps, outcomes]).toEqual([
      { covered: 0, total: 7 },
      { covered: 0, total: 13 },
    ]);
  });
});
