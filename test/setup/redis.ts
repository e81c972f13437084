import { spawnSync } from 'node:child_process';
import { requireProgram } from './install.ts';

/** Before the first of the tests that start a Redis. */
export async function setup(): Promise<void> {
  await requireProgram({
    name: 'redis-server on the PATH',
    package: 'redis-server',
    isThere: () => spawnSync('redis-server', ['--version']).status === 0,
  });
}
