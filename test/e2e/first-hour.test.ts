/**
 * Carries out the first hour of CONTRIBUTING.md in a copy of the repository: its files are written, its commands are run,
 * those marked `fails` fail, and a block of text stands in the output of the command before it.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './command.ts';

const BLOCK = /^```(sh|ts|text)(?: (\S+))?\n(.*?)^```$/gms;
const run = promisify(execFile);
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringflow-first-hour-'));
  const copied = ['bin', 'flows', 'schemas', 'scripts', 'src', 'test'];
  for (const name of [...copied, 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await run('git', ['init', '--quiet'], { cwd: folder });
  await run('git', ['add', 'src', 'test/call'], { cwd: folder });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('each step of the first hour does what it says', async () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const walk = page.slice(page.indexOf('## The first hour'), page.indexOf('## Tests and checks'));
  const blocks = [...walk.matchAll(BLOCK)];
  expect(blocks.length).toBeGreaterThan(5);
  let output = '';
  for (const [, kind, what, text = ''] of blocks) {
    if (kind === 'text') expect(output).toContain(text.trim());
    else if (kind === 'ts') writeFile(what ?? '', text);
    // test/cli/npm-start.test.ts starts a checkout that is set up.
    else if (what !== 'setup') output = await runBlock(text, { fails: what === 'fails' });
  }
});

function writeFile(name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs the commands of a block, up to the first that fails; returns what they print. */
async function runBlock(commands: string, { fails }: { fails: boolean }): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' } };
  let code = 0;
  const { stdout } = await run('bash', ['-ec', `exec 2>&1\n${commands}`], options).catch((error: unknown) => {
    const failure = error as { code: number; stdout: string };
    ({ code } = failure);
    return failure;
  });
  const output = stripVTControlCharacters(stdout);
  expect(code === 0, `${commands}\n${output}`).toBe(!fails);
  return output;
}
