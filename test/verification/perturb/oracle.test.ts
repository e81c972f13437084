/** That each rule can be broken: runs of which something is made wrong on purpose. */
import { describe, expect, test } from 'vitest';
import { runnable } from '../../../src/call/index.ts';
import type { MachineState, Value } from '../../../src/language/model/index.ts';
import type { CaseRun } from '../../../src/verification/perturb/index.ts';
import { findBreaches, planCases, runCase, tryTrial } from '../../../src/verification/perturb/index.ts';
import { watchCall } from '../../../src/verification/perturb/watch.ts';
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

describe('what is heard', () => {
  test('belongs to the step in which the call is', () => {
    const run = sound();
    const commits = run.commits.map((commit) => ({
      ...commit,
      record: { ...commit.record, context: { ...commit.record.context, playing: null } },
    }));
    expect(rules({ ...run, commits })).toContain('heard');
  });

  test('is heard before it counts as not answered', () => {
    const run = sound();
    const entry = run.call.trace.find(({ event }) => event.type === 'digits');
    entry?.notes.push({ kind: 'no_input' });
    expect(rules(run)).toEqual([]);
    const told = run.call.log.filter(({ teller }) => teller === 'call');
    run.call.log.splice(0, Infinity, ...told);
    expect(rules(run)).toContain('heard');
  });

  test('does not fail since an earlier play is pending, where the platform takes it late', () => {
    const run = sound();
    const entry = run.commits.find(({ trace }) => trace.event.type === 'digits');
    const failure = { code: '6122', message: 'pending', callEnded: false };
    const event = { type: 'command_failed', number: 3, kind: 'play', failure, at: 0 } as const;
    const commits = run.commits.map((one) =>
      one === entry ? { ...one, trace: { ...one.trace, event } } : one,
    );
    const retry = { kind: 'retry', command: 2, code: '500', attempts: 1 } as const;
    expect(findBreaches({ ...run, commits }, { perturbation: retry }).map(({ rule }) => rule)).toEqual([
      'heard',
    ]);
  });
});

const rules = (run: CaseRun, undisturbed?: CaseRun) =>
  findBreaches(run, undisturbed === undefined ? {} : { undisturbed }).map(({ rule }) => rule);

test('a sound run breaks no rule', () => {
  expect(findBreaches(sound())).toEqual([]);
  expect(findBreaches(sound(), { undisturbed: sound() })).toEqual([]);
});

test('ORACLE-1: something is thrown', () => {
  expect(findBreaches({ ...sound(), error: new Error('a bug') })).toEqual([
    { rule: 'throws', message: 'a bug' },
  ]);
});

test('ORACLE-2: a play is heard twice', () => {
  const run = sound();
  const heard = run.call.log.find(({ entry }) => 'kind' in entry && entry.kind === 'speech');
  if (heard === undefined) throw new Error('nothing was heard');
  run.call.log.push(heard);
  expect(rules(run)).toEqual(['doubled', 'doubled', 'heard']);
});

test('ORACLE-3: the call does not end, or not in time', () => {
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

describe('ORACLE-4: a finalizer', () => {
  const FINALIZED = `
  on: { end: note }
  vars: { count: 0 }
  steps:
    hello: { say: Hello., next: hangup }
    note: { wait: 1s }
    again: { switch: [{ when: 'vars.count < 1', goto: count }], next: hangup }
    count: { set: { count: '\${vars.count + 1}' }, next: note }
`;
  const INNER = `
name: inner
on: { end: tidy }
vars: { note: '' }
returns: {}
steps:
  ask: { collect: { prompt: Number., digits: 3, save: note }, on: { exhausted: hangup } }
  tidy: { set: { note: tidied up } }
`;
  const RUNS = FINALIZED.replace('hello: { say: Hello., next: hangup }', 'hello: { run: { flow: inner } }');

  type Machine = Required<Pick<MachineState, 'on' | 'states'>>;

  /** What is said of a flow of which the machine was made wrong. */
  function saidOf(source: string, alter: (machine: Machine) => void = () => undefined): string[] {
    const [one] = casesOf(source, 'scenarios: [{ name: a, script: [hangs_up] }]', INNER);
    const flow = structuredClone(one?.suite.flow.flow);
    if (one === undefined || flow?.machine.on === undefined || flow.machine.states === undefined)
      throw new Error('there is no machine');
    const { on, states } = flow.machine;
    alter({ on, states });
    return findBreaches(runCase(runnable(flow), one.scenario)).map(({ message }) => message);
  }

  test.each([FINALIZED, RUNS])('that comes back to its first step by itself has run once', (flow) => {
    expect(saidOf(flow)).toEqual([]);
  });

  test.each([FINALIZED, RUNS])('that begins again when it is over has run too often', (flow) => {
    const said = saidOf(flow, ({ states }) => {
      states.again = JSON.parse(
        JSON.stringify(states.again).replaceAll('#$hangup', '#$finish'),
      ) as MachineState;
    });
    expect(said).toEqual([
      expect.stringMatching(/^the finalizer of flow "case" ran \d+ times instead of once$/),
    ]);
  });

  const forgets = ({ on }: Machine) => {
    on.disconnected = [{ target: '#$done' }];
  };

  test('of a flow that is not told of the end has not run', () => {
    expect(saidOf(RUNS, forgets)).toEqual(['the finalizer of flow "case" ran 0 times instead of once']);
  });

  test('of a call whose end nobody sees has not run', () => {
    expect(saidOf(FINALIZED, forgets)).toEqual(['the end of the call was recorded 0 times']);
  });
});

test('ORACLE-5: something is asked of a call that is over', () => {
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
])('ORACLE-6: a secret is visible in the trace, %s', (_how, text) => {
  const run = sound();
  const [first, ...others] = run.commits;
  if (first === undefined) throw new Error('nothing happened');
  const trace = { ...first.trace, notes: [{ kind: 'legacy_note' as const, text }] };
  const leaky = findBreaches({ ...run, commits: [{ ...first, trace }, ...others] });
  expect(leaky.map(({ rule }) => rule)).toEqual(['leak']);
  expect(leaky[0]?.message).toContain('•••');
  expect(leaky[0]?.message).not.toContain('7351');
});

describe('ORACLE-6: digits that a caller also gives openly', () => {
  const twoQuestions = (last: string) => `
    vars: { order: '', pin: { type: string, secret: true } }
    on: { error: bye }
    steps:
      which: { collect: { prompt: Your order number please., digits: 4, save: order }, on: { exhausted: bye } }
      ask: { collect: { prompt: Your PIN please., digits: 4, save: pin }, on: { exhausted: bye } }
      thanks: { say: 'Thank you for order ${last}.', next: hangup }
      bye: { say: Goodbye., next: hangup }
  `;
  const calls = (order: string) => `
scenarios: [{ name: a, script: [{ presses: ${order} }, { presses: 7351 }, { hears: Thank you }] }]
`;
  const SOUND = { problem: undefined, leaks: 0 };
  const listLeaks = (flow: string, order: string) => {
    const [planned] = planCases(casesOf(flow, calls(order)));
    if (planned === undefined) throw new Error('there is no case');
    const found = planned.trials.flatMap((trial) => tryTrial(planned, trial)?.breaches ?? []);
    return { problem: planned.problem, leaks: found.filter(({ rule }) => rule === 'leak').length };
  };

  test('are no secret that leaks', () => {
    expect(listLeaks(twoQuestions('${vars.order}'), '7351')).toEqual(SOUND);
  });

  test('are no secret that leaks where a key of the question before arrives with them', () => {
    const run = sound();
    const commits = run.commits.map((commit) => {
      const { before, trace } = commit;
      if (before === undefined || trace.event.type !== 'digits') return commit;
      const context = { ...before.context, input: { ...before.context.input, secret: false } };
      const event = { ...trace.event, digits: '#7351' };
      return { ...commit, before: { ...before, context }, trace: { ...trace, event } };
    });
    expect(rules({ ...run, commits })).not.toContain('leak');
  });

  test('are one where the order has another number', () => {
    const flow = twoQuestions('7351');
    expect(listLeaks(flow, '7351')).toEqual(SOUND);
    expect(listLeaks(flow, '1122').problem).toBe(
      'without a perturbation, leak: a secret is visible in trace entry 6: Thank you for order •••.',
    );
  });
});

describe('ORACLE-6: a secret setting', () => {
  /** What is said of a call that asks a web service which takes a key, and says back what it was sent. */
  function saidWith(settings: string): string[] {
    const flow = `
      env: { KEY: { description: The key of the service., secret: true, default: unset } }
      vars: { echo: '' }
      on: { error: bye }
      steps:
        ask: { http: { post: 'https://crm.example.com/echo', json: { key: '\${env.KEY}' }, save: { echo: response.json.sent } } }
        told: { say: 'The service says \${vars.echo}.', next: hangup }
        bye: { say: Goodbye., next: hangup }
    `;
    const [one] = casesOf(
      flow,
      `${settings}
http: [{ match: POST /echo, answer: { json: { sent: s3cr3t } } }]
scenarios: [{ name: a, script: [{ expects: { ended: normal } }] }]
`,
    );
    if (one === undefined) throw new Error('there is no case');
    return findBreaches(runCase(one.suite.flow, one.scenario)).map(({ message }) => message);
  }

  test('is not to be shown, not even as somebody else tells it', () => {
    expect(saidWith('env: { KEY: s3cr3t }')).toEqual([
      'a secret is visible in trace entry 2: {"sent":"•••"}',
    ]);
  });

  test.each(['env: { KEY: other }', 'tags: [without]'])('that has another value is not: %s', (settings) => {
    expect(saidWith(settings)).toEqual([]);
  });
});

test('ORACLE-6: part of a longer number is no secret', () => {
  const run = sound();
  const [first, ...others] = run.commits;
  if (first === undefined) throw new Error('nothing happened');
  const trace = {
    ...first.trace,
    notes: [{ kind: 'legacy_note' as const, text: 'from +49735100 at 17351' }],
  };
  expect(findBreaches({ ...run, commits: [{ ...first, trace }, ...others] })).toEqual([]);
});

test.each([
  ['is no number', { count: Number.NaN }],
  ['is without end', { count: Infinity }],
  ['is not there', { count: undefined }],
])('ORACLE-7: a record changes when it is stored and read back where a value %s', (_what, vars) => {
  const { between, commits } = watchCall();
  const run = sound();
  const [first] = run.commits;
  if (first === undefined) throw new Error('nothing happened');
  const record = {
    ...first.record,
    context: { ...first.record.context, vars: vars as Record<string, Value> },
  };
  between.committed({ ...first, record, requests: [], operations: 0 });
  expect(commits.map(({ isRestored }) => isRestored)).toEqual([false]);
  expect(rules({ ...run, commits: [...commits, ...run.commits.slice(1)] })).toEqual(['restored']);
});

test('ORACLE-8: something is noticed', () => {
  const run = sound();
  const undisturbed = sound();
  undisturbed.call.heard.pop();
  expect(rules(run, undisturbed)).toEqual(['noticed']);
});
