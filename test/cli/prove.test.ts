import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { registerProve } from '../../src/cli/author/prove.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function proveIn(files: Record<string, string>) {
  const folder = folderWith(files);
  folders.push(folder);
  return {
    path: folder.path,
    run: async (...args: string[]) => {
      const { out, err, code } = await runCommand(registerProve, ['prove', folder.path, ...args]);
      const shown = (text: string) =>
        text.replaceAll(`${folder.path}/`, '').replaceAll(/\d+\.\d s/g, '0.0 s');
      return { out: shown(out), err: shown(err), code };
    },
  };
}

const sound = `ringflow: 1
name: sound
on: { error: sorry }
steps:
  ask:
    menu:
      prompt: For sales, press 1.
      choices: [{ key: 1, goto: desk }]
    on: { exhausted: sorry }
  desk:
    connect: { to: '+493012345' }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: hangup
  sorry: { say: Please call again later. }
`;

const silenced = (comment: string) => `ringflow: 1
name: flawed
on: { error: sorry }
steps:
  hello: { say: Welcome. }
  look: ${comment}
    http: { get: 'https://crm.example.com/news', timeout: 3s }
    on: { failed: perhaps }
    next: sorry
  perhaps:
    switch: [{ when: 'call.from.startsWith("+49")', goto: sorry }]
    next: hangup
  sorry: { say: Please call again later. }
`;
const flawed = silenced('');

describe('ringflow prove', () => {
  it('says that nothing was found, and how much was looked at, and ends with 0', async () => {
    const { out, err, code } = await proveIn({ 'flow.yaml': sound }).run();
    expect(out).toMatch(/^sound: nothing found; \d+ states, \d+ transitions, 0\.0 s\n$/);
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('tells the warnings of validate first, which count as found', async () => {
    const again = sound.replace('busy: sorry', 'busy: desk');
    const { out, err, code } = await proveIn({ 'flow.yaml': again }).run();
    expect(err).toContain('[redial-loop]');
    expect(err).toContain('validate has 1 warning, which counts as a finding');
    expect(out).toMatch(/^sound: nothing found/m);
    expect(code).toBe(1);
  });

  it('shows what it found with the call that shows it, and ends with 1', async () => {
    const { out, code } = await proveIn({ 'flow.yaml': flawed }).run();
    expect(out).toMatch(
      /^flow\.yaml:6:3: warning: when the web service fails in step "look" the call ends before the caller hears a prompt/,
    );
    expect(out).toContain('[cut-off-by-failure]');
    expect(out).toContain('  this call shows it:\n\n    scenarios:\n');
    expect(code).toBe(1);
  });

  it('heeds a comment that silences what it found', async () => {
    const comment = '# ringflow-ignore cut-off-by-failure: whoever calls is a machine';
    const { out, code } = await proveIn({ 'flow.yaml': silenced(comment) }).run();
    expect(out).toContain('flawed: nothing found');
    expect(code).toBe(0);
  });

  it('prints JSON alone when it is asked for', async () => {
    const { out, err, code } = await proveIn({ 'flow.yaml': flawed }).run('--json');
    expect(JSON.parse(out)).toMatchObject({
      flows: [{ left: 0, findings: [{ code: 'cut-off-by-failure', start: { line: 6, column: 3 } }] }],
    });
    expect({ err, code }).toEqual({ err: '', code: 1 });
  });

  it('proves nothing where a flow has errors', async () => {
    const { err, code } = await proveIn({ 'flow.yaml': sound.replace('goto: desk', 'goto: dsk') }).run();
    expect(err).toContain('[dangling-target]');
    expect(err).toContain('the flows have errors: fix them first');
    expect(code).toBe(1);
  });

  it('never calls proved what a budget has cut short', async () => {
    const { out, code } = await proveIn({ 'flow.yaml': sound }).run('--max-states', '5');
    expect(out).toMatch(/sound: not proved: --max-states was reached with \d+ states left to explore\n/);
    expect(out).toContain('sound: nothing found so far;');
    expect(code).toBe(1);
  });

  it('holds to the limits that are given', async () => {
    const { out, code } = await proveIn({ 'flow.yaml': sound }).run('--max-seconds', '1');
    expect(out).toContain('[long-way]');
    expect(code).toBe(1);
  });

  it.each([
    ['--max-prompts', 'few'],
    ['--budget', 'soon'],
    ['--dead-air', '0s'],
  ])('refuses %s %s', async (...flags) => {
    await expect(proveIn({ 'flow.yaml': sound }).run(...flags)).rejects.toThrow('is invalid');
  });

  it('writes the paths beside the flow, the same ones each time', async () => {
    const { run, path } = proveIn({ 'flow.yaml': sound });
    const { err, code } = await run('--write');
    expect(err).toMatch(/^proved\.scenario\.yaml: \d+ scenarios cover (\d+) of \1 outcomes\n$/);
    expect(code).toBe(0);
    const file = join(path, 'proved.scenario.yaml');
    const text = readFileSync(file, 'utf8');
    await run('--write');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('proves a sub-flow with the flow that runs it', async () => {
    const inner = `ringflow: 1
name: inner
returns: {}
on: { error: missed }
steps:
  look: { http: { get: 'https://crm.example.com/news', timeout: 3s } }
  found: { return: done }
  missed: { return: missed }
`;
    const outer = `ringflow: 1
name: sound
on: { error: sorry }
steps:
  before: { run: { flow: inner }, on: { missed: sorry } }
  hello: { say: Welcome., next: hangup }
  sorry: { say: Please call again later. }
`;
    const together = await proveIn({ 'flow.yaml': outer, 'inner.flow.yaml': inner }).run();
    expect(together.out).toContain('inner: proved with "sound"\n');
    const alone = await proveIn({ 'inner.flow.yaml': inner }).run();
    expect(alone.out).toContain('inner: nothing found');
    expect([together.code, alone.code]).toEqual([0, 0]);
  });

  it('tells what was only not reached as information, and ends with 0', async () => {
    const odd = `ringflow: 1
name: odd
on: { error: sorry }
vars: { keyed: '', number: 0 }
steps:
  ask:
    collect: { prompt: Please enter two digits., digits: 2, save: keyed }
    on: { exhausted: sorry }
  read:
    set: { number: '\${int(vars.keyed)}' }
    on: { failed: sorry }
  told:
    switch: [{ when: vars.number < 5, goto: few }]
  many: { say: It is a lot., next: hangup }
  few: { say: 'It is \${vars.number}.', next: hangup }
  sorry: { say: Please call again later. }
`;
    const unread = odd
      .replace('on: { failed: sorry }', 'on: { failed: strange }')
      .replace('  sorry:', '  strange: { say: That is strange., next: hangup }\n  sorry:');
    const { out, code } = await proveIn({ 'flow.yaml': unread }).run();
    expect(out).toContain('info: step "strange" was not reached in');
    expect(out).toContain('odd: 1 for information; ');
    expect(code).toBe(0);
  });

  it('names the flow where its file is not flow.yaml', async () => {
    const { run, path } = proveIn({ 'night.flow.yaml': sound });
    await run('--write');
    expect(readFileSync(join(path, 'night.proved.scenario.yaml'), 'utf8')).toContain(
      '\nflow: night.flow.yaml\n',
    );
    expect(existsSync(join(path, 'proved.scenario.yaml'))).toBe(false);
  });

  it('leaves a file that it has not written', async () => {
    const own = 'scenarios:\n  - name: mine\n    script: [hangs_up]\n';
    const { run, path } = proveIn({ 'flow.yaml': sound, 'proved.scenario.yaml': own });
    const { err, code } = await run('--write');
    expect(err).toContain('proved.scenario.yaml was not written by prove and is not overwritten');
    expect(code).toBe(2);
    expect(readFileSync(join(path, 'proved.scenario.yaml'), 'utf8')).toBe(own);
  });
});
