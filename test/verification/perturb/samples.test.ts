/** Everything that can go wrong with the samples, every situation of each flow once; `ringflow perturb flows` tries all. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findFiles, isScenarioFile, loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { perturbationKinds, planCases, tryTrial } from '../../../src/verification/perturb/index.ts';
import { choose, readSuite } from '../../../src/verification/testkit/index.ts';
import type { Suite } from '../../../src/verification/testkit/index.ts';

const suites = findFiles(['flows'], isScenarioFile).map(suiteIn);
const flows = Map.groupBy(suites, ({ flowFile }) => flowFile);

describe.each([...flows])('%s', (_file, ofFlow) => {
  const planned = planCases(choose(ofFlow).cases, { isQuick: true });

  test('holds in whatever goes wrong', { timeout: 600_000 }, () => {
    const findings = planned.flatMap((one) => one.trials.map((trial) => tryTrial(one, trial) ?? []).flat());
    expect(
      findings.map(({ scenario, trial, breaches }) => [scenario.name, trial.about, breaches[0]?.message]),
    ).toEqual([]);
  });

  test('has something of every kind to go wrong, in cases that pass as they are', () => {
    const kinds = new Set(planned.flatMap(({ trials }) => trials.map(({ perturbation: { kind } }) => kind)));
    expect(perturbationKinds.filter((kind) => !kinds.has(kind) && !SOMETIMES.includes(kind))).toEqual([]);
    expect(planned.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  });
});

/** Kinds that need a step of some verb: a request, a stream, a number of the caller, an answering machine. */
const SOMETIMES: readonly string[] = ['stream_breaks', 'service', 'outage', 'withheld', 'mailbox', 'press'];

function suiteIn(file: string): Suite {
  const { suite } = readSuite({ file, text: readFileSync(file, 'utf8') }, (path) => {
    const { flow } = loadFlows([path]).files[0] ?? {};
    return flow && { flow };
  });
  if (suite === undefined) throw new Error(`${file} could not be read`);
  return suite;
}
