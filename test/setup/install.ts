/** Programs that tests need from the machine and npm does not bring: installed once where that is possible. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Program {
  /** As it goes into "the tests need …". */
  name: string;
  /** Debian's package. */
  package: string;
  isThere(): boolean;
}

/** Installs take as long as this at most, ms: what a hook that asks for a program needs as its time. */
export const INSTALL_MS = 300_000;
/** Tests in several processes may each miss something, and apt-get lets none wait. */
const oneByOne = [join(tmpdir(), 'ringflow-tests-apt.lock'), 'apt-get'];

/** Installs a program that is missing. Fails with one line that says what to install. */
export async function requireProgram(program: Program): Promise<void> {
  if (program.isThere()) return;
  const missing = `the tests need ${program.name}`;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new Error(`${missing}: install it, on Debian with "sudo apt-get install ${program.package}"`);
  const problem = await install(program.package);
  if (!program.isThere()) throw new Error(`${missing}, and apt-get could not install it: ${problem}`);
}

/** Gives what apt-get printed when it failed. */
async function install(name: string): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  try {
    await run('flock', [...oneByOne, 'update'], { env });
    await run('flock', [...oneByOne, 'install', '-y', '--no-install-recommends', name], {
      env,
      maxBuffer: 64 * 1_048_576,
    });
    return 'the package holds no such program';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.trim() || String(error);
  }
}
