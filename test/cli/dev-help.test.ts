import { Command } from 'commander';
import { expect, test } from 'vitest';
import { registerDev } from '../../src/cli/author/dev.ts';
import { listPlaces } from '../../src/cli/shared/completion-tree.ts';
import { settingNames, toFlag } from '../../src/service/config/settings.ts';

const flags = settingNames.flatMap((setting) => toFlag(setting) ?? []);

function createProgram(writeOut: (text: string) => void): Command {
  const program = new Command('ringflow').exitOverride().configureOutput({ writeOut });
  registerDev(program, { out: writeOut, err: writeOut, colour: false });
  return program;
}

/** The options that a help lists. */
async function listOptions(flag: string): Promise<string[]> {
  let help = '';
  const program = createProgram((text) => (help += text));
  await expect(program.parseAsync(['dev', flag], { from: 'user' })).rejects.toMatchObject({ exitCode: 0 });
  return [...help.matchAll(/^ {2}(?:-h, )?(--[\w-]+)/gm)].map(([, option = '']) => option);
}

test('the help of dev lists the few options that a designer needs', async () => {
  const few = ['--port', '--store', '--log-level', '--emulator-port', '--demo', '--help-all', '--help'];
  expect((await listOptions('--help')).sort()).toEqual(few.sort());
});

test('--help-all lists every setting of the service as well', async () => {
  const all = await listOptions('--help-all');
  expect(flags.filter((flag) => !all.includes(flag))).toEqual([]);
  expect(flags.length).toBeGreaterThan(30);
});

test('completion offers what the short help leaves out', () => {
  const dev = listPlaces(createProgram(() => undefined)).find(({ path }) => path === 'dev');
  expect(dev?.flags.map(({ names }) => names[0])).toEqual(expect.arrayContaining([...flags, '--help-all']));
});
