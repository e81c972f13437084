/** Writes calls for flows without scenarios, so that they can be perturbed too. */
import { basename, dirname, join } from 'node:path';
import type { LoadedFlows } from '../../authoring/flow-files/index.ts';
import { createProvedSuite, exploreFlow, listCallers } from '../../verification/prove/index.ts';
import type { Provable } from '../../verification/prove/index.ts';
import { readSuite } from '../../verification/testkit/index.ts';
import type { Suite } from '../../verification/testkit/index.ts';
import { listProvables } from './prove.ts';

/** Bound of the exploration of one flow: a number, so that the same calls are found on every machine. */
const BUDGET = { states: 5_000, ms: Infinity, clock: () => 0 };

/** A scenario file that is not on disk. */
export interface WrittenSuite {
  suite: Suite;
  text: string;
}

/** A flow of which calls are missing. */
export interface Gap {
  file: string;
  reason: string;
}

/** Calls of flows, and what is missing. */
export interface WrittenCalls {
  written: WrittenSuite[];
  gaps: Gap[];
}

/** Writes calls for each flow without errors that no scenario file tests and no other flow runs. */
export function writeCalls(loaded: LoadedFlows, tested: ReadonlySet<string>): WrittenCalls {
  const provables = listProvables(loaded);
  const found = provables
    .filter((provable) => !tested.has(provable.file) && listCallers(provable, provables).length === 0)
    .map(writeFlowCalls);
  return {
    written: found.flatMap(({ written }) => written),
    gaps: found.flatMap(({ gaps }) => gaps),
  };
}

function writeFlowCalls(provable: Provable): WrittenCalls {
  const { file, flow } = provable;
  const explored = exploreFlow(provable, { budget: BUDGET, isDirect: true });
  const { left } = explored.exploration;
  const gaps = left === 0 ? [] : [{ file, reason: renderLeft(file, left) }];
  const { text, scenarios, uncovered } = createProvedSuite(provable, explored);
  const name = join(dirname(file), `${basename(file).replace(/\.ya?ml$/, '')} (calls found by prove)`);
  const { suite } = readSuite({ file: name, text }, () => ({ flow }));
  if (scenarios > 0 && suite !== undefined)
    return { written: [{ suite: { ...suite, flowFile: file }, text }], gaps };
  const why = uncovered[0]?.why ?? 'no step of it has an outcome';
  return { written: [], gaps: [{ file, reason: `prove found no call that can be simulated: ${why}` }] };
}

function renderLeft(file: string, left: number): string {
  return `prove explored ${BUDGET.states} situations to find calls and left ${left} unexplored, so some calls may be missing; "ringflow prove ${file} --write" explores more and writes the calls as scenarios, which perturb then runs`;
}
