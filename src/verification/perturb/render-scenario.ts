/** Renders a finding as a scenario file, derived from the file of its case. */
import { isNode, isSeq, parseDocument, stringify } from 'yaml';
import type { Scenario as ScenarioSource, ScenarioFile } from '../../../schemas/types/scenario.ts';
import type { Scenario } from '../testkit/index.ts';
import { toYamlPerturbation } from './perturbation.ts';
import type { Finding } from './perturb.ts';

/** Renders a scenario file that holds only the case, its settings and the perturbation. */
export function renderPerturbedScenario({ suite, scenario, trial }: Finding, text: string): string {
  const document = parseDocument(text);
  const { scenarios, tags: _tags, ...shared } = document.toJS() as ScenarioFile;
  const index = findEntryIndex(document.get('scenarios'), scenario, text);
  const source = scenarios[index];
  if (source === undefined) throw new Error(`${suite.file} has no scenario ${scenario.name}`);
  const { only: _only, skip: _skip, each, script, ...kept } = source;
  const row = each?.[findEntryIndex(document.getIn(['scenarios', index, 'each']), scenario, text)];
  const perturbed: ScenarioSource = {
    ...kept,
    ...(row !== undefined && { each: [row] }),
    perturbation: toYamlPerturbation(trial.perturbation),
    script: script.filter((_line, line) => isKept(line, { suite, scenario })),
  };
  return stringify({ ...shared, scenarios: [perturbed] }, { lineWidth: 110 });
}

/** Finds the last entry of a list that begins at or before the position of a scenario or its row. */
function findEntryIndex(list: unknown, { span: { start } }: Scenario, text: string): number {
  if (!isSeq(list)) return -1;
  return list.items.findLastIndex((item) => {
    const from = isNode(item) ? (item.range?.[0] ?? 0) : 0;
    const before = text.slice(0, from).split('\n');
    const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
    return line < start.line || (line === start.line && column <= start.column);
  });
}

/** True if a line of the whole script is part of the shortened one. */
function isKept(line: number, { suite, scenario }: Pick<Finding, 'suite' | 'scenario'>): boolean {
  const whole = suite.scenarios.find(({ name, span }) => name === scenario.name && span === scenario.span);
  const written = whole?.script[line];
  return written !== undefined && scenario.script.includes(written);
}
