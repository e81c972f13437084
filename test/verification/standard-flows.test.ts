/** The standard flows in std/, which every flow can run by name. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderStandardTexts, standardTextsPath } from '../../scripts/generate-standard-flows.ts';
import { findFiles, isScenarioFile, loadFlows } from '../../src/authoring/flow-files/index.ts';
import type { LoadedFile } from '../../src/authoring/flow-files/index.ts';
import { createFlowCatalogue, STANDARD_NAMES } from '../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { speechLanguages } from '../../src/language/speech/index.ts';
import { measure, watchFlow } from '../../src/verification/coverage/index.ts';
import type { Hits } from '../../src/verification/coverage/index.ts';
import { prove } from '../../src/verification/prove/index.ts';
import { readSuite, renderFailure } from '../../src/verification/testkit/index.ts';
import type { Suite } from '../../src/verification/testkit/index.ts';
import { started } from '../call/several-flows.ts';
import { runScenarios } from '../builders/run-scenarios.ts';

const { files, diagnostics } = loadFlows(['std']);

describe('the standard flows', () => {
  it('are those that the compiler knows (npm run generate)', async () => {
    expect(files.map(({ file }) => `std/${basename(dirname(file))}`)).toEqual(STANDARD_NAMES);
    expect(readFileSync(standardTextsPath, 'utf8')).toBe(await renderStandardTexts());
  });

  it('compile without a single diagnostic', () => {
    expect(diagnostics).toEqual([]);
  });
});

describe.each(files)('$file', (file) => {
  const source = toSound(file);

  it('speaks every language in which callers are understood', () => {
    const spoken = source.flow.languages.map((tag) => tag.split('-')[0]);
    expect(spoken).toEqual(speechLanguages.map(({ tag }) => tag));
  });

  it('passes its scenarios in each language, which cover it except for failures that it does not route', () => {
    const hits: Hits = {};
    for (const language of source.flow.languages) {
      const suites = listSuites(file, beginIn(language, source.flow), language);
      const results = runScenarios(suites.map((suite) => ({ ...suite, flow: watchFlow(suite.flow, hits) })));
      for (const result of results)
        expect(renderFailure(result, { source: (at) => readFileSync(at, 'utf8'), colour: false })).toBe('');
    }
    const missing = measure([source], hits)
      .flatMap(({ items }) => items)
      .filter(({ kind, hits: count }) => kind !== 'failures' && count === 0);
    expect(missing.map(({ line, kind, name }) => `${line} ${kind} ${name}`)).toEqual([]);
  });

  it('is proved without a finding', () => {
    const provable = { ...source, source: () => file.text };
    const limits = { prompts: 12, seconds: 180, deadAirMs: 5_000 };
    const { found, exploration } = prove(provable, {
      limits,
      budget: { states: 10_000, ms: 1, clock: () => 0 },
    });
    expect(found.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
    expect(exploration.left).toBe(0);
  });

  it('is described with its parameters, results and outcomes', () => {
    const page = readFileSync('docs/std-flows.md', 'utf8');
    const name = `std/${source.flow.name}`;
    const section = page.split(/^## /m).find((one) => one.startsWith(name)) ?? '';
    const { params, returns, outcomes = [] } = createFlowCatalogue([]).signature(name) ?? {};
    for (const word of [...Object.keys({ ...params, ...returns, ...source.flow.env }), ...outcomes])
      expect(section).toContain(`\`${word}\``);
  });
});

describe('the first words of a standard flow', () => {
  const hear = (language: string): unknown => {
    const call = started(`name: office
languages: [${language}]
on: { error: sorry }
steps:
  hunt: { run: { flow: std/hunt, with: { parties: '+4930111' } }, on: { unreached: sorry }, next: hangup }
  sorry: { say: Sorry. }
`);
    const [media] = call.commands.flatMap((command) => (command.kind === 'play' ? [command.media] : []));
    return media;
  };

  it.each([
    ['de-DE', 'Einen Moment, bitte. Ich verbinde Sie.', 'de-DE'],
    ['de-AT', 'Einen Moment, bitte. Ich verbinde Sie.', 'de-AT'],
    ['pt-BR', 'Um momento, por favor. Vou passar a chamada.', 'pt-BR'],
    ['sv-SE', 'One moment, please. I am connecting you.', 'en-US'],
  ])('for a caller who speaks %s are %s', (caller, text, language) => {
    expect(hear(caller)).toMatchObject({ text, language });
  });
});

/** A flow without errors. */
function toSound({ flow, graph, ...file }: LoadedFile) {
  if (flow === undefined || graph === undefined) throw new Error(`${file.file} has errors`);
  return { ...file, graphs: {}, flow, graph };
}

/** The flow with another first language, as if a caller had chosen it. */
function beginIn(language: string, flow: CompiledFlow): CompiledFlow {
  return { ...flow, languages: [language, ...flow.languages.filter((one) => one !== language)] };
}

/** Scenarios in `english.scenario.yaml` speak English; all others press keys. */
function listSuites({ file }: LoadedFile, flow: CompiledFlow, language: string): Suite[] {
  return findFiles([dirname(file)], isScenarioFile)
    .filter((path) => language === 'en-US' || basename(path) !== 'english.scenario.yaml')
    .map((path) => {
      const { suite, diagnostics: found } = readSuite(
        { file: path, text: readFileSync(path, 'utf8') },
        () => ({ flow }),
      );
      expect(found).toEqual([]);
      if (suite === undefined) throw new Error(`${path} could not be read`);
      return suite;
    });
}
