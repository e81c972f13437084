import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range as EditorRange } from 'vscode-languageserver/node';
import { inspectFlow, type Inspection, type Range, type Surroundings } from '../compiler/index.ts';
import { filesBeside, isFlowFile } from '../flow-files/index.ts';

/** A flow that is being edited, as far as it can be read at the moment. */
export interface OpenFlow extends Inspection {
  document: TextDocument;
}

/** True for a document that is a flow: by its file's name, or by its first key. Others are none of our business. */
export function isFlow(document: TextDocument): boolean {
  return isFlowFile(document.uri) || /^ringflow\s*:/m.test(document.getText());
}

/** Reads a document that is a flow. */
export function openFlow(document: TextDocument, surroundings: Surroundings = {}): OpenFlow {
  const { uri } = document;
  const source = { file: uri, text: document.getText(), read: filesBeside(uri) };
  return { document, ...inspectFlow(source, surroundings) };
}

/** A stretch of the text as editors count. */
export function rangeIn(document: TextDocument, { from, to }: Range): EditorRange {
  return { start: document.positionAt(from), end: document.positionAt(to) };
}
