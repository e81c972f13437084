/**
 * Fails a test file that uses more CPU time than a file of the default projects may. CPU time and not wall time: it is
 * nearly the same on a machine that does other work. Time of child processes does not count.
 */
import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, expect } from 'vitest';

const LIMIT_MS = 10_000;
/** Files that may use more, with their limits in milliseconds. */
const SLOW: Record<string, number> = {
  // Derives the shapes of stored records from their types with the TypeScript compiler.
  'test/call/records/kept.test.ts': 25_000,
  // Checks flows of up to a megabyte.
  'test/language/compiler/large-files.test.ts': 25_000,
  // Holds the store to its contract twice, on one Redis and on a cluster.
  'test/adapters/store-redis.test.ts': 45_000,
  // Each test is about projects that share nothing, so each has a service and emulators of its own.
  'test/service/http/api/projects.test.ts': 20_000,
};

const { RINGFLOW_TEST_DEEP: deep, RINGFLOW_TEST_CPU_LOG: log } = process.env;
const root = resolve(import.meta.dirname, '../..');
const before = process.cpuUsage();

afterAll(() => {
  const { user, system } = process.cpuUsage(before);
  const usedMs = Math.round((user + system) / 1_000);
  const file = relative(root, expect.getState().testPath ?? '');
  const limitMs = SLOW[file] ?? LIMIT_MS;
  if (log !== undefined) appendFileSync(log, `${usedMs}\t${file}\n`);
  if (usedMs > limitMs && deep !== '1')
    throw new Error(
      `${file} used ${usedMs} ms of CPU time, and ${limitMs} ms is the limit: make it faster, or list it in test/setup/cpu-limit.ts`,
    );
});
