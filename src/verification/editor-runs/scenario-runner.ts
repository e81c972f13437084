/** Checks and runs scenario files for the language server, with the flows as they are in the editor. */
import type { FilesAround, ScenarioResult, ScenarioRunner, ScenarioText } from '../../authoring/lsp/index.ts';
import { compileFlow, createFlowCatalogue } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { choose, readSuite, renderFlowPosition, renderStory, runScenario } from '../testkit/index.ts';
import type { Case, CaseReport, SuiteReading } from '../testkit/index.ts';

/** Last lines of a call that are shown. */
const MAX_STORY = 40;

/** Creates a runner that compiles each flow once until its text changes. */
export function createScenarioRunner(files: FilesAround): ScenarioRunner {
  const compiled = new Map<string, { text: string; flow?: CompiledFlow }>();

  function compile(file: string, text: string): { flow?: CompiledFlow } {
    const known = compiled.get(file);
    if (known?.text === text) return known;
    const uri = files.toUri(file) ?? file;
    const others = createFlowCatalogue(files.listFlows(uri));
    const { flow } = compileFlow({ file, text, read: files.createReader(uri) }, { others });
    const made = { text, ...(flow && { flow }) };
    compiled.set(file, made);
    return made;
  }

  function read({ file, text, openText }: ScenarioText): SuiteReading {
    return readSuite({ file, text }, (path) => {
      const found = openText(path) ?? files.readText(files.toUri(path) ?? path);
      return found === undefined ? undefined : compile(path, found);
    });
  }

  return {
    check: (source) => read(source).diagnostics,
    run(source, range) {
      const { suite } = read(source);
      if (suite === undefined) return undefined;
      if (range === undefined) return choose([suite]).cases.map(play);
      // One that is named is run even if it is skipped.
      return suite.scenarios
        .filter(({ span: { start } }) => range.from <= start.offset && start.offset <= range.to)
        .map((scenario) => play({ suite, scenario }));
    },
    forget: () => {
      compiled.clear();
    },
  };
}

function play({ suite, scenario }: Case): ScenarioResult {
  const report = runScenario(suite, scenario);
  const { name, failure } = report;
  return failure === undefined
    ? { name }
    : { name, failure: { span: failure.span, message: renderMessage(report, failure) } };
}

function renderMessage(report: CaseReport, failure: NonNullable<CaseReport['failure']>): string {
  const { message, hint } = failure;
  const position = renderFlowPosition(report, failure).map((line) => line.trim());
  const story = renderStory(report).slice(-MAX_STORY);
  return [
    message,
    ...(hint === undefined ? [] : [hint]),
    ...position,
    'The call up to that point:',
    ...story,
  ].join('\n');
}
