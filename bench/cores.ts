/**
 * Which cores the processes of a contest run on. Who is measured has one alone, as where it is hosted; what it talks to shares
 * the others. Where all share all, each finds the caches full of what the others have left there, and the more it keeps in them
 * the more that costs: the machine would be measured, and not who runs on it.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** `apart`: as above. `shared`: as the system places them. */
export type Cores = 'apart' | 'shared';

/** Gives each process its cores, with all of its threads. Throws where there is only one, or `taskset` is missing. */
export function setApart(measured: readonly number[], others: readonly number[]): void {
  const last = availableParallelism() - 1;
  if (last === 0) throw new Error('this machine has one core: measure with --cores shared');
  for (const pid of measured) pin(pid, '0');
  for (const pid of others) pin(pid, `1-${last}`);
}

function pin(pid: number, cores: string): void {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'pipe' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`taskset (of util-linux) is needed, or --cores shared: ${why}`, { cause: error });
  }
}
