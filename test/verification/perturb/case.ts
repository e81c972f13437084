/** Cases given as short YAML. */
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { readSuite } from '../../../src/verification/testkit/index.ts';
import type { Case } from '../../../src/verification/testkit/index.ts';
import { planCases } from '../../../src/verification/perturb/index.ts';
import type { PlannedCase } from '../../../src/verification/perturb/index.ts';

/** The cases of a scenario file that stands beside a flow, which may run others. */
export function casesOf(flow: string, scenarios: string, ...others: string[]): Case[] {
  const compiled = compiledOf([`name: case\n${dedented(flow)}`, ...others]);
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

function compiledOf(flows: string[]): CompiledFlow {
  const files = flows.map((text, index) => ({ file: `${index}.yaml`, text: `ringflow: 1\n${text}` }));
  const [first = { file: '', text: '' }] = files;
  const { flow, diagnostics } = compileFlow(first, { others: createFlowCatalogue(files) });
  if (flow === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return flow;
}

/** The same text, as far to the left as its lines go together. */
function dedented(text: string): string {
  const indents = [...text.matchAll(/^ *(?=\S)/gm)].map(([indent]) => indent.length);
  return text.replaceAll(new RegExp(`^ {${Math.min(...indents)}}`, 'gm'), '');
}
