/** The page "Run it for real": the commands of its first part are run as they are printed, one after another. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { root } from './command.ts';
import { freePort } from '../setup/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringflow-for-real-'));

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('every command of the first part works, and they lead to a call that can be explained', async () => {
  const page = readFileSync(join(root, 'docs/run-it-for-real.md'), 'utf8');
  const [, part = ''] = page.split('\n## One machine\n');
  const [first = ''] = part.split('\n## ');
  const blocks = [...first.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(6);
  // The checkout, without what somebody may have in theirs; ports are those that are free here.
  for (const name of ['bin', 'flows', 'schemas', 'src', 'node_modules', 'package.json', 'package-lock.json'])
    symlinkSync(join(root, name), join(folder, name));
  const script = blocks
    .join('\n')
    .replaceAll('8080', String(await freePort()))
    .replaceAll('4010', String(await freePort()));
  // As npx does, without asking npm each time.
  const npx = 'npx() { shift; node bin/ringflow.js "$@"; }';
  const header = `set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${npx}`;
  writeFileSync(join(folder, 'page.sh'), `${header}\n${script}`);
  const shell = spawn('bash', ['page.sh'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, ended] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close') as Promise<[number]>,
  ]);
  expect([ended[0], complained]).toEqual([0, 'Save the key: it is not shown again.\n']);
  expect(said).toMatch(/^app_key +\*\*\* +run\/ringflow\.config\.yaml$/m);
  expect(said).toMatch(/front-desk: [0-9a-f]{16} takes all calls/);
  expect(said).toContain('+4930555000: calls are routed to front-desk');
  expect(said).toMatch(/incoming|accept/);
  expect(said).toMatch(/front-desk: [0-9a-f]{16} takes 20 of 100 calls/);
  expect(said).toMatch(/run\/backup\.sqlite contains 1 call, 0 of them live/);
  expect(said).toMatch(
    /run\/ringflow\.sqlite contains 1 call.*the previous store is now run\/ringflow\.sqlite\.replaced/,
  );
});
