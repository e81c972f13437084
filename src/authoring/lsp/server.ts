/**
 * The language server: answers an editor's requests about open flows. Owns the open documents; every answer is computed
 * by its own function from the text and a position.
 *
 *   1 A document that is not a flow gets no answers and no diagnostics; a scenario only the positions of its names.
 *   2 Answers belong to the newest text: while changes are pending, intermediate texts are not read.
 *   3 No text stops the server; a bug that it triggers is written to the editor's log.
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CodeActionKind,
  createConnection,
  LSPErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver/node';
import type { FlowFile } from '../../language/compiler/index.ts';
import { isScenarioFile, readScenariosBeside } from '../flow-files/index.ts';
import { findCompletions } from './completion.ts';
import { findDefinition, findRunners, findReferences } from './references.ts';
import { toEditorDiagnostics, findQuickFixes } from './diagnostics.ts';
import { findHover } from './hover.ts';
import { isFlow, type OpenFlow } from './open-flow.ts';
import { createOutline } from './outline.ts';
import { createFlowReader, type Reading } from './reading.ts';
import { findRenameable, renameName, type Refusal } from './rename.ts';
import { findDefinitionInFlow, readScenarios } from './scenarios.ts';

/** Connection to the editor, and dependencies of the server. */
interface LanguageServerOptions {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  version: string;
  /** URL of the page that explains diagnostics; their codes are its fragments. */
  diagnosticsPage?: string;
  /** Returns the flows that a document can run. */
  flowsBeside: (uri: string) => FlowFile[];
  /** Runs work after the messages that have already arrived. */
  defer: (work: () => void) => void;
}

/** Serves one editor until it exits. */
export function serveEditor(options: LanguageServerOptions): void {
  const connection = createConnection(options.input, options.output);
  const documents = new TextDocuments(TextDocument);
  const reading = createFlowReader(options.flowsBeside);
  const flowOf: FlowOf = ({ uri }) => {
    const document = documents.get(uri);
    return document && isFlow(document) ? reading.flow(document) : undefined;
  };
  connection.onInitialize(() => createCapabilities(options.version));
  publishDiagnostics({ connection, documents, flowOf, reading }, options);
  const runners = (flow: OpenFlow) => () =>
    findRunners(flow, { reading, flowsBeside: options.flowsBeside, open: documents.all() });
  registerFlowRequests(connection, { flowOf, runners });
  registerScenarioRequests(connection, documents, { flowOf, runners });
  connection.onCompletion(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    if (!document || !isFlow(document)) return [];
    return findCompletions(document, position, reading.surroundings(document));
  });
  documents.listen(connection);
  connection.listen();
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
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
    },
  };
}

interface Told {
  connection: Connection;
  documents: TextDocuments<TextDocument>;
  flowOf: FlowOf;
  reading: Reading;
}

function publishDiagnostics(
  { connection, documents, flowOf, reading }: Told,
  { defer, diagnosticsPage }: LanguageServerOptions,
): void {
  const publish = ({ uri, version }: TextDocument) => {
    try {
      const flow = flowOf({ uri });
      const diagnostics = flow ? toEditorDiagnostics(flow, diagnosticsPage) : [];
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
  documents.onDidSave(() => {
    reading.forget();
    for (const document of documents.all()) publish(document);
  });
  documents.onDidClose(({ document: { uri } }) => {
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
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
  connection.onHover(({ textDocument, position }) => {
    const flow = flowOf(textDocument);
    return flow && findHover(flow, position);
  });
  connection.onDocumentSymbol(({ textDocument }) => {
    const flow = flowOf(textDocument);
    return flow && createOutline(flow);
  });
  connection.onCodeAction(({ textDocument, range }) => {
    const flow = flowOf(textDocument);
    return flow && findQuickFixes(flow, range);
  });
}

/** Answers requests that involve scenarios: open ones as in the editor, others as saved. */
function registerScenarioRequests(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  { flowOf, runners }: Flows,
): void {
  const loadScenarios = (flowUri: string) =>
    readScenariosBeside(flowUri).flatMap(({ uri, text }) => {
      const document = documents.get(uri) ?? TextDocument.create(uri, 'yaml', 0, text);
      return readScenarios(document) ?? [];
    });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const flow = flowOf({ uri });
    const around = flow && { newName, scenarios: loadScenarios(uri), runners: runners(flow) };
    return around && rejectRefusal(renameName(flow, position, around))?.edit;
  });
  connection.onDefinition(({ textDocument, position }) => {
    const flow = flowOf(textDocument);
    if (flow !== undefined) return findDefinition(flow, position);
    const document = documents.get(textDocument.uri);
    const scenarios = document && isScenarioFile(document.uri) ? readScenarios(document) : undefined;
    return scenarios && findDefinitionInFlow(scenarios, position, (uri) => documents.get(uri)?.getText());
  });
}

/** Returns the answer; throws a refusal, which the editor shows. */
function rejectRefusal<Answer extends object>(answer: Answer | Refusal | undefined): Answer | undefined {
  if (answer !== undefined && 'refusal' in answer)
    throw new ResponseError(LSPErrorCodes.RequestFailed, answer.refusal);
  return answer;
}
