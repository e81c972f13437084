/** The samples: nothing is found in them, and every outcome that a call can take is taken by a scenario that passes. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { prove, PROVED_MARK, createProvedSuite } from '../../../src/verification/prove/index.ts';
import { readSuite, runScenario } from '../../../src/verification/testkit/index.ts';

const { files, source } = loadFlows([join(import.meta.dirname, '../../../flows')]);
const samples = files.flatMap(({ file, flow, graph, graphs = {}, diagnostics }) =>
  flow === undefined || graph === undefined
    ? []
    : [{ name: flow.name, sample: { file, flow, graph, graphs, diagnostics, source } }],
);
const options = {
  limits: { prompts: 12, seconds: 180, deadAirMs: 5_000 },
  budget: { states: 50_000, ms: 1, clock: () => 0 },
};

describe.each(samples)('$name', ({ sample }) => {
  const proof = prove(sample, options);

  test('is explored to its end, and nothing is found', () => {
    expect(proof.exploration.left).toBe(0);
    expect(proof.found.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
  });

  test('has a passing scenario for every outcome', () => {
    const { text, covered, uncovered } = createProvedSuite(sample, proof);
    expect(uncovered).toEqual([]);
    expect(covered).toBeGreaterThan(0);
    expect(text.startsWith(PROVED_MARK)).toBe(true);
    const { suite, diagnostics } = readSuite({ file: 'proved.scenario.yaml', text }, () => ({
      flow: sample.flow,
    }));
    expect(diagnostics).toEqual([]);
    const failed = suite?.scenarios.filter((scenario) => runScenario(suite, scenario).failure !== undefined);
    expect(failed?.map(({ name }) => name)).toEqual([]);
  });
});
