import { Command } from 'commander';
import { afterEach, describe, expect, it } from 'vitest';
import { OperationalError } from '../../src/engine/ports/index.ts';
import { registerTest } from '../../src/cli/author/test.ts';
import { deskFlow } from '../verification/testkit/flow.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

/** A folder in which paths are shown without what comes before it. */
function testIn(files: Record<string, string>) {
  const folder = folderWith(files);
  folders.push(folder);
  return async (...args: string[]) => {
    const { out, err, code } = await runCommand(registerTest, ['test', folder.path, ...args]);
    const shown = (text: string) => text.replaceAll(`${folder.path}/`, '');
    return { out: shown(out), err: shown(err), code };
  };
}

const passing = 'scenarios:\n  - name: the caller leaves\n    script: [presses: 9]\n';
const failing = 'scenarios:\n  - name: nobody says so\n    script:\n      - hears: Xylophone\n';

describe('ringflow test', () => {
  it('says what passed, and ends with 0', async () => {
    const run = testIn({ 'desk/flow.yaml': deskFlow, 'desk/a.scenario.yaml': passing });
    expect(await run()).toEqual({ out: 'pass  the caller leaves\n\n1 passed, 0 failed\n', err: '', code: 0 });
  });

  it('tells the story of a failure, and ends with 1', async () => {
    const run = testIn({ 'flow.yaml': deskFlow, 'a.scenario.yaml': passing, 'b.scenario.yaml': failing });
    const { out, err, code } = await run();
    expect(out).toMatch(
      /^pass {2}the caller leaves\nFAIL {2}nobody says so \(b\.scenario\.yaml:2\)\n\nb\.scenario\.yaml:4:9: error: the caller did not hear "Xylophone"/,
    );
    expect(out).toContain('      flow: flow.yaml:18, in step "main" (menu), at ');
    expect(out).toMatch(/\n1 passed, 1 failed\n$/);
    expect({ err, code }).toEqual({ err: '', code: 1 });
  });

  it('runs the scenarios of a flow file that it is given, and no others', async () => {
    const folder = folderWith({
      'flow.yaml': deskFlow,
      'other.flow.yaml': deskFlow.replace(/^name: .*$/m, 'name: other'),
      'a.scenario.yaml': passing,
      'b.scenario.yaml': `flow: other.flow.yaml\n${failing}`,
      'c.scenario.yaml': 'scenarios: [',
    });
    folders.push(folder);
    const run = (file: string) => runCommand(registerTest, ['test', `${folder.path}/${file}`]);
    expect(await run('other.flow.yaml')).toMatchObject({ code: 1 });
    expect((await run('other.flow.yaml')).out).toContain('0 passed, 1 failed');
    const { out, err, code } = await run('flow.yaml');
    expect(out).toContain('1 passed, 0 failed, 1 file with errors not run');
    expect(err).toContain('c.scenario.yaml');
    expect(code).toBe(1);
    await expect(run('third.flow.yaml')).rejects.toThrow('there is no file or folder');
  });

  it('says that a flow file has no scenarios', async () => {
    const folder = folderWith({ 'flow.yaml': deskFlow });
    folders.push(folder);
    const { err, code } = await runCommand(registerTest, ['test', `${folder.path}/flow.yaml`]);
    expect(err).toContain('no scenario found in');
    expect(code).toBe(2);
  });

  it('prints JSON alone when it is asked for', async () => {
    const run = testIn({ 'flow.yaml': deskFlow, 'a.scenario.yaml': failing });
    const { out, err, code } = await run('--json');
    expect(JSON.parse(out)).toMatchObject({ passed: 0, failed: 1, cases: [{ name: 'nobody says so' }] });
    expect({ err, code }).toEqual({ err: '', code: 1 });
  });

  it('tells in its JSON which files could not be run, and why', async () => {
    const run = testIn({
      'flow.yaml': deskFlow,
      'a.scenario.yaml': 'scenarios: [',
      'b.scenario.yaml': passing,
    });
    const { out, code } = await run('--json');
    expect(JSON.parse(out)).toMatchObject({
      passed: 1,
      broken: ['a.scenario.yaml'],
      diagnostics: [{ file: 'a.scenario.yaml', severity: 'error', start: { line: 1, column: 12 } }],
    });
    expect(code).toBe(1);
  });

  it('says how long a live call may take as a person would write it', () => {
    const help = new Command();
    registerTest(help, { out: () => undefined, err: () => undefined, colour: false });
    expect(help.commands[0]?.helpInformation()).toContain('(default: 60s)');
  });

  it('runs only what the filter means', async () => {
    const run = testIn({ 'flow.yaml': deskFlow, 'a.scenario.yaml': passing, 'b.scenario.yaml': failing });
    expect(await run('--filter', 'LEAVES')).toMatchObject({ code: 0 });
    expect(await run('--filter', 'b.scenario')).toMatchObject({ code: 1 });
    expect(await run('--filter', 'nothing like it')).toEqual({
      out: '',
      err: 'ringflow: no scenario has "nothing like it" in its name or file\n',
      code: 2,
    });
  });

  it('stops after the first failure with --bail', async () => {
    const run = testIn({ 'flow.yaml': deskFlow, 'a.scenario.yaml': failing, 'b.scenario.yaml': passing });
    const { out } = await run('--bail');
    expect(out).toMatch(/\n0 passed, 1 failed\n$/);
  });

  it('tells what is wrong with a scenario file, and still runs the others', async () => {
    const wrong = 'scenarios:\n  - name: wrong\n    script:\n      - hears: { prompt: welcom }\n';
    const run = testIn({ 'flow.yaml': deskFlow, 'a.scenario.yaml': wrong, 'b.scenario.yaml': passing });
    expect(await run()).toEqual({
      out: 'pass  the caller leaves\n\n1 passed, 0 failed, 1 file with errors not run\n',
      err: `a.scenario.yaml:4:26: error: the flow "desk" has no prompt "welcom" [unknown-prompt]
    4 |       - hears: { prompt: welcom }
      |                          ^~~~~~
      hint: did you mean "welcome"?
ringflow: 1 file was not run, because the scenario or its flow has errors
`,
      code: 1,
    });
  });

  it('tells what is wrong with a flow, once for all its scenario files', async () => {
    const flow = deskFlow.replace('goto: billing', 'goto: biling');
    const run = testIn({ 'flow.yaml': flow, 'a.scenario.yaml': passing, 'b.scenario.yaml': passing });
    const { err, code } = await run();
    expect(err.match(/\[dangling-target\]/g)).toHaveLength(1);
    expect(err).toContain('ringflow: 2 files were not run, because the scenario or its flow has errors\n');
    expect(code).toBe(1);
  });

  it('ends with 2 where there is nothing to run', async () => {
    const run = testIn({ 'flow.yaml': deskFlow });
    const { err, code } = await run();
    expect(err).toMatch(
      /^ringflow: no scenario found in .+: a scenario file is named <name>\.scenario\.yaml and is next to its flow\n$/,
    );
    expect(code).toBe(2);
  });

  it('a path that is not there is a failure of the command line', async () => {
    await expect(runCommand(registerTest, ['test', '/nowhere/at/all'])).rejects.toThrow(OperationalError);
  });
});
