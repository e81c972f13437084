import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { registerValidate } from '../../src/cli/author/validate.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

async function validate(text: string, ...args: string[]) {
  const folder = folderWith({ 'flow.yaml': text });
  folders.push(folder);
  return runCommand(registerValidate, ['validate', folder.path, ...args]);
}

const sound = 'ringflow: 1\nname: desk\non: { error: bye }\nsteps:\n  bye: { hangup: }\n';

describe('ringflow validate', () => {
  it('says that nothing is wrong, and ends with 0', async () => {
    expect(await validate(sound)).toEqual({
      out: '',
      err: '1 flow checked: 0 errors, 0 warnings\n',
      code: 0,
    });
  });

  it('counts what is wrong, and ends with 1', async () => {
    const { out, err, code } = await validate(sound.replace('hangup:', 'hangpu:'));
    expect(out).toContain('[unknown-key]');
    expect({ err, code }).toEqual({ err: '1 flow checked: 1 error, 0 warnings\n', code: 1 });
  });

  it.each([
    ['a syntax error', '  bye: { say: Note: closed }\n'],
    ['an unsupported construct', '  bye: { <<: x, hangup: }\n'],
  ])('says that %s keeps something from being checked', async (_, step) => {
    const { err } = await validate(sound.replace('  bye: { hangup: }\n', step));
    expect(err).toMatch(
      /^1 flow checked: \d+ errors?, 0 warnings; further checks follow once the syntax is right\n$/,
    );
  });

  it('reports what the named carriers lack, and nothing about others', async () => {
    const spoken = sound.replace(
      '  bye:',
      '  ask: { menu: { prompt: Say it., choices: [{ phrases: it, goto: bye }] }, on: { exhausted: bye } }\n  bye:',
    );
    const asterisk = await validate(spoken, '--carrier', 'asterisk');
    expect(asterisk.out).toContain(
      'a choice of step "ask" can only be said, and carrier "asterisk" does not understand speech [carrier-lacks]',
    );
    expect(asterisk.code).toBe(1);
    const both = await validate(spoken, '--carrier', 'platform', '--carrier', 'asterisk');
    expect(both.code).toBe(1);
    expect((await validate(spoken, '--carrier', 'platform')).code).toBe(0);
    expect((await validate(spoken)).code).toBe(0);
    expect((await validate(spoken, '--carrier', 'asterisk+recognition')).code).toBe(0);
  });

  it('names the known kinds of carriers', async () => {
    await expect(validate(sound, '--carrier', 'sip')).rejects.toThrow(
      'Expected platform, asterisk or asterisk+recognition.',
    );
  });

  it('prints JSON alone when it is asked for', async () => {
    const { out, err } = await validate('steps: [', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ diagnostics: [{ code: 'syntax' }] });
    expect(err).toBe('');
  });

  it('prints SARIF that names the codes, with no address of this machine', async () => {
    const { out, err, code } = await validate('steps: [', '--format', 'sarif');
    expect(JSON.parse(out)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'syntax' }] }] });
    expect(out).not.toMatch(/(help|information)Uri/);
    expect({ err, code }).toEqual({ err: '', code: 1 });
  });

  it('prints annotations for GitHub', async () => {
    const { out, code } = await validate(sound.replace('hangup:', 'hangpu:'), '--format', 'github');
    expect(out).toMatch(/^::error file=\S+flow\.yaml,line=5,col=10,endColumn=16,title=unknown-key::/);
    expect(code).toBe(1);
  });
});

describe('ringflow validate --fix', () => {
  const misspelt = `# The desk.
ringflow: 1
name: desk   # keep me
on: { error: bye }
voice: femal
always: { keys: { *: repeat } }
steps:
  hello:
    sya:   wlecome
    next: bey
  bye: { hangup: }
prompts: { welcome: Hello. }
`;

  function folderOf(files: Record<string, string | Buffer>) {
    const folder = folderWith({});
    folders.push(folder);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
    return {
      fix: () => runCommand(registerValidate, ['validate', folder.path, '--fix']),
      read: (name = 'flow.yaml') => readFileSync(join(folder.path, name), 'utf8'),
      ...folder,
    };
  }

  it('corrects what has one safe answer, round by round, and touches nothing else', async () => {
    const { fix, read, path } = folderOf({ 'flow.yaml': misspelt });
    const { out, err, code } = await fix();
    expect(read()).toBe(
      misspelt
        .replace('femal', 'female')
        .replace('*:', "'*':")
        .replace('sya', 'say')
        .replace('wlecome\n', 'welcome\n')
        .replace('bey', 'bye'),
    );
    const file = join(path, 'flow.yaml');
    expect(err.split('\n')).toEqual([
      `${file}:6:19: changed *: to '*': [syntax]`,
      `${file}:5:8: changed femal to female [unknown-voice]`,
      `${file}:9:5: changed sya to say [unknown-key]`,
      `${file}:9:12: changed wlecome to welcome [unknown-prompt]`,
      `${file}:10:11: changed bey to bye [dangling-target]`,
      '1 flow checked: 0 errors, 0 warnings',
      '',
    ]);
    expect({ out, code }).toEqual({ out: '', code: 0 });
  });

  it('tells of what it adds, and of spaces', async () => {
    const text = misspelt.replace(/^(?:voice|always).*\n/gm, '').replace('sya:   wlecome', 'say: welcome');
    const { fix, read, path } = folderOf({
      'flow.yaml': text.replace('error: bye }', 'error: bye').replace('next: bey', ' next: bye'),
    });
    const { err } = await fix();
    expect(read()).toBe(text.replace('bey', 'bye'));
    const file = join(path, 'flow.yaml');
    expect(err.split('\n').slice(0, 2)).toEqual([
      `${file}:4:5: added } [syntax]`,
      `${file}:8:6: changed the spaces [syntax]`,
    ]);
  });

  it('removes comments that silence nothing', async () => {
    const { fix, read } = folderOf({
      'flow.yaml': `${sound}# ringflow-ignore long-menu: no menu at all\n`.replace(
        'name: desk',
        'name: desk # ringflow-ignore unused-prompt: none',
      ),
    });
    const { err } = await fix();
    expect(read()).toBe(sound);
    expect(err).toContain(': removed # ringflow-ignore long-menu: no menu at all [ignore-unused]\n');
  });

  it('leaves a name alone while a part of the file cannot be read', async () => {
    const text = `${sound.replace('error: bye', 'error: bey')}  other: { say: "Hello. }\n`;
    const { fix, read } = folderOf({ 'flow.yaml': text });
    const { code } = await fix();
    expect(read()).toBe(text);
    expect(code).toBe(1);
  });

  it('leaves a name alone that two others resemble', async () => {
    const text = sound.replace('error: bye', 'error: byee').replace('  bye:', '  byes: { hangup: }\n  bye:');
    const { fix, read } = folderOf({ 'flow.yaml': text });
    await fix();
    expect(read()).toBe(text);
  });

  it('keeps line ends, byte order mark and access rights, and follows links', async () => {
    const folder = folderOf({
      'real.yaml': `\ufeff${sound.replace('hangup:', 'hangpu:').replaceAll('\n', '\r\n')}`,
    });
    chmodSync(join(folder.path, 'real.yaml'), 0o640);
    symlinkSync('real.yaml', join(folder.path, 'flow.yaml'));
    const { code } = await runCommand(registerValidate, [
      'validate',
      join(folder.path, 'flow.yaml'),
      '--fix',
    ]);
    expect(folder.read('real.yaml')).toBe(`\ufeff${sound.replaceAll('\n', '\r\n')}`);
    expect(statSync(join(folder.path, 'real.yaml')).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(folder.path, 'flow.yaml')).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['flow.yaml', 'real.yaml']);
    expect(code).toBe(0);
  });

  it('does not touch a file that is no UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(sound.replace('hangup:', 'hangpu:')),
      Buffer.from([0x23, 0xe4, 0x0a]),
    ]);
    const { fix, path } = folderOf({ 'flow.yaml': bytes });
    const { code } = await fix();
    expect(readFileSync(join(path, 'flow.yaml'))).toEqual(bytes);
    expect(code).toBe(1);
  });
});
