/** A finding as a scenario file of its own, from the file of its case. */
import { parse, stringify } from 'yaml';
import type { Scenario as ScenarioSource, ScenarioFile } from '../../schemas/types/scenario.ts';
import { inYaml } from './in-yaml.ts';
import type { Finding } from './perturb.ts';

/** What a file is that holds the case with nothing but what it needs, and what goes wrong in it. */
export function asScenario({ suite, scenario, trial }: Finding, text: string): string {
  const { scenarios, tags: _tags, ...shared } = parse(text) as ScenarioFile;
  const source = scenarios.find(({ name }) => isOf(scenario.name, name));
  if (source === undefined) throw new Error(`${suite.file} has no scenario ${scenario.name}`);
  const whole = suite.scenarios.filter(({ name }) => isOf(name, source.name));
  const written = whole.find(({ name }) => name === scenario.name);
  const { only: _only, skip: _skip, each, script, ...kept } = source;
  const row = each?.[whole.findIndex(({ name }) => name === scenario.name)];
  const lines = script.filter((_line, index) => {
    const line = written?.script[index];
    return line !== undefined && scenario.script.includes(line);
  });
  const perturbed: ScenarioSource = {
    ...kept,
    ...(row !== undefined && { each: [row] }),
    perturbation: inYaml(trial.perturbation),
    script: lines,
  };
  return stringify({ ...shared, scenarios: [perturbed] }, { lineWidth: 110 });
}

/** A scenario with rows is run once for each, under names of their own. */
function isOf(name: string, written: string): boolean {
  return name === written || name.startsWith(`${written} (`);
}
