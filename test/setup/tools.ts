/** What tests need from the machine and npm does not bring: Chromium, installed once where that is possible. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromiumPath } from './chromium.ts';

const run = promisify(execFile);

/** Before the first of the tests that need it. Fails with one line that says what to install. */
export async function setup(): Promise<void> {
  if (existsSync(chromiumPath)) return;
  const missing = `the tests in a browser need Chromium at ${chromiumPath}`;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new Error(`${missing}: install it, on Debian with "sudo apt-get install chromium"`);
  const problem = await installChromium();
  if (!existsSync(chromiumPath)) throw new Error(`${missing}, and apt-get could not install it: ${problem}`);
}

/** Gives what apt-get printed when it failed. */
async function installChromium(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      env,
      maxBuffer: 64 * 1_048_576,
    });
    return 'the package holds no such program';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.trim() || String(error);
  }
}
