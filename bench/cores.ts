/**
 * Which cores the processes of a contest run on. Who is measured shares its core with neither the load nor Redis, as where it is
 * hosted. Where all share all, each finds the caches full of what the others have left there (ADR 0048).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** `apart`: as above. `shared`: as the system places them. */
export type Cores = 'apart' | 'shared';

/** Throws where they cannot be set apart: there is only one core, or no `taskset`. */
export function checkApart(): void {
  setApart([], []);
  pin(process.pid, allCores);
}

/** Gives each process its cores, with all of its threads. */
export function setApart(measured: readonly number[], others: readonly number[]): void {
  const [first, ...rest] = allCores;
  if (first === undefined || rest.length === 0)
    throw new Error('there are no two cores for this process: measure with --cores shared');
  for (const pid of measured) pin(pid, [first]);
  for (const pid of others) pin(pid, rest);
}

/** Those that this process may use when it starts. */
const allCores = allowedCores();

/** From proc(5): a list such as `0-3,8`. */
function allowedCores(): number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

function pin(pid: number, cores: readonly number[]): void {
  try {
    const args = ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)];
    execFileSync('taskset', args, { stdio: 'pipe' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `taskset (of util-linux) did not place ${pid}; or measure with --cores shared: ${why}`;
    throw new Error(message, { cause: error });
  }
}
