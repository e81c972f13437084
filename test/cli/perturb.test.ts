import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { registerPerturb } from '../../src/cli/author/perturb.ts';
import { printFindings } from '../../src/cli/author/perturb-report.ts';
import { SuiteFiles } from '../../src/cli/author/test-suites.ts';
import { planCases, tryTrial } from '../../src/verification/perturb/index.ts';
import { choose } from '../../src/verification/testkit/index.ts';
import { folderWith, runCommand } from './command.ts';

const flow = `ringflow: 1
name: hello
steps:
  hello: { say: Hello there. }
`;

const scenario = `scenarios:
  - name: somebody calls
    script:
      - hears: Hello there
`;

/** Whoever is not heard is told what happens to be a secret. */
const leaky = `ringflow: 1
name: leaky
on: { error: bye }
vars: { pin: { type: string, secret: true } }
steps:
  ask: { collect: { prompt: Your PIN please., digits: 4, save: pin }, on: { exhausted: bye } }
  more: { menu: { prompt: Press 1., choices: [{ key: 1, goto: good }] }, on: { exhausted: bye } }
  good: { say: Thank you., next: hangup }
  bye: { say: Our number is 7351., next: hangup }
`;
/** Whoever presses nothing is asked again until the limit of the call. */
const patient = `ringflow: 1
name: patient
limits: { duration: 5m }
steps:
  main: { menu: { prompt: Press 1., choices: [{ key: 1, goto: hangup }] }, on: { exhausted: more } }
  more: { say: Once more., next: main }
`;
/** Each call ends by its limit of steps, which prove does not count. */
const uncallable = `ringflow: 1
name: uncallable
limits: { steps: 2 }
vars: { count: 0 }
steps:
  one: { set: { count: 1 } }
  two: { set: { count: 2 } }
  three: { set: { count: 3 } }
  bye: { hangup: }
`;
const failing = `scenarios:
  - name: somebody enters a PIN
    script: [{ presses: 7351 }, { presses: 1 }, { hears: Thank you }]
`;

/** The clock of a machine on which an hour passes between two looks. */
function createRacingClock(): () => number {
  let now = 0;
  return () => (now += 3_600_000);
}

const { path, remove } = folderWith({ 'flow.yaml': flow, 'hello.scenario.yaml': scenario });
afterAll(remove);

const perturb = (...args: string[]) => runCommand(registerPerturb, ['perturb', path, ...args]);

describe('ringflow perturb', () => {
  test('says that everything held, and how much was tried', async () => {
    const { out, code } = await perturb('--quick');
    expect(out).toMatch(/^nothing found; 1 case, \d+ runs\n$/);
    expect(code).toBe(0);
  });

  test('says the same each time', async () => {
    expect(await perturb('--json')).toEqual(await perturb('--json'));
  });

  test('tries only the kinds that are asked for', async () => {
    const runs = async (...args: string[]) =>
      (JSON.parse((await perturb('--json', ...args)).out) as { runs: number }).runs;
    expect(await runs('--only', 'drop')).toBeLessThan(await runs('--only', 'drop,swap'));
  });

  test('says what a budget leaves out, and fails', async () => {
    const { out, code } = await perturb('--budget', '3');
    expect(out).toMatch(/1 case, 3 runs; stopped with \d+ runs left to make/);
    expect(code).toBe(1);
  });

  test('is bounded in time, also while a call asks a silent caller for ever', async () => {
    const { path: folder, remove: removeFolder } = folderWith({
      'flow.yaml': patient,
      'a.scenario.yaml': 'scenarios: [{ name: nothing is pressed, script: [{ hears: Press 1 }] }]\n',
    });
    const all = ['perturb', folder];
    const { out, code } = await runCommand(registerPerturb, [...all, '--budget', '1ms']);
    expect(out).toMatch(/1 case, 0 runs; stopped with \d+ runs left to make/);
    expect(code).toBe(1);
    const few = await runCommand(registerPerturb, [...all, '--events', '3', '--only', 'drop']);
    expect(few.out).toBe(
      'nothing found; 1 case, 2 runs; in 1 case events after number 3 were not perturbed (--events)\n',
    );
    expect(few.code).toBe(1);
    removeFolder();
  });

  test('makes the same runs of a flow without scenarios, however busy the machine is', async () => {
    const { path: folder, remove: removeFolder } = folderWith({ 'flow.yaml': leaky });
    const run = () => runCommand(registerPerturb, ['perturb', folder, '--only', 'drop', '--json']);
    const quiet = await run();
    vi.spyOn(performance, 'now').mockImplementation(createRacingClock());
    const busy = await run();
    vi.restoreAllMocks();
    expect(JSON.parse(quiet.out)).toMatchObject({ gaps: [], left: 0 });
    expect(busy).toEqual(quiet);
    removeFolder();
  });

  test('says of which flow prove found no call, and fails', async () => {
    const { path: folder, remove: removeFolder } = folderWith({ 'flow.yaml': uncallable });
    const { out, code } = await runCommand(registerPerturb, ['perturb', folder]);
    expect(out).toMatch(/flow\.yaml: prove found no call that can be simulated: /);
    expect(code).toBe(1);
    removeFolder();
  });

  test('shows the errors of a flow without scenarios, and perturbs the others', async () => {
    const { path: folder, remove: removeFolder } = folderWith({
      'flow.yaml': flow,
      'wrong.flow.yaml': flow.replace('name: hello', 'name: wrong').replace('say', 'sya'),
    });
    const { out, err, code } = await runCommand(registerPerturb, ['perturb', folder, '--only', 'drop']);
    expect(err).toMatch(/wrong\.flow\.yaml:4:.*error/);
    expect(err).toContain('not everything was run: a scenario or a flow has errors');
    expect(out).toMatch(/^nothing found; 2 cases/);
    expect(code).toBe(1);
    removeFolder();
  });

  test('both budgets hold at once', async () => {
    const { out } = await perturb('--budget', '3', '--budget', '10m');
    expect(out).toMatch(/1 case, 3 runs; stopped with/);
  });

  test('says which case fails as it is', async () => {
    const file = join(path, 'wrong.scenario.yaml');
    writeFileSync(file, scenario.replace('Hello there', 'Goodbye'));
    const { out, code } = await perturb('--filter', 'wrong');
    expect(out).toContain(
      'wrong.scenario.yaml:2 somebody calls: it fails without a perturbation: the caller did not hear "Goodbye"',
    );
    expect(out).toMatch(/^nothing else found; 1 case, 0 runs$/m);
    expect(code).toBe(1);
  });

  test('runs a scenario in which something goes wrong with that alone', async () => {
    const file = join(path, 'twice.scenario.yaml');
    writeFileSync(file, scenario.replace('    script:', '    perturbation: { duplicate: 2 }\n    script:'));
    const { out, code } = await perturb('--filter', 'twice');
    expect(out).toBe('nothing found; 1 case, 1 run\n');
    expect(code).toBe(0);
  });

  test.each(['{ duplicate: 600 }', '{ swap: 6 }', '{ crash: 3, command: sent }', '{ refuse: 9, code: 500 }'])(
    'says of %s that it does not happen in the case, and fails',
    async (perturbation) => {
      const file = join(path, 'never.scenario.yaml');
      const text = scenario.replace('    script:', `    perturbation: ${perturbation}\n    script:`);
      writeFileSync(file, text.replace('somebody', 'nobody'));
      const { out, code } = await perturb('--filter', 'nobody');
      rmSync(file);
      expect(out).toMatch(/nobody calls: its perturbation does not apply: .*\n/);
      expect(code).toBe(1);
    },
  );

  test('says how many runs are not compared for what the script does', async () => {
    const flowFile = join(path, 'sales.flow.yaml');
    writeFileSync(
      flowFile,
      `ringflow: 1
name: sales
on: { error: bye }
steps:
  hello: { say: We connect you to sales. }
  sales: { connect: { to: '+4930111', ring: 20s }, on: { busy: bye, no_answer: bye, failed: bye } }
  bye: { say: Goodbye. , next: hangup }
`,
    );
    const runsOf = async (script: string) => {
      const text = `flow: sales.flow.yaml
scenarios:
  - name: to sales
    parties: { '+4930111': { answers: 2s, hangs_up: 10s } }
    script: ${script}
`;
      writeFileSync(join(path, 'sales.scenario.yaml'), text);
      const args = ['--filter', 'to sales', '--only', 'crash'];
      const { out } = await perturb(...args);
      const { uncompared } = JSON.parse((await perturb(...args, '--json')).out) as { uncompared: number };
      return { out, uncompared };
    };
    const timed = await runsOf('[{ expects: { command: connect } }, { waits: 5s }]');
    expect(timed.out).toMatch(
      /^nothing found; 1 case, \d+ runs; 2 runs not compared with the undisturbed run, because the script depends on the clock/,
    );
    expect(timed.uncompared).toBe(2);
    const before = await runsOf('[{ waits: 100ms }, { expects: { command: connect } }]');
    expect(before.out).toMatch(/^nothing found; 1 case, \d+ runs\n$/);
    expect(before.uncompared).toBe(0);
  });

  test('tells a finding of a file that was deleted meanwhile', () => {
    const { path: folder, remove: removeFolder } = folderWith({
      'flow.yaml': leaky,
      'a.scenario.yaml': failing,
    });
    const [file, out] = [join(folder, 'a.scenario.yaml'), [] as string[]];
    const suiteFiles = new SuiteFiles();
    const { suites } = suiteFiles.read([file]);
    const findings = planCases(choose(suites).cases, { kinds: ['drop'] }).flatMap((one) =>
      one.trials.flatMap((trial) => tryTrial(one, trial) ?? []),
    );
    removeFolder();
    const io = { out: (text: string) => out.push(text), err: () => undefined, colour: false };
    const outcome = {
      findings,
      problems: [],
      gaps: [],
      cases: 1,
      runs: 1,
      uncompared: 0,
      left: 0,
      shortened: 0,
      events: 300,
    };
    printFindings(outcome, { io, textOf: (name) => suiteFiles.readSuiteText(name) });
    expect(findings.length).toBeGreaterThan(0);
    expect(out.join('')).toContain('drop: ');
  });

  test.each([
    [['--only', 'earthquake'], /"earthquake" is none of duplicate, drop/],
    [['--budget', '0'], /whole number of runs above 0, or a duration/],
    [['--budget', 'soon'], /whole number of runs above 0, or a duration/],
    [['--events', '0'], /whole number above 0/],
  ])('%j is wrong use', async (args, message) => {
    await expect(perturb(...args)).rejects.toThrow(message);
  });

  test('a filter that leaves nothing is wrong use', async () => {
    const { err, code } = await perturb('--filter', 'nobody');
    expect(err).toMatch(/no scenario and no flow to perturb/);
    expect(code).toBe(2);
  });
});
