/**
 * The language server: answers an editor's requests about open flows. Owns the open documents; every answer is computed
 * by its own function from the text and a position.
 *
 *   1 A document that is neither a flow nor a scenario file gets no answers and no diagnostics.
 *   2 Answers belong to the newest text: while changes are pending, intermediate texts are not read.
 *   3 No text stops the server; a bug that it triggers is written to the editor's log.
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CodeActionKind,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver';
import type { NamedCapabilities } from '../../language/model/index.ts';
import { isScenarioFile } from '../../language/text/index.ts';
import type { FilesAround } from './files-around.ts';
import { findCompletions } from './completion.ts';
import { findDefinition, findRunners, findReferences } from './references.ts';
import { toEditorDiagnostics, findQuickFixes } from './diagnostics.ts';
import { findHover } from './hover.ts';
import { isFlow, type OpenFlow } from './open-flow.ts';
import { createOutline } from './outline.ts';
import { createFlowReader } from './reading.ts';
import { findRefactorings } from './refactorings.ts';
import { findRenameable, renameName, type Refusal } from './rename.ts';
import { formatDocument, type Formatter } from './formatting.ts';
import { ScenarioFiles } from './scenario-files.ts';
import { RUN_COMMAND, type ScenarioRunner } from './scenario-runs.ts';
import { readScenarios } from './scenarios.ts';

/** Dependencies of the server. */
interface LanguageServerOptions {
  version: string;
  /** URL of the page that explains diagnostics; their codes are its fragments. */
  diagnosticsPage?: string;
  /** The carriers for which flows are checked. Default: the platform. */
  carriers?: readonly NamedCapabilities[];
  files: FilesAround;
  /** Checks and runs scenario files. */
  scenarios: ScenarioRunner;
  format: Formatter;
  /** Runs work after the messages that have already arrived. */
  defer: (work: () => void) => void;
}

/** A server that runs. */
interface EditorServer {
  /** Reads the files anew and publishes the diagnostics of all open documents, after files have changed. */
  recheck(): void;
}

/** Serves the editor at the other end of a connection until it exits. */
export function serveEditor(connection: Connection, options: LanguageServerOptions): EditorServer {
  const documents = new TextDocuments(TextDocument);
  const reading = createFlowReader(options.files, options.carriers);
  const scenarios = new ScenarioFiles(documents, options);
  const flowOf: FlowOf = ({ uri }) => {
    const document = documents.get(uri);
    return document && isFlow(document) ? reading.flow(document) : undefined;
  };
  let canCreateFiles = false;
  connection.onInitialize(({ capabilities: { workspace } }) => {
    canCreateFiles = workspace?.workspaceEdit?.resourceOperations?.includes('create') === true;
    return createCapabilities(options.version);
  });
  const publish = publishDiagnostics({ connection, documents, flowOf, scenarios }, options);
  const runners = (flow: OpenFlow) => () =>
    findRunners(flow, { reading, files: options.files, open: documents.all() });
  registerFlowRequests(connection, { flowOf, runners });
  registerSharedRequests(connection, { flowOf, scenarios });
  registerRename(connection, { documents, files: options.files }, { flowOf, runners });
  registerRuns(connection, scenarios, publish);
  connection.onCompletion(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    if (!document || !isFlow(document)) return scenarios.complete(textDocument, position);
    return findCompletions(document, position, reading.surroundings(document));
  });
  connection.onCodeAction(({ textDocument, range, context: { only } }) => {
    const document = documents.get(textDocument.uri);
    const flow = flowOf(textDocument);
    const checked = flow ?? scenarios.check(textDocument);
    const fixes = checked === undefined ? [] : findQuickFixes(checked, range);
    const isWanted =
      canCreateFiles && only?.some((kind) => CodeActionKind.RefactorExtract.startsWith(kind)) !== false;
    if (!isWanted || document === undefined || flow === undefined) return fixes;
    return [...fixes, ...findRefactorings(flow, range, reading.surroundings(document))];
  });
  connection.onDocumentFormatting(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    const isOurs = document && (isFlow(document) || isScenarioFile(uri));
    return isOurs ? formatDocument(document, options.format) : [];
  });
  const recheck = () => {
    reading.forget();
    scenarios.forget();
    for (const document of documents.all()) publish(document);
  };
  documents.onDidSave(recheck);
  documents.listen(connection);
  connection.listen();
  return { recheck };
}

type FlowOf = (document: { uri: string }) => OpenFlow | undefined;

interface Flows {
  flowOf: FlowOf;
  /** Returns a function that reads the flows that run a flow. */
  runners: (flow: OpenFlow) => () => OpenFlow[];
}

function createCapabilities(version: string): InitializeResult {
  return {
    serverInfo: { name: 'ringflow', version },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      completionProvider: { triggerCharacters: [' ', '.', '{'] },
      hoverProvider: true,
      documentSymbolProvider: true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorExtract] },
      codeLensProvider: {},
      executeCommandProvider: { commands: [RUN_COMMAND] },
      documentFormattingProvider: true,
    },
  };
}

interface Told {
  connection: Connection;
  documents: TextDocuments<TextDocument>;
  flowOf: FlowOf;
  scenarios: ScenarioFiles;
}

/** Publishes diagnostics when documents change; returns a function that publishes those of one document. */
function publishDiagnostics(
  { connection, documents, flowOf, scenarios }: Told,
  { defer, diagnosticsPage }: LanguageServerOptions,
): (document: TextDocument) => void {
  const publish = ({ uri, version }: TextDocument) => {
    try {
      const checked = flowOf({ uri }) ?? scenarios.check({ uri });
      const found = checked ? toEditorDiagnostics(checked, diagnosticsPage) : [];
      const diagnostics = [...found, ...scenarios.listFailures({ uri })];
      void connection.sendDiagnostics({ uri, version, diagnostics });
    } catch (error) {
      connection.console.error(`${uri}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  };
  documents.onDidChangeContent(({ document }) => {
    const { uri, version } = document;
    const isNewest = () => documents.get(uri)?.version === version;
    // Twice, since the next message may be read in the first turn.
    defer(() => {
      defer(() => {
        if (isNewest()) publish(document);
      });
    });
  });
  documents.onDidClose(({ document: { uri } }) => {
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  return publish;
}

function registerFlowRequests(connection: Connection, { flowOf, runners }: Flows): void {
  connection.onReferences(({ textDocument, position, context }) => {
    const flow = flowOf(textDocument);
    return flow && findReferences(flow, position, { ...context, runners: runners(flow) });
  });
  connection.onPrepareRename(({ textDocument, position }) => {
    const flow = flowOf(textDocument);
    return flow && rejectRefusal(findRenameable(flow, position));
  });
  connection.onDocumentSymbol(({ textDocument }) => {
    const flow = flowOf(textDocument);
    return flow && createOutline(flow);
  });
}

/** Answers requests that flows and scenario files have in common. */
function registerSharedRequests(
  connection: Connection,
  { flowOf, scenarios }: Pick<Told, 'flowOf' | 'scenarios'>,
): void {
  connection.onHover(({ textDocument, position }) => {
    const flow = flowOf(textDocument);
    return flow ? findHover(flow, position) : scenarios.describe(textDocument, position);
  });
  connection.onDefinition(({ textDocument, position }) => {
    const flow = flowOf(textDocument);
    return flow ? findDefinition(flow, position) : scenarios.define(textDocument, position);
  });
}

/** Renames in a flow and its scenarios: open ones as in the editor, others as saved. */
function registerRename(
  connection: Connection,
  { documents, files }: { documents: TextDocuments<TextDocument>; files: FilesAround },
  { flowOf, runners }: Flows,
): void {
  const loadScenarios = (flowUri: string) =>
    files.listScenarios(flowUri).flatMap(({ uri, text }) => {
      const document = documents.get(uri) ?? TextDocument.create(uri, 'yaml', 0, text);
      return readScenarios(document) ?? [];
    });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const flow = flowOf({ uri });
    const around = flow && { newName, scenarios: loadScenarios(uri), runners: runners(flow) };
    return around && rejectRefusal(renameName(flow, position, around))?.edit;
  });
}

/** Offers to run scenarios, and shows the results: failures as diagnostics, the outcome as a message. */
function registerRuns(
  connection: Connection,
  scenarios: ScenarioFiles,
  publish: (document: TextDocument) => void,
): void {
  connection.onCodeLens(({ textDocument }) => scenarios.listLenses(textDocument));
  connection.onExecuteCommand(({ command, arguments: [uri, index] = [] }) => {
    const run = command === RUN_COMMAND ? scenarios.run({ uri: String(uri) }, index) : undefined;
    if (run === undefined) return undefined;
    if (run.document !== undefined) publish(run.document);
    const type = run.isPassed ? MessageType.Info : MessageType.Error;
    void connection.sendNotification(ShowMessageNotification.type, { type, message: run.message });
    return run.results;
  });
}

/** Returns the answer; throws a refusal, which the editor shows. */
function rejectRefusal<Answer extends object>(answer: Answer | Refusal | undefined): Answer | undefined {
  if (answer !== undefined && 'refusal' in answer)
    throw new ResponseError(LSPErrorCodes.RequestFailed, answer.refusal);
  return answer;
}
