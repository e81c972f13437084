/** Runs scenarios for the editor: the command, its code lenses, and its results as diagnostics. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  DiagnosticSeverity,
  type CodeLens,
  type Diagnostic as EditorDiagnostic,
} from 'vscode-languageserver';
import { keyRangeAt, nodeAt, type Range } from '../../language/compiler/index.ts';
import type { Diagnostic, Span } from '../../language/diagnostics/index.ts';
import { formatCount } from '../../language/text/index.ts';
import { toEditorRange } from './open-flow.ts';
import type { OpenScenarios } from './scenarios.ts';

/** A scenario file as in the editor. */
export interface ScenarioText {
  /** Path of the file. */
  file: string;
  text: string;
  /** Returns the text of a file that is open in the editor, by its path. */
  openText: (file: string) => string | undefined;
}

/** Result of one scenario, or of one of its rows. */
export interface ScenarioResult {
  name: string;
  /** Absent if it passed. */
  failure?: { message: string; span: Span };
}

/** Checks and runs scenario files; the room that runs calls implements it. */
export interface ScenarioRunner {
  check(source: ScenarioText): Diagnostic[];
  /** Runs all scenarios, or those whose names stand in a range; undefined if the file or its flow has errors. */
  run(source: ScenarioText, range?: Range): ScenarioResult[] | undefined;
  /** Clears caches after files have changed. */
  forget(): void;
}

/** The command of the code lenses; its arguments are the URI of the file and the index of the scenario, or no index for all. */
export const RUN_COMMAND = 'ringflow.runScenarios';

/** Lists the code lenses of a scenario file: one for each scenario, one for all of them. */
export function listLenses({ document, parsed }: OpenScenarios): CodeLens[] {
  const list = nodeAt(parsed.root, ['scenarios']);
  if (list?.kind !== 'list' || list.items.length === 0) return [];
  const createLens = (range: Range, title: string, ...index: number[]): CodeLens => ({
    range: toEditorRange(document, range),
    command: { title, command: RUN_COMMAND, arguments: [document.uri, ...index] },
  });
  return [
    createLens(keyRangeAt(parsed.root, ['scenarios']), 'Run all scenarios'),
    ...list.items.map(({ range: { from } }, index) =>
      createLens({ from, to: from }, 'Run this scenario', index),
    ),
  ];
}

/** Returns the range of a scenario; undefined if there is none. */
export function findScenario({ parsed }: OpenScenarios, index: number): Range | undefined {
  return nodeAt(parsed.root, ['scenarios', index])?.range;
}

/** Converts failures to diagnostics for editors. */
export function toFailureDiagnostics(
  document: TextDocument,
  results: readonly ScenarioResult[],
): EditorDiagnostic[] {
  return results.flatMap(({ name, failure }) => {
    if (failure === undefined) return [];
    const { start, end } = failure.span;
    return [
      {
        range: toEditorRange(document, { from: start.offset, to: end.offset }),
        severity: DiagnosticSeverity.Error,
        code: 'scenario-failed',
        source: 'ringflow',
        message: `the scenario "${name}" fails: ${failure.message}`,
      },
    ];
  });
}

/** Says in one line how a run ended. */
export function renderResults(results: readonly ScenarioResult[]): string {
  const [first, ...others] = results;
  if (first === undefined) return 'no scenario was run';
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  if (others.length === 0) return `"${first.name}" ${failed === 0 ? 'passed' : 'failed'}`;
  return `${formatCount(results.length - failed, 'scenario')} passed, ${failed} failed`;
}
