import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { until } from '../engine/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isolated = ['--port', '0', '--emulator-port', '0', '--store', 'memory:'];
let npm: ChildProcessByStdio<null, Readable, Readable>;
let written = '';

/** Nothing of it outlives the test: npm is the leader of a group of its own. */
afterEach(() => {
  try {
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
});

test('ending `npm start` ends the service', async () => {
  npm = spawn('npm', ['start', '--', ...isolated], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  npm.stdout.resume();
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (written += text));
  await until(() => written.includes('Stop with Ctrl-C'));
  npm.kill('SIGTERM');
  // The pipes are closed when the last process that writes to them is gone.
  await once(npm, 'close');
  expect(npm.exitCode ?? npm.signalCode).not.toBeNull();
});
