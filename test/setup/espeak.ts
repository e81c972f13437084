import { spawnSync } from 'node:child_process';
import { requireProgram } from './install.ts';

/** Installs eSpeak NG, with which tests of speech speak, where it is missing. */
export async function requireEspeak(): Promise<void> {
  await requireProgram({
    name: 'espeak-ng on the PATH',
    package: 'espeak-ng',
    isThere: () => spawnSync('espeak-ng', ['--version']).status === 0,
  });
}
