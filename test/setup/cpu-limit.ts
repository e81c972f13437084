/**
 * Fails a test file that uses more CPU time than a file of the default projects may. CPU time and not wall time: beside
 * other work it grows too, since cores share their caches, but only to about twice as much. Time of child processes does
 * not count.
 */
import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, expect } from 'vitest';

/** A file should take less than half of it on a quiet machine. */
const LIMIT_MS = 20_000;
/** Files that may use more, with their limits in milliseconds. */
const SLOW: Record<string, number> = {
  // Starts a thread with the compiler for each of its tests.
  'test/service/build/workshop.test.ts': 60_000,
  // Derives the shapes of stored records from their types with the TypeScript compiler.
  'test/call/records/kept.test.ts': 50_000,
  // Import whole flows of other systems, and compare each with its original on thousands of paths.
  'test/importers/architect/cases.test.ts': 60_000,
  'test/importers/connect/cases.test.ts': 90_000,
  'test/importers/freeswitch/cases.test.ts': 60_000,
  'test/importers/studio/cases.test.ts': 90_000,
  'test/importers/swml/cases.test.ts': 60_000,
  'test/importers/voicexml/cases.test.ts': 90_000,
  'test/cli/import.test.ts': 90_000,
  // Attack what `prove` says of random flows with thousands of calls.
  'test/verification/prove/never.test.ts': 60_000,
  'test/verification/prove/soundness.test.ts': 60_000,
  // Compiles hundreds of flows with mistakes, and prints what is said of each.
  'test/language/compiler/cases.test.ts': 50_000,
  // Prove every sample, and dozens of other flows.
  'test/verification/prove/good-flows.test.ts': 120_000,
  'test/verification/prove/samples.test.ts': 60_000,
  // Replays the calls of every sample on changed flows.
  'test/verification/replay/samples.test.ts': 50_000,
  // Compiles and proves each flaw and its repair.
  'test/verification/flawed-flows.test.ts': 200_000,
  // Draws every flow of the checkout, more than a hundred of them, and each again after changes.
  'test/authoring/flowchart/flows-of-the-checkout.test.ts': 60_000,
  // Change, call and perturb generated flows.
  'test/authoring/edits/generated.test.ts': 40_000,
  'test/call/properties/call.test.ts': 40_000,
  'test/verification/perturb/effects.test.ts': 40_000,
  // Compiles thousands of documents.
  'test/language/compiler/fuzz.test.ts': 40_000,
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
