/** Cases given as short YAML. */
import { readSuite } from '../../src/testkit/index.ts';
import type { Case } from '../../src/testkit/index.ts';
import { planCases } from '../../src/perturb/index.ts';
import type { PlannedCase } from '../../src/perturb/index.ts';
import { flowOf } from '../builders/flow.ts';

/** The cases of a scenario file that stands beside a flow. */
export function casesOf(flow: string, scenarios: string): Case[] {
  const compiled = flowOf(flow);
  const { suite, diagnostics } = readSuite({ file: 'a.scenario.yaml', text: scenarios }, () => ({
    flow: compiled,
  }));
  if (suite === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return suite.scenarios.map((scenario) => ({ suite, scenario }));
}

/** The first of them, planned. */
export function plannedOf(flow: string, scenarios: string): PlannedCase {
  const [planned] = planCases(casesOf(flow, scenarios));
  if (planned === undefined) throw new Error('there is no case');
  return planned;
}
