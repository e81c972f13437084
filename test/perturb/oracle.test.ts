/** That each rule can be broken: runs of which something is made wrong on purpose. */
import { expect, test } from 'vitest';
import type { CaseRun } from '../../src/perturb/index.ts';
import { judge, runCase } from '../../src/perturb/index.ts';
import { casesOf } from './case.ts';

const FLOW = `
  vars:
    pin: { type: string, secret: true }
  on: { end: note }
  steps:
    ask:
      collect: { prompt: Your PIN please., digits: 4, save: pin }
      on: { exhausted: hangup }
    bye: { say: Goodbye. , next: hangup }
    note: { wait: 1s, next: hangup }
`;

const SCRIPT = `scenarios:
  - name: a caller gives the PIN
    script:
      - presses: 7351
      - hears: Goodbye
`;

/** A run in which nothing goes wrong. */
function sound(): CaseRun & Required<Pick<CaseRun, 'call'>> {
  const [one] = casesOf(FLOW, SCRIPT);
  if (one === undefined) throw new Error('there is no case');
  const run = runCase(one.suite.flow, one.scenario);
  if (run.call === undefined) throw new Error('there is no call');
  return { ...run, call: run.call };
}

const rules = (run: CaseRun, undisturbed?: CaseRun) =>
  judge(run, undisturbed === undefined ? {} : { undisturbed }).map(({ rule }) => rule);

test('a sound run breaks no rule', () => {
  expect(judge(sound())).toEqual([]);
  expect(judge(sound(), { undisturbed: sound() })).toEqual([]);
});

test('O1: something is thrown', () => {
  expect(judge({ ...sound(), error: new Error('a bug') })).toEqual([{ rule: 'throws', message: 'a bug' }]);
});

test('O2: a play is heard twice', () => {
  const run = sound();
  const heard = run.call.log.find(({ entry }) => 'kind' in entry && entry.kind === 'speech');
  if (heard === undefined) throw new Error('nothing was heard');
  run.call.log.push(heard);
  expect(rules(run)).toEqual(['doubled', 'doubled']);
});

test('O3: the call does not end, or not in time', () => {
  const run = sound();
  const { record, trace, log, web, heard } = run.call;
  const { endedAt, ...endless } = record;
  const callWith = (changed: typeof record) =>
    ({ trace, log, web, heard, record: changed }) as unknown as CaseRun['call'] & object;
  expect(rules({ ...run, call: callWith(endless) })).toEqual(['endless']);
  expect(endedAt).toBeDefined();
  const late = { ...record, endedAt: record.startedAt + 24 * 3_600_000 };
  expect(rules({ ...run, call: callWith(late) })).toEqual(['endless']);
});

test('O4: the finalizer never begins, or twice', () => {
  const run = sound();
  const isEnd = (commit: CaseRun['commits'][number]) =>
    commit.trace.notes.some(({ kind }) => kind === 'ended');
  const ends = run.commits.filter(isEnd);
  expect(rules({ ...run, commits: run.commits.filter((commit) => !isEnd(commit)) })).toContain('finalizer');
  expect(rules({ ...run, commits: [...run.commits, ...ends] })).toContain('finalizer');
});

test('O5: something is asked of a call that is over', () => {
  const run = sound();
  const last = run.commits.at(-1);
  const play = run.commits.flatMap(({ commands }) => commands).find(({ kind }) => kind === 'play');
  if (last === undefined || play === undefined) throw new Error('nothing was played');
  const before = run.call.record;
  expect(
    rules({
      ...run,
      commits: [...run.commits, { ...last, before, trace: { ...last.trace, notes: [] }, commands: [play] }],
    }),
  ).toEqual(['after the end']);
});

test.each([
  ['as it is', 'the PIN is 7351'],
  ['digit by digit', 'you said 7, 3, 5, 1.'],
])('O6: a secret shows in the trace, %s', (_how, text) => {
  const run = sound();
  const [first, ...others] = run.commits;
  if (first === undefined) throw new Error('nothing happened');
  const trace = { ...first.trace, notes: [{ kind: 'because' as const, text }] };
  const leaky = judge({ ...run, commits: [{ ...first, trace }, ...others] });
  expect(leaky.map(({ rule }) => rule)).toEqual(['leak']);
  expect(leaky[0]?.message).toContain('•••');
  expect(leaky[0]?.message).not.toContain('7351');
});

test('O6: part of a longer number is no secret', () => {
  const run = sound();
  const [first, ...others] = run.commits;
  if (first === undefined) throw new Error('nothing happened');
  const trace = { ...first.trace, notes: [{ kind: 'because' as const, text: 'from +49735100 at 17351' }] };
  expect(judge({ ...run, commits: [{ ...first, trace }, ...others] })).toEqual([]);
});

test('O7: a record is not restored as it was stored', () => {
  const run = sound();
  expect(
    rules({ ...run, commits: run.commits.map((commit) => ({ ...commit, isRestored: false })) }),
  ).toContain('restored');
});

test('O8: something is noticed', () => {
  const run = sound();
  const undisturbed = sound();
  undisturbed.call.heard.pop();
  expect(rules(run, undisturbed)).toEqual(['noticed']);
});
