import { describe, expect, it } from 'vitest';
import { renderCase, renderFailure, renderResultsJson } from '../../../src/verification/testkit/index.ts';
import type { SuitesWanted } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import { read, run } from './flow.ts';
import type { CaseResult } from '../../builders/run-scenarios.ts';

const text = `scenarios:
  - name: the caller leaves
    script:
      - presses: 9
  - name: both lines are busy
    parties: { "+49301110": busy, "+49301111": busy }
    script:
      - presses: 1
      - hears: All lines are busy
  - name: the caller gives up
    script: [hangs_up]
`;

function results(choice?: SuitesWanted): CaseResult[] {
  return runScenarios([read(text).suite!], choice);
}

function names(choice: SuitesWanted): string[] {
  return results(choice).map(({ name }) => name);
}

describe('which scenarios are run', () => {
  it('all of them, in the order of the file', () => {
    expect(names({})).toEqual(['the caller leaves', 'both lines are busy', 'the caller gives up']);
  });

  it.each([
    ['part of a name', 'CALLER', ['the caller leaves', 'the caller gives up']],
    [
      'part of the file',
      'desk.scenario',
      ['the caller leaves', 'both lines are busy', 'the caller gives up'],
    ],
    ['nothing', 'nobody', []],
  ])('those that a filter means by %s', (_what, filter, expected) => {
    expect(names({ filter })).toEqual(expected);
  });

  it('twice gives the same', () => {
    expect(results()).toEqual(results());
  });
});

describe('a failure for people', () => {
  const failed = results()[1]!;

  it('is one line among the others', () => {
    expect(results().map(renderCase).join('')).toBe(`pass  the caller leaves
FAIL  both lines are busy (desk.scenario.yaml:5)
pass  the caller gives up
`);
  });

  it('shows the line, what came nearest, the step, and the story until then', () => {
    expect(renderFailure(failed, { source: () => text })).toBe(
      `desk.scenario.yaml:9:9: error: the caller did not hear "All lines are busy" before the call ended
    9 |       - hears: All lines are busy
      |         ^~~~~~~~~~~~~~~~~~~~~~~~~
      hint: nearest: "Billing is busy." at 0:01.7
      flow: flow.yaml:35, in step "taken" (say), at 0:02.8

  The call "both lines are busy" up to that point:
    0:00.0  platform  call from +4915112345678 to +4930555000 rings
    0:00.0  flow      step hello (say), line 16
    0:00.0  platform  the call is answered
    0:00.0  caller    hears "Welcome to Acme." (en-US)
    0:01.0  flow      hello ends as done: to main
    0:01.0  flow      step main (menu), line 18
    0:01.0  caller    hears "For billing press 1. For your account press 2. To leave press 9." (en-US)
    0:01.0  caller    presses 1
    0:01.5  flow      main ends as 1: to billing
    0:01.5  flow      step billing (connect), line 29
    0:01.5  party     +49301110 is called
    0:01.6  party     +49301110 left: User Busy
    0:01.6  party     +49301111 is called
    0:01.7  party     +49301111 left: User Busy
    0:01.7  flow      billing ends as busy: to taken
    0:01.7  flow      step taken (say), line 35
    0:01.7  caller    hears "Billing is busy." (en-US)
    0:02.8  flow      taken ends as done: to hangup
    0:02.8  platform  the call ends: Normal Clearing
    0:02.8  flow      sees the call end: normal
    0:02.8  flow      step note (set), line 50
    0:02.8  flow      tries is now 1
    0:02.8  flow      note ends as done: to hangup

`,
    );
  });

  it('is told without the middle when it is long', () => {
    const told = (length: number) => {
      const story = Array.from({ length }, (_, line) => ({
        at: 0,
        who: 'flow' as const,
        text: `line ${line}`,
      }));
      const shown = renderFailure({ ...failed, story }, { source: () => text });
      return shown.slice(shown.indexOf('up to that point:')).trimEnd().split('\n').slice(1);
    };
    expect(told(101)).toHaveLength(101);
    const long = told(1_651);
    expect(long).toHaveLength(101);
    expect(long.slice(39, 42).map((line) => line.trim().replace(/^0:00\.0 +flow +/, ''))).toEqual([
      'line 39',
      '… 1,551 lines omitted; use --json to see all …',
      'line 1591',
    ]);
  });

  it('is nothing for a case that passed', () => {
    expect(renderFailure(results()[0]!, { source: () => text })).toBe('');
  });
});

describe('results for programs', () => {
  it('are JSON with times since the start of each call', () => {
    const json = JSON.parse(
      renderResultsJson({ cases: results(), notRun: [], broken: [], diagnostics: [] }),
    ) as Record<string, unknown> & { cases: object[] };
    expect(json).toMatchObject({ passed: 2, failed: 1 });
    expect(json.cases[0]).toEqual({
      file: 'desk.scenario.yaml',
      flow: 'flow.yaml',
      name: 'the caller leaves',
      line: 2,
      ms: expect.any(Number) as number,
      passed: true,
    });
    expect(json.cases[1]).toMatchObject({
      passed: false,
      failure: { line: 9, column: 9, step: { name: 'taken', verb: 'say' } },
      story: expect.arrayContaining([{ ms: 0, who: 'flow', text: 'step hello (say)', line: 16 }]) as object[],
    });
  });
});

it('a failure that ends the finalizer is told as that', () => {
  const flow = `ringflow: 1
name: divided
on: { end: divide }
vars: { n: 0 }
steps:
  bye: { hangup: }
  divide: { set: { n: "\${1 / vars.n}" } }
`;
  const { story } = run('script: [hangs_up]', flow);
  expect(story.map(({ text }) => text)).toContain('divide ends as failed: to the end of the finalizer');
});
