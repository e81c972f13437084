/** Asks the tools for what is wrong with a mutant, the quickest one first. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import type { FlowCatalogue } from '../../src/language/compiler/index.ts';
import { createFileReader, findFiles, isScenarioFile } from '../../src/authoring/flow-files/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { prove } from '../../src/verification/prove/index.ts';
import { readSuite, runScenario } from '../../src/verification/testkit/index.ts';
import type { Mutant, Sample } from './mutants.ts';

type Compilation = ReturnType<typeof compileFlow>;

/** Result of a mutant: the tool that found it, `same` if it behaves like the sample, `nobody` if it was missed. */
export interface Verdict {
  by: 'validate' | 'scenario' | 'prove' | 'same' | 'nobody';
  what?: string;
}

/** Judges the mutants of some samples. */
export function judgeOf(samples: readonly Sample[]): (mutant: Mutant) => Verdict {
  const others = createFlowCatalogue(samples);
  const originals = new Map(
    samples.map((sample) => [sample.file, meaningOf(compiled(sample, others).flow)] as const),
  );
  const scenarios = new Map(
    samples.map(({ file }) => [
      file,
      findFiles([dirname(file)], isScenarioFile).map((path) => ({
        file: path,
        text: readFileSync(path, 'utf8'),
      })),
    ]),
  );
  return (mutant) => {
    const compilation = compiled(mutant, others);
    const { flow, diagnostics } = compilation;
    const [told] = diagnostics;
    if (told !== undefined || flow === undefined) return { by: 'validate', what: told?.code ?? '' };
    if (meaningOf(flow) === originals.get(mutant.file)) return { by: 'same' };
    const failed = failedScenario(flow, scenarios.get(mutant.file) ?? []);
    if (failed !== undefined) return { by: 'scenario', what: failed };
    const proved = provedCode(mutant, compilation);
    return proved === undefined ? { by: 'nobody' } : { by: 'prove', what: proved };
  };
}

function compiled({ file, text }: Sample, others: FlowCatalogue): Compilation {
  return compileFlow({ file, text, read: createFileReader(file) }, { others });
}

/** Returns the behaviour of a flow, without source locations. */
function meaningOf(flow: CompiledFlow | undefined): string {
  return JSON.stringify(flow, (key, value: unknown) =>
    key === 'line' || key === 'version' || key === 'source' ? undefined : value,
  );
}

/** The first scenario that fails, or cannot be read any more. */
function failedScenario(flow: CompiledFlow, files: readonly Sample[]): string | undefined {
  for (const file of files) {
    const { suite, diagnostics } = readSuite(file, () => ({ flow }));
    if (suite === undefined) return `${file.file}: ${diagnostics[0]?.message ?? ''}`;
    const failed = suite.scenarios.find((scenario) => runScenario(suite, scenario).failure !== undefined);
    if (failed !== undefined) return failed.name;
  }
  return undefined;
}

/** Returns the findings of `prove` with its default limits. */
function provedCode({ file, text }: Mutant, compilation: Compilation): string | undefined {
  const { flow, graph, graphs = {}, diagnostics } = compilation;
  if (flow === undefined || graph === undefined) return undefined;
  const { found } = prove(
    { file, flow, graph, graphs, diagnostics, source: () => text },
    {
      limits: { prompts: 12, seconds: 180, deadAirMs: 5_000 },
      budget: { states: MOST_SITUATIONS, ms: Infinity, clock: () => 0 },
    },
  );
  return found[0]?.diagnostic.code;
}

/** Several times what a sample has. */
const MOST_SITUATIONS = 5_000;
