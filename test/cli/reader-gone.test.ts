import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/ringflow.js', import.meta.url));
const flows = fileURLToPath(new URL('../../flows', import.meta.url));

/** Runs a command of which nobody reads one of the outputs. */
async function unread(which: 'stdout' | 'stderr', args: string[]) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child[which].destroy();
  const other = text(which === 'stdout' ? child.stderr : child.stdout);
  const [code] = (await once(child, 'close')) as [number];
  return { code, other: await other };
}

test.each([
  ['--help'],
  ['validate', flows, '--format', 'json'],
  ['test', flows],
  ['call', `${flows}/front-desk`, '--offline', '--fast'],
  ['graph', `${flows}/survey`],
  ['diff', `${flows}/survey`, `${flows}/front-desk`],
  ['prompts', flows],
])('%s ends quietly when nobody reads what it writes', async (...args) => {
  expect(await unread('stdout', args)).toEqual({ code: 141, other: '' });
});

test('so does one that only has something to complain about', async () => {
  expect(await unread('stderr', ['validate', `${flows}/nowhere`])).toEqual({ code: 141, other: '' });
});
