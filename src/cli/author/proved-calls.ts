/** Writes calls for flows without scenarios, so that they can be perturbed too. */
import { basename, dirname, join } from 'node:path';
import { hasErrors } from '../../language/diagnostics/index.ts';
import type { LoadedFlows } from '../../authoring/flow-files/index.ts';
import { createProvedSuite, listCallers, prove } from '../../verification/prove/index.ts';
import { readSuite } from '../../verification/testkit/index.ts';
import type { Suite } from '../../verification/testkit/index.ts';
import { listProvables } from './prove.ts';

/** Bounds of the exploration of one flow. */
const BUDGET = { states: 5_000, ms: 10_000, clock: () => performance.now() };
const LIMITS = { prompts: 12, seconds: 180, deadAirMs: 5_000 };

/** A scenario file that is not on disk. */
export interface WrittenSuite {
  suite: Suite;
  text: string;
}

/** Writes calls for each flow that no scenario file tests and no other flow runs. */
export function writeCalls(loaded: LoadedFlows, tested: ReadonlySet<string>): WrittenSuite[] {
  if (hasErrors(loaded.diagnostics)) return [];
  const provables = listProvables(loaded);
  return provables.flatMap((provable) => {
    const { file, flow } = provable;
    if (tested.has(file) || listCallers(provable, provables).length > 0) return [];
    const proof = prove(provable, { limits: LIMITS, budget: BUDGET, isDirect: true });
    const { text, scenarios } = createProvedSuite(provable, proof);
    if (scenarios === 0) return [];
    const name = join(dirname(file), `${basename(file).replace(/\.ya?ml$/, '')} (calls found by prove)`);
    const { suite } = readSuite({ file: name, text }, () => ({ flow }));
    return suite === undefined ? [] : [{ suite: { ...suite, flowFile: file }, text }];
  });
}
