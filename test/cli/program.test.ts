import { expect, test } from 'vitest';
import type { Io } from '../../src/cli/shared/io.ts';
import { buildProgram } from '../../src/cli/program.ts';

const silent: Io = { out: () => undefined, err: () => undefined, colour: false };
const names = [
  'new',
  'dev',
  'serve',
  'config',
  'validate',
  'test',
  'prove',
  'perturb',
  'call',
  'import',
  'equal',
  'graph',
  'diff',
  'prompts',
  'types',
  'trace',
  'cdrs',
  'calls',
  'logs',
  'backup',
  'restore',
  'preview',
  'compat',
  'reseal',
  'login',
  'logout',
  'keys',
  'project',
  'deploy',
  'versions',
  'stats',
  'attention',
  'rollback',
  'withdraw',
  'route',
  'campaign',
  'carrier',
  'dial',
  'planned',
  'lsp',
  'emulator',
  'completion',
];

async function commandsOf(wanted?: string): Promise<string[]> {
  const { commands } = await buildProgram(silent, wanted);
  return commands.map((command) => command.name());
}

test.each([undefined, '--help', 'help', 'validat', 'constructor', 'completion'])(
  '%s has all commands at hand',
  async (wanted) => {
    expect(await commandsOf(wanted)).toEqual(names);
  },
);

test.each(names)('%s comes alone, unless it tells of others, and explains itself', async (name) => {
  let out = '';
  const program = await buildProgram({ ...silent, out: (text) => (out += text) }, name);
  const alone = name === 'completion' ? names : [name];
  expect(program.commands.map((command) => command.name())).toEqual(alone);
  await expect(program.parseAsync([name, '--help'], { from: 'user' })).rejects.toMatchObject({ exitCode: 0 });
  expect(out).toContain(`Usage: ringflow ${name} `);
  // Times and shares are shown as they are written.
  expect(out).not.toMatch(/<(time|duration|share)>[^(]*\(default:\s+[\d.]+\)|\(default:\s+\[\]\)/);
});
