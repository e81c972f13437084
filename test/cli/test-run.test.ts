import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { registerTest } from '../../src/cli/author/test.ts';
import { runFiles, runOnThreads, threadsFor } from '../../src/cli/author/test-run.ts';
import { SuiteFiles } from '../../src/cli/author/test-suites.ts';
import { findFiles, isScenarioFile } from '../../src/authoring/flow-files/index.ts';
import { runScenarios } from '../builders/run-scenarios.ts';
import { deskFlow } from '../verification/testkit/flow.ts';
import { folderWith, runCommand } from './command.ts';
import { elements, readXml } from './xml.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) folder.remove();
});

function made(files: Record<string, string>): string {
  const folder = folderWith(files);
  folders.push(folder);
  return folder.path;
}

function testIn(files: Record<string, string>) {
  const path = made(files);
  return async (...args: string[]) => {
    const { out, err, code } = await runCommand(registerTest, ['test', path, ...args]);
    const shown = (text: string) => text.replaceAll(`${path}/`, '');
    return { out: shown(out), err: shown(err), code, path };
  };
}

const leaves = (name: string, more = '') => `  - name: ${name}\n${more}    script: [presses: 9]\n`;
const suite = (...scenarios: string[]) => `scenarios:\n${scenarios.join('')}`;
const wrong = '  - name: nobody says so\n    script:\n      - hears: Xylophone\n';

describe('the same files', () => {
  const samples = findFiles(['flows'], isScenarioFile);

  test('give the same results and traces, byte for byte', () => {
    const traces = () => {
      const { suites } = new SuiteFiles().read(samples);
      return JSON.stringify(runScenarios(suites).map(({ trace, story, name }) => ({ name, trace, story })));
    };
    expect(traces()).toBe(traces());
  });

  test('give the same results and coverage on one thread and on several', async () => {
    const wanted = { isCovered: true };
    const here = runFiles(samples, wanted);
    const onThree = await runOnThreads(samples, { threads: 3, wanted });
    expect(here.cases.length).toBeGreaterThan(100);
    expect(JSON.stringify(onThree.cases)).toBe(JSON.stringify(here.cases));
    expect(onThree.flowFiles).toEqual(here.flowFiles);
    expect(onThree.hits).toEqual(here.hits);
  });

  test('print the same, whatever is wrong with them', async () => {
    const run = testIn({
      'flow.yaml': deskFlow,
      'a.scenario.yaml': suite(leaves('first'), wrong, leaves('later')),
      'b.scenario.yaml': suite('  - name: misspelt\n    script: [{ hears: { prompt: welcom } }]\n'),
      'c.scenario.yaml': suite(leaves('put off', '    skip: not built yet\n'), wrong),
      'd/flow.yaml': deskFlow.replace('goto: billing', 'goto: biling'),
      'd/d.scenario.yaml': suite(leaves('of a broken flow')),
    });
    const { path: _one, ...serial } = await run('--jobs', '1');
    const { path: _other, ...parallel } = await run('--jobs', '4');
    expect(parallel).toEqual(serial);
    expect(serial.code).toBe(1);
  });

  test('stop after the same failure with --bail', async () => {
    const run = testIn({
      'flow.yaml': deskFlow,
      'a.scenario.yaml': suite(leaves('first')),
      'b.scenario.yaml': suite(wrong, leaves('later')),
      'c.scenario.yaml': suite(wrong),
    });
    const { out: serial } = await run('--bail', '--jobs', '1');
    const { out: parallel } = await run('--bail', '--jobs', '3');
    expect(parallel).toBe(serial);
    expect(serial).toMatch(/\n1 passed, 1 failed\n$/);
  });
});

describe('how many threads', () => {
  test('few scenarios are run on one, and no more are begun than there are files', () => {
    const path = made({ 'a.scenario.yaml': suite(leaves('a')), 'b.scenario.yaml': suite(leaves('b')) });
    const files = findFiles([path], isScenarioFile);
    expect(threadsFor(files)).toBe(1);
    expect(threadsFor(files, 7)).toBe(2);
  });

  test('"only" concerns all files, so one thread reads them all', () => {
    const path = made({
      'a.scenario.yaml': suite(leaves('a', '    only: true\n')),
      'b.scenario.yaml': suite(leaves('b')),
    });
    expect(threadsFor(findFiles([path], isScenarioFile), 2)).toBe(1);
  });

  test('a number of threads that is none is a wrong use', async () => {
    const run = testIn({ 'flow.yaml': deskFlow, 'a.scenario.yaml': suite(leaves('a')) });
    expect(await run('--jobs', '0')).toMatchObject({ code: 2, out: '' });
  });
});

describe('which scenarios are run', () => {
  const files = {
    'flow.yaml': deskFlow,
    'a.scenario.yaml': suite(
      leaves('quick one', '    tags: [quick]\n'),
      leaves('night one', '    tags: [night, slow]\n'),
      leaves('no tag'),
    ),
    'b.scenario.yaml': suite(leaves('put off', '    skip: the holiday rule is not built yet\n')),
  };

  test('those with any of the tags', async () => {
    const run = testIn(files);
    expect((await run('--tag', 'quick')).out).toBe('pass  quick one\n\n1 passed, 0 failed\n');
    expect((await run('--tag', 'quick', '--tag', 'slow')).out).toMatch(/\n2 passed, 0 failed\n$/);
    expect(await run('--tag', 'none')).toMatchObject({
      code: 2,
      err: 'ringflow: no scenario has the tag "none"\n',
    });
  });

  test('a skipped one is told with its reason, and counted', async () => {
    const { out, code } = await testIn(files)();
    expect(out).toContain('skip  put off (b.scenario.yaml:2): the holiday rule is not built yet\n');
    expect(out).toMatch(/\n3 passed, 0 failed, 1 skipped\n$/);
    expect(code).toBe(0);
  });

  test('with "only" all others are left out, which is said loudly', async () => {
    vi.stubEnv('CI', '');
    const run = testIn({ ...files, 'c.scenario.yaml': suite(leaves('this', '    only: true\n')) });
    const { out, code } = await run();
    expect(out).toMatch(/^pass {2}this\n\n1 passed, 0 failed\n/);
    expect(out).toContain('ONLY 1 OF ALL SCENARIOS: "only" is set at c.scenario.yaml:2\n');
    expect(code).toBe(0);
  });

  test('with "only" a run on CI fails, unless that is allowed', async () => {
    vi.stubEnv('CI', 'true');
    const run = testIn({ ...files, 'c.scenario.yaml': suite(leaves('this', '    only: true\n')) });
    expect(await run()).toMatchObject({
      out: '',
      err: 'ringflow: "only" is set at c.scenario.yaml:2: remove it, or use --allow-only\n',
      code: 1,
    });
    expect(await run('--allow-only')).toMatchObject({ code: 0 });
  });
});

describe('--junit', () => {
  test('writes what CI systems read, whatever characters there are', async () => {
    const name = '<Größe> & "Tür" 😀 \\u0007';
    const run = testIn({
      'flow.yaml': deskFlow,
      'a.scenario.yaml': suite(
        leaves(JSON.stringify('it\'s <b> & "c"')),
        `  - name: "${name.replaceAll('"', '\\"')}"\n    script:\n      - hears: "Xylophone ]]> <&"\n`,
        leaves('put off', '    skip: later\n'),
      ),
      'b.scenario.yaml': suite('  - name: misspelt\n    script: [{ hears: { prompt: welcom } }]\n'),
    });
    const file = join(made({}), 'deep/junit.xml');
    const { path, code } = await run('--junit', file);
    const report = readXml(readFileSync(file, 'utf8'));
    expect(code).toBe(1);
    expect(report.attributes).toEqual({
      name: 'ringflow',
      tests: '4',
      failures: '1',
      errors: '1',
      skipped: '1',
    });
    const cases = elements(report, 'testcase');
    const scenarios = join(path, 'a.scenario.yaml');
    expect(cases[0]?.attributes).toEqual({
      name: 'it\'s <b> & "c"',
      classname: scenarios,
      file: scenarios,
      line: '2',
    });
    expect(cases[1]?.attributes).toMatchObject({ name: '<Größe> & "Tür" 😀 \uFFFD', line: '4' });
    const [failure] = elements(report, 'failure');
    expect(failure?.attributes.message).toBe(
      'the caller did not hear "Xylophone ]]> <&" before the call ended',
    );
    expect(failure?.text).toContain('  0:00.0  flow      step hello (say)');
    expect(elements(report, 'skipped').map(({ attributes }) => attributes.message)).toEqual(['later']);
    expect(elements(report, 'error')[0]?.text).toContain('[unknown-prompt]');
  });

  test('is the same for the same files', async () => {
    const run = testIn({ 'flow.yaml': deskFlow, 'a.scenario.yaml': suite(leaves('a'), wrong) });
    const folder = made({});
    for (const name of ['one.xml', 'two.xml']) await run('--junit', join(folder, name));
    expect(readFileSync(join(folder, 'one.xml'), 'utf8')).toBe(readFileSync(join(folder, 'two.xml'), 'utf8'));
  });
});

describe('--coverage', () => {
  const files = { 'flow.yaml': deskFlow, 'a.scenario.yaml': suite(leaves('a')) };

  test('tells what is not covered, and fails below a threshold with a line for each', async () => {
    const run = testIn(files);
    const { out, code } = await run('--coverage');
    expect(out).toContain('billing');
    expect(code).toBe(0);
    const missed = await run('--coverage-min', 'steps=100,rungs=0');
    expect(missed.err).toMatch(/^ringflow: steps: [\d.]+ % covered, 100 % required\n$/);
    expect(missed.code).toBe(1);
  });

  test('a flow without scenarios is not covered, and is told', async () => {
    const run = testIn({ ...files, 'other/flow.yaml': deskFlow.replace('name: desk', 'name: lonely') });
    const folder = made({});
    await run('--coverage', 'json', '--coverage', 'lcov', '--coverage', 'html', '--coverage-dir', folder);
    const { flows } = JSON.parse(readFileSync(join(folder, 'coverage.json'), 'utf8')) as {
      flows: { flow: string; totals: { steps: { covered: number } } }[];
    };
    expect(flows.map(({ flow }) => flow)).toEqual(['desk', 'lonely']);
    expect(flows[1]?.totals.steps.covered).toBe(0);
    expect(readFileSync(join(folder, 'lcov.info'), 'utf8')).toContain('end_of_record');
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toMatch(/^<!doctype html>/);
  });

  test.each([
    ['--coverage', 'pdf'],
    ['--coverage-min', 'steps'],
    ['--coverage-min', 'stairs=10'],
    ['--coverage-min', 'steps=101'],
  ])('%s %s is a wrong use', async (...args) => {
    expect(await testIn(files)(...args)).toMatchObject({ code: 2, out: '' });
  });
});

describe('what is read for a run', () => {
  test('stays the very same as long as nothing changes, and only what changed is new', () => {
    const path = made({
      'flow.yaml': deskFlow,
      'a.scenario.yaml': suite(leaves('a')),
      'b.scenario.yaml': suite(leaves('b')),
      'other/flow.yaml': deskFlow,
      'other/c.scenario.yaml': suite(leaves('c')),
    });
    const files = findFiles([path], isScenarioFile);
    const suites = new SuiteFiles();
    const first = suites.read(files);
    expect(first.changed).toEqual(files);
    expect(suites.read(files)).toMatchObject({ changed: [], suites: first.suites });
    writeFileSync(join(path, 'b.scenario.yaml'), suite(leaves('b2')));
    const second = suites.read(files);
    expect(second.changed).toEqual([join(path, 'b.scenario.yaml')]);
    expect(second.suites[0]).toBe(first.suites[0]);
    writeFileSync(join(path, 'other/flow.yaml'), deskFlow.replace('Goodbye', 'Bye'));
    expect(suites.read(files).changed).toEqual([join(path, 'other/c.scenario.yaml')]);
  });

  test('files about one flow with the same settings share what it has learnt', () => {
    const path = made({
      'flow.yaml': deskFlow,
      'a.scenario.yaml': suite(leaves('a')),
      'b.scenario.yaml': suite(leaves('b')),
    });
    const [a, b] = new SuiteFiles().read(findFiles([path], isScenarioFile)).suites;
    expect(a?.flow).toBe(b?.flow);
  });
});
