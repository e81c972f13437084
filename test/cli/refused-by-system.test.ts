/** What the operating system refuses a command is told in one line, and ends it with 2. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useFolders } from '../authoring/flow-files/folder.ts';

const bin = fileURLToPath(new URL('../../bin/ringflow.js', import.meta.url));
const flows = fileURLToPath(new URL('../../flows', import.meta.url));
const newFolder = useFolders();

/** Runs a command whose stdout goes there. */
async function run(args: string[], stdout: number | 'ignore' = 'ignore') {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', stdout, 'pipe'] });
  const err = child.stderr === null ? '' : await text(child.stderr);
  const [code] = child.exitCode === null ? ((await once(child, 'close')) as [number]) : [child.exitCode];
  return { code, err };
}

test('a file that cannot be written', async () => {
  const folder = newFolder();
  folder.write('file', 'no folder');
  const junit = join(folder.path, 'file/report.xml');
  const { code, err } = await run(['test', `${flows}/survey`, '--junit', junit]);
  expect(err).toMatch(/^ringflow: E(NOTDIR|EXIST): .*'\n$/);
  expect(code).toBe(2);
});

// Not every system has a device that is always full.
test.skipIf(!existsSync('/dev/full'))('a disk without room, to which its output goes', async () => {
  const full = openSync('/dev/full', 'w');
  const { code, err } = await run(['prompts', flows, '--format', 'csv'], full);
  closeSync(full);
  expect(err).toMatch(/^ringflow: (ENOSPC|write ENOSPC).*\n$/);
  expect(code).toBe(2);
});
