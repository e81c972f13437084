/** What goes wrong, how the call takes it, and what is said of it. */
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../../src/platform/wire/index.ts';
import {
  renderPerturbedScenario,
  toYamlPerturbation,
  planCases,
  refusalsOf,
  runCase,
  shrink,
  tryTrial,
} from '../../../src/verification/perturb/index.ts';
import type { Perturbation, PlannedCase } from '../../../src/verification/perturb/index.ts';
import { casesOf, plannedOf } from './case.ts';

const FLOW = `
  steps:
    hello: { say: Hello there everybody. }
    main:
      menu:
        prompt: For sales press 1.
        choices: [{ key: 1, goto: sales }]
      on: { exhausted: hangup }
    sales:
      connect: { to: '+4930111', ring: 20s }
      on: { busy: hangup, no_answer: hangup, failed: hangup }
`;

const SCRIPT = `scenarios:
  - name: a caller talks to sales
    parties: { '+4930111': { answers: 2s, hangs_up: 10s } }
    script:
      - hears: For sales
      - presses: 1
      - expects: { command: connect }
`;

const planned = plannedOf(FLOW, SCRIPT);
const runOf = (perturbation?: Perturbation) =>
  runCase(planned.suite.flow, planned.scenario, perturbation && { perturbation });
const numberOf = (type: string) =>
  planned.undisturbed.commits.find(({ trace }) => trace.event.type === type)?.trace.seq ?? 0;
const eventsOf = (perturbation?: Perturbation) =>
  runOf(perturbation).commits.map(({ trace: { event } }) => event.type);

describe('an event', () => {
  test('comes twice', () => {
    const event = numberOf('played');
    const types = eventsOf({ kind: 'duplicate', event, key: 'same', afterMs: 0 });
    expect(types.slice(event - 1, event + 1)).toEqual(['played', 'played']);
  });

  test('comes twice with a fingerprint of its own, later', () => {
    const event = numberOf('connected');
    const { commits } = runOf({ kind: 'duplicate', event, key: 'new', afterMs: 5_000 });
    const told = commits.map(({ trace }) => trace.event).filter(({ type }) => type === 'connected');
    expect(told).toHaveLength(2);
    expect(new Set(told.map(({ key }) => key)).size).toBe(2);
    expect((told[1]?.at ?? 0) - (told[0]?.at ?? 0)).toBe(5_000);
  });

  test('of the beginning comes twice', () => {
    const types = eventsOf({ kind: 'duplicate', event: 1, key: 'same', afterMs: 0 });
    expect(types.filter((type) => type === 'incoming')).toHaveLength(2);
  });

  test('never comes', () => {
    expect(eventsOf({ kind: 'drop', event: numberOf('bridged') })).not.toContain('bridged');
  });

  test('comes after the next one', () => {
    const event = numberOf('initiated');
    const [first, second] = eventsOf().slice(event - 1, event + 1);
    // Without word of the play the engine tells by itself that it was taken.
    const swapped = eventsOf({ kind: 'swap', event }).filter((type) => type !== 'command_taken');
    expect(swapped.slice(event - 1, event + 1)).toEqual([second, first]);
  });

  test('comes after a deadline', () => {
    const event = numberOf('played');
    const [past = ''] = Object.keys(planned.undisturbed.commits[event - 1]?.before?.timers ?? {});
    const { commits } = runOf({ kind: 'delay', event, past });
    const types = commits.map(({ trace }) => trace.event.type);
    expect(types.indexOf('wake')).toBeLessThan(types.indexOf('played'));
  });
});

describe('a command', () => {
  const play = 2;

  test('is refused, with the code and the meaning of the platform', () => {
    const { commits } = runOf({ kind: 'refuse', command: play, code: '6120' });
    expect(commits.map(({ trace }) => trace.event)).toContainEqual(
      expect.objectContaining({
        type: 'command_failed',
        number: play,
        failure: { code: '6120', message: 'error converting text to speech', callEnded: false },
      }),
    );
  });

  test('is refused a few times, and done once when the platform takes it', () => {
    const run = runOf({ kind: 'retry', command: play, code: '500', attempts: 3 });
    const heard = run.call?.heard.filter(({ text }) => text === 'Hello there everybody.') ?? [];
    const before = planned.undisturbed.call?.heard[0]?.at ?? 0;
    expect(heard.map(({ at }) => at - before)).toEqual([17_000]);
    expect(run.commits.map(({ trace }) => trace.event.type)).not.toContain('command_failed');
  });

  test('is left without an answer in vain, and fails', () => {
    const { call, commits } = runOf({ kind: 'unanswered', command: play, done: false, asked: 'in_vain' });
    const failure = commits.find(({ trace }) => trace.event.type === 'command_failed');
    expect(failure?.trace.event).toMatchObject({ number: play, failure: { code: 'timeout' } });
    expect(call?.heard.some(({ text }) => text === 'Hello there everybody.')).toBe(false);
  });

  test('is left without an answer, though it was carried out, until its call has gone on', () => {
    const { call, commits } = runOf({ kind: 'unanswered', command: play, done: true, asked: 'in_vain' });
    expect(commits.map(({ trace }) => trace.event.type)).not.toContain('command_failed');
    expect(call?.heard.map(({ text }) => text)).toContain('Hello there everybody.');
  });

  test.each([true, false])('is asked again and done once, carried out before: %s', (done) => {
    const { call } = runOf({ kind: 'unanswered', command: play, done, asked: 'again' });
    expect(call?.heard.filter(({ text }) => text === 'Hello there everybody.')).toHaveLength(1);
  });

  test.each(['sent', 'unsent'] as const)('of a node that dies is done once: %s', (command) => {
    const commit = planned.undisturbed.commits.findIndex(({ commands }) =>
      commands.some(({ number }) => number === play),
    );
    const { call } = runOf({ kind: 'crash', commit: commit + 1, command, takeoverMs: 5_000 });
    const heard = call?.heard.filter(({ text }) => text === 'Hello there everybody.') ?? [];
    expect(heard).toHaveLength(1);
    const before = planned.undisturbed.call?.heard[0]?.at ?? 0;
    expect((heard[0]?.at ?? 0) - before).toBe(command === 'sent' ? 0 : 5_000);
  });
});

describe('a command that the platform takes late, or never', () => {
  const findAll = (flow: string, scenarios: string) =>
    planCases(casesOf(flow, scenarios)).map((one) => ({
      problem: one.problem,
      found: one.trials.flatMap((trial) =>
        (tryTrial(one, trial)?.breaches ?? []).map(({ message }) => [trial.about, message]),
      ),
    }));

  test('is awaited by a caller who answers what it asks', () => {
    const flow = `
    vars: { number: '' }
    steps:
      ask:
        collect: { prompt: Please enter your number., digits: 4, attempts: 3, no_input: [Are you there?], timeout: 4s, save: number }
        on: { exhausted: bye }
      bye: { say: Goodbye., next: hangup }
    `;
    const scripts = [
      '[{ presses: 12 }, stays_silent, { presses: 12 }, { hears: Goodbye }]',
      '[{ presses: 12 }, hangs_up]',
    ];
    const scenarios = scripts.map((script, index) => `  - { name: call ${index}, script: ${script} }\n`);
    expect(findAll(flow, `scenarios:\n${scenarios.join('')}`)).toEqual([
      { problem: undefined, found: [] },
      { problem: undefined, found: [] },
    ]);
  });

  test('is not carried out either where the platform refuses it anyway', () => {
    const flow = `
    on: { end: note }
    steps:
      hello: { say: Hello., next: hangup }
      note: { wait: 5s, next: hangup }
    `;
    const faults = '[{ command: dial, nth: 1, code: unreachable }]';
    const start = 'start: { direction: outbound }';
    expect(
      findAll(
        flow,
        `scenarios: [{ name: a, ${start}, faults: ${faults}, script: [{ expects: { ended: failed } }] }]`,
      ),
    ).toEqual([{ problem: undefined, found: [] }]);
  });
});

test('the same thing goes wrong in the same way again', () => {
  for (const { perturbation } of planned.trials.slice(0, 50)) {
    const [first, second] = [runOf(perturbation), runOf(perturbation)].map(({ commits }) =>
      JSON.stringify(commits.map(({ record, trace }) => ({ record, trace }))),
    );
    expect(first).toBe(second);
  }
});

test('nothing shows that must not, whatever goes wrong', () => {
  expect(planned.trials.flatMap((trial) => tryTrial(planned, trial)?.breaches ?? [])).toEqual([]);
});

test('every error code of the platform is one of some command', () => {
  // Of files, of the settings of a project and of a running room; no command asks for them.
  const ofOthers = [
    ...['6136', '6140', '6143', '6144', '6145', '6146', '10030', '10106', '10201', '10202', '10203', '10204'],
    ...['50002', '50003', '50004', '50005', 'RECORDING_ALREADY_ACTIVE', 'RECORDING_NOT_ACTIVE'],
    ...['RECORDING_NOT_FOUND', 'WEBHOOK_TIMEOUT', 'WEBHOOK_HTTP_ERROR', 'INVALID_ACTION', 'CONNECT_TIMEOUT'],
    ...['RECORD_FAILED', '422'],
  ];
  const tried = new Set(Object.values(refusalsOf).flat());
  expect([...errorCatalogue.keys()].filter((code) => !tried.has(code) && !ofOthers.includes(code))).toEqual(
    [],
  );
  // Where the specification has no code, the emulator has one of its own (docs/platform.md).
  expect([...tried].filter((code) => !errorCatalogue.has(code))).toEqual(['CALL_ALREADY_ACCEPTED']);
});

test('a quick plan has every situation once, and only the kinds that are asked for', () => {
  const cases = casesOf(FLOW, SCRIPT);
  const whole = planCases([...cases, ...cases]);
  const quick = planCases([...cases, ...cases], { isQuick: true, kinds: ['drop', 'refuse'] });
  expect(whole[1]?.trials).toEqual([]);
  const own = new Set(['drop', 'refuse']);
  const all = whole[0]?.trials.filter(({ perturbation }) => own.has(perturbation.kind)) ?? [];
  expect(quick[0]?.trials.length).toBeLessThanOrEqual(all.length);
  expect(quick[1]?.trials).toEqual([]);
  expect(new Set(quick[0]?.trials.map(({ perturbation }) => perturbation.kind))).toEqual(
    new Set(['drop', 'refuse']),
  );
});

test('a case that fails as it is is told and not perturbed', () => {
  const [failing] = planCases(casesOf(FLOW, SCRIPT.replace('For sales', 'For support')));
  expect(failing?.trials).toEqual([]);
  expect(failing?.problem).toMatch(/^it fails without a perturbation: the caller did not hear "For support"/);
});

describe('a finding', () => {
  /** As if the platform had said the first words twice. */
  function broken(): PlannedCase {
    const one = plannedOf(FLOW, SCRIPT);
    one.undisturbed.call?.heard.unshift({ at: 0, text: 'Something else' });
    return one;
  }

  test('is told as a scenario that goes wrong in the same way', () => {
    const one = broken();
    const [trial] = one.trials;
    if (trial === undefined) throw new Error('nothing can go wrong');
    const finding = tryTrial(one, trial);
    if (finding === undefined) throw new Error('nothing was found');
    expect(finding.breaches[0]?.rule).toBe('noticed');
    const text = renderPerturbedScenario(finding, SCRIPT);
    expect(text).toMatch(/perturbation:\n {6}duplicate: 1\n[^]*script:/);
    const again = plannedOf(FLOW, text);
    expect(again.problem).toBeUndefined();
    expect(again.trials.map(({ perturbation }) => perturbation)).toEqual([trial.perturbation]);
    expect(again.scenario.skip).toMatch(/ringflow perturb/);
  });

  test.each([0, 1, 2])('of a scenario with rows has the row for which it was found: %d', (index) => {
    const text = SCRIPT.replace('a caller talks', 'somebody ${row.who} talks')
      .replace(
        '    script:',
        '    each: [{ who: in, key: 1 }, { who: out, key: 1 },\n      { who: else, key: 1 }]\n    script:',
      )
      .replace('presses: 1', "presses: '${row.key}'");
    const cases = casesOf(FLOW, `${text}  - name: another\n    script: [hangs_up]\n`);
    const [one] = planCases(cases.slice(index, index + 1));
    const [trial] = one?.trials ?? [];
    if (one === undefined || trial === undefined) throw new Error('nothing can go wrong');
    const finding = { ...one, trial, run: one.undisturbed, breaches: [] };
    const written = renderPerturbedScenario(finding, text);
    expect(written).toContain(`- who: ${['in', 'out', 'else'][index]}`);
    expect(written.match(/who: /g)).toHaveLength(1);
    expect(plannedOf(FLOW, written).scenario.name).toBe(one.scenario.name);
  });

  test('that the shorter script does not show is left as it is', () => {
    const one = broken();
    const [trial] = one.trials;
    const finding = trial && tryTrial(one, trial);
    expect(finding && shrink(finding).scenario.script).toHaveLength(3);
  });

  describe('is shown by no script in which the same is wrong as it is', () => {
    // The number of the office is somebody's PIN: told to whoever fails, and to whoever is not asked for another key.
    const one = plannedOf(
      `
      vars: { pin: { type: string, secret: true } }
      on: { error: oops }
      steps:
        ask:
          collect: { prompt: Your PIN please., digits: 4, save: pin }
          on: { exhausted: bye }
        menu:
          menu: { prompt: 'For news, press 1.', choices: [{ key: 1, goto: bye }] }
          on: { exhausted: oops }
        bye: { say: Goodbye. , next: hangup }
        oops: { say: 'Sorry, our number is 7351.', next: hangup }
      `,
      `scenarios:
  - name: a caller hears the news
    script:
      - presses: 7351
      - presses: 1
      - hears: Goodbye
`,
    );
    const findings = one.trials.flatMap((trial) => tryTrial(one, trial) ?? []);
    const shrunk = findings.map(shrink);

    test('which is less than the whole', () => {
      expect(one.problem).toBeUndefined();
      expect(findings.length).toBeGreaterThan(10);
      expect(shrunk.filter(({ scenario }) => scenario.script.length < 3).length).toBeGreaterThan(10);
    });

    test('and is told of what it is about there', () => {
      for (const { scenario, trial, breaches, suite } of shrunk) {
        const [again] = planCases([
          { suite, scenario: { ...scenario, perturbation: toYamlPerturbation(trial.perturbation) } },
        ]);
        expect(again?.problem).toBeUndefined();
        expect(again?.trials).toEqual([trial]);
        const found = again && tryTrial(again, trial);
        expect(found?.breaches[0]?.rule).toBe(breaches[0]?.rule);
      }
    });
  });

  test.each([
    'drop: 99',
    'refuse: 99, code: 6120',
    'refuse: 2, code: 10114',
    'refuse: 2',
    'delay: 3, past: nothing',
    'delay: 3',
  ])('about something that does not happen is told: %s', (perturbation) => {
    const text = SCRIPT.replace('    script:', `    perturbation: { ${perturbation} }\n    script:`);
    expect(plannedOf(FLOW, text).problem).toMatch(/does not apply/);
  });
});

test.each<Perturbation>([
  { kind: 'duplicate', event: 3, key: 'new', afterMs: 5_000 },
  { kind: 'delay', event: 3, past: 'limit' },
  { kind: 'swap', event: 3 },
  { kind: 'drop', event: 3 },
  { kind: 'refuse', command: 2, code: '6120' },
  { kind: 'unanswered', command: 2, done: false, asked: 'in_vain' },
  { kind: 'crash', commit: 3, command: 'unsent', takeoverMs: 5_000 },
])('$kind in a scenario file means the same', (perturbation) => {
  const line = JSON.stringify(toYamlPerturbation(perturbation));
  const text = SCRIPT.replace('    script:', `    perturbation: ${line}\n    script:`);
  const { trials, problem } = plannedOf(FLOW, text);
  expect(problem ?? trials[0]?.perturbation).toEqual(perturbation);
});

describe('the address of a recording', () => {
  const recorded = plannedOf(
    `
    on: { end: note }
    steps:
      main: { say: One moment. }
      desk:
        connect: { to: '+4930111', ring: 20s, keys: { '1': record } }
        on: { busy: hangup, no_answer: hangup, failed: hangup }
        next: hangup
      note:
        sms: { template: t, campaign: c, to: '+4915112345678', data: { url: '\${call.recording_url}' } }
        on: { failed: hangup }
        next: hangup
  `,
    `scenarios:
  - name: a talk is recorded
    parties: { '+4930111': { answers: 2s, hangs_up: 30s } }
    script:
      - hears: One moment
      - waits: 15s
      - presses: 1
      - expects: { command: record }
`,
  );

  const addressesOf = (perturbation?: Perturbation) =>
    runCase(recorded.suite.flow, recorded.scenario, perturbation && { perturbation })
      .commits.flatMap(({ commands }) => commands)
      .flatMap((command) => (command.kind === 'sms' ? command.recipients : []))
      .map(({ data }) => data.url);

  test('is the same after the death of a node that had sent any of the commands', () => {
    const [address] = addressesOf();
    expect(address).toMatch(/\/voice\/v1\/recordings\/.+\.wav$/);
    const sending = recorded.undisturbed.commits.filter(({ commands }) => commands.length > 0);
    for (const { trace } of sending.slice(0, -1))
      expect(
        addressesOf({ kind: 'crash', commit: trace.seq, command: 'sent', takeoverMs: 0 }),
        JSON.stringify(trace.event),
      ).toEqual([address]);
  });
});
