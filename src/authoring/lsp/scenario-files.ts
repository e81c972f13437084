/**
 * Answers requests about open scenario files. Owns the failures of the last run of each; not the documents, nor how
 * scenarios are read and run.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type {
  CodeLens,
  CompletionItem,
  Diagnostic as EditorDiagnostic,
  Hover,
  Location,
  Position,
  TextDocuments,
} from 'vscode-languageserver';
import { isScenarioFile } from '../../language/text/index.ts';
import type { FilesAround } from './files-around.ts';
import type { CheckedText } from './open-flow.ts';
import {
  findScenario,
  listLenses,
  renderResults,
  toFailureDiagnostics,
  type ScenarioResult,
  type ScenarioRunner,
  type ScenarioText,
} from './scenario-runs.ts';
import {
  findDefinitionInFlow,
  findScenarioCompletions,
  findScenarioHover,
  readScenarios,
  type OpenScenarios,
} from './scenarios.ts';

interface Identifier {
  uri: string;
}

/** Result of a run, for the editor. */
interface ShownRun {
  message: string;
  isPassed: boolean;
  results: ScenarioResult[];
  /** Absent if the document is not open. */
  document?: TextDocument;
}

export class ScenarioFiles {
  readonly #documents: TextDocuments<TextDocument>;
  readonly #runner: ScenarioRunner;
  readonly #files: FilesAround;
  /** By URI; they hold for one version of the text. */
  readonly #failures = new Map<string, { version: number; diagnostics: EditorDiagnostic[] }>();

  constructor(
    documents: TextDocuments<TextDocument>,
    { scenarios: runner, files }: { scenarios: ScenarioRunner; files: FilesAround },
  ) {
    this.#documents = documents;
    this.#files = files;
    this.#runner = runner;
  }

  /** Checks a scenario file; undefined for other documents and for those that were never saved. */
  check({ uri }: Identifier): CheckedText | undefined {
    const document = this.#find(uri);
    const source = document && this.#toSource(document);
    if (document === undefined || source === undefined) return undefined;
    const diagnostics = this.#runner.check(source).map((diagnostic) => ({ ...diagnostic, file: uri }));
    return { document, diagnostics };
  }

  /** Lists what failed in the last run, until the text changes. */
  listFailures({ uri }: Identifier): EditorDiagnostic[] {
    const failures = this.#failures.get(uri);
    return failures?.version === this.#find(uri)?.version ? (failures?.diagnostics ?? []) : [];
  }

  complete({ uri }: Identifier, position: Position): CompletionItem[] {
    const document = this.#find(uri);
    return document ? findScenarioCompletions(document, position, this.#texts()) : [];
  }

  describe({ uri }: Identifier, position: Position): Hover | undefined {
    const scenarios = this.#read(uri);
    return scenarios && findScenarioHover(scenarios, position, this.#texts());
  }

  define({ uri }: Identifier, position: Position): Location | undefined {
    const scenarios = this.#read(uri);
    return scenarios && findDefinitionInFlow(scenarios, position, this.#texts());
  }

  listLenses({ uri }: Identifier): CodeLens[] {
    const scenarios = this.#read(uri);
    return scenarios ? listLenses(scenarios) : [];
  }

  /** Runs the scenario with an index, or all of them. */
  run({ uri }: Identifier, index: unknown): ShownRun {
    const scenarios = this.#read(uri);
    const source = scenarios && this.#toSource(scenarios.document);
    if (scenarios === undefined || source === undefined)
      return refuse('open a saved scenario file to run its scenarios');
    const range = typeof index === 'number' ? findScenario(scenarios, index) : undefined;
    if (typeof index === 'number' && range === undefined) return refuse('there is no such scenario');
    const results = this.#runner.run(source, range);
    if (results === undefined) return refuse('the scenario file or its flow has errors: nothing was run');
    const { document } = scenarios;
    const { version } = document;
    this.#failures.set(uri, { version, diagnostics: toFailureDiagnostics(document, results) });
    const isPassed = results.every(({ failure }) => failure === undefined);
    return { message: renderResults(results), isPassed, results, document };
  }

  /** Clears the caches after files have changed. */
  forget(): void {
    this.#runner.forget();
  }

  #find(uri: string): TextDocument | undefined {
    return isScenarioFile(uri) ? this.#documents.get(uri) : undefined;
  }

  #read(uri: string): OpenScenarios | undefined {
    const document = this.#find(uri);
    return document && readScenarios(document);
  }

  #texts() {
    return {
      openText: (uri: string) => this.#documents.get(uri)?.getText(),
      createReader: (uri: string) => this.#files.createReader(uri),
    };
  }

  /** Undefined for a document without a local path. */
  #toSource(document: TextDocument): ScenarioText | undefined {
    const path = this.#files.toPath(document.uri);
    if (path === undefined) return undefined;
    const openText = (file: string) => {
      const wanted = this.#files.toUri(file);
      return this.#documents
        .all()
        .find(({ uri }) => this.#files.toUri(uri) === wanted)
        ?.getText();
    };
    return { file: path, text: document.getText(), openText };
  }
}

function refuse(message: string): ShownRun {
  return { message, isPassed: false, results: [] };
}
