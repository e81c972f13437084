/** The scripts, in the shells themselves. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { completionScript, shells } from '../../src/cli/shared/completion-scripts.ts';
import type { Shell } from '../../src/cli/shared/completion-scripts.ts';
import { listPlaces } from '../../src/cli/shared/completion-tree.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { INSTALL_MS, requireProgram } from '../setup/install.ts';

const newFolder = useFolders();
const program = await buildProgram({ out: () => undefined, err: () => undefined, colour: false });
const places = listPlaces(program);
const scripts = Object.fromEntries(
  shells.map((shell) => [shell, completionScript(shell, 'ringflow', places)]),
) as Record<Shell, string>;

beforeAll(async () => {
  for (const shell of shells)
    await requireProgram({
      name: `${shell} on the PATH`,
      package: shell,
      isThere: () => spawnSync(shell, ['-c', 'true']).status === 0,
    });
}, INSTALL_MS);

/** What a shell offers for a line that ends where Tab is pressed. */
const offers: Record<Shell, (line: string, folder: string) => string[]> = {
  bash: (line, folder) => run('bash', ['--norc', '-c', asked(scripts.bash, line)], folder),
  // Its line editor leaves out what does not begin so, not the function.
  zsh: (line, folder) =>
    run('zsh', ['-f', '-c', asked(scripts.zsh, line)], folder).filter((offer) =>
      offer.startsWith(line.split(' ').at(-1) ?? ''),
    ),
  fish: (line, folder) =>
    run('fish', ['--no-config', '-c', `${scripts.fish}\ncomplete -C ${quoted(line)}`], folder).map(
      (offer) => offer.split('\t')[0] ?? '',
    ),
};

/** Calls the function as bash does: the words so far, split at "=" too, and which of them is under the cursor. */
function asked(script: string, line: string): string {
  const words = line.replaceAll('=', ' = ').split(' ');
  const given = words.map(quoted).join(' ');
  const first = script.includes('bashcompinit') ? 'setopt ksharrays bashrematch\n' : '';
  return `${script}\n${first}COMP_WORDS=(${given}); COMP_CWORD=${words.length - 1}; _ringflow; printf '%s\\n' "\${COMPREPLY[@]}"`;
}

function quoted(text: string): string {
  return `'${text}'`;
}

function run(shell: Shell, args: string[], cwd: string): string[] {
  const { status, stdout, stderr } = spawnSync(shell, args, { cwd, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe.each(shells)('%s', (shell) => {
  const offer = (line: string) => offers[shell](line, newFolder().path);

  test('offers the commands that begin so', () => {
    expect(offer('ringflow dep')).toEqual(['deploy']);
    expect(offer('ringflow nothing')).toEqual([]);
    expect(offer('ringflow campaign st').toSorted()).toEqual(['start', 'status', 'stop']);
  });

  test('offers all commands where none is begun', () => {
    const commands = program.commands.map((command) => command.name());
    expect(offer('ringflow ').toSorted()).toEqual([...commands, 'help'].toSorted());
  });

  test('offers the flags of the command, not those of others', () => {
    const flags = offer('ringflow deploy --');
    expect(flags).toEqual(expect.arrayContaining(['--dry-run', '--canary', '--force', '--reason', '--json']));
    expect(flags).not.toContain('--watch');
    expect(offer('ringflow campaign status --wa')).toEqual(['--watch']);
  });

  test('offers what can follow a flag, and what an argument can be', () => {
    expect(offer('ringflow graph --format ').toSorted()).toEqual(['dot', 'json', 'mermaid', 'svg']);
    expect(offer('ringflow completion ').toSorted()).toEqual(['bash', 'fish', 'zsh']);
  });

  test('goes on behind a flag with its value', () => {
    expect(offer('ringflow deploy flows --canary 20 --dr')).toEqual(['--dry-run']);
  });
});

describe('bash', () => {
  test('offers what can follow a flag behind "=" too', () => {
    expect(offers.bash('ringflow graph --format=s', newFolder().path)).toEqual(['svg']);
  });

  test('offers files where one can stand, by its own means', () => {
    const [line] = run('bash', ['--norc', '-c', `${scripts.bash}\ncomplete -p ringflow`], '.');
    expect(line).toBe('complete -o bashdefault -o default -F _ringflow ringflow');
    expect(offers.bash('ringflow deploy fl', newFolder().path)).toEqual([]);
    expect(offers.bash('ringflow call --script ', newFolder().path)).toEqual([]);
  });
});

describe('fish', () => {
  test('offers files where one can stand', () => {
    const folder = newFolder();
    folder.write('flows/flow.yaml', '');
    expect(offers.fish('ringflow deploy fl', folder.path)).toEqual(['flows/']);
  });
});

describe('a script', () => {
  test.each(shells)('for %s names every command and every flag', (shell) => {
    for (const { commands, flags } of places) {
      for (const { name } of commands) expect(scripts[shell]).toContain(name);
      for (const { names } of flags)
        for (const name of names)
          expect(scripts[shell]).toContain(
            shell === 'fish' ? ` ${name.replace(/^-(?!-)/, '-s ').replace('--', '-l ')}` : name,
          );
    }
  });

  test('keeps a quotation mark in a description from ending it', () => {
    const flag = { names: ['--it'], takes: 'word' as const, words: [`a'b`], description: `it's $(false)` };
    const one = [{ path: 'go', commands: [], flags: [flag], words: [] }];
    const script = completionScript('bash', 'other', one);
    expect(spawnSync('bash', ['-n', '-c', script]).status).toBe(0);
    expect(completionScript('fish', 'other', one)).toContain(`-d 'it'"'"'s $(false)'`);
  });
});
