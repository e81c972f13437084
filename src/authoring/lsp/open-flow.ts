import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, Range as EditorRange } from 'vscode-languageserver/node';
import {
  findImportAt,
  inspectFragment,
  inspectWithParts,
  type Inspection,
  type Range,
  type CompileOptions,
} from '../../language/compiler/index.ts';
import { createFileReader, isFlowFile } from '../flow-files/index.ts';

/** A flow that is being edited, as far as it can be read at the moment. */
export interface OpenFlow extends Inspection {
  document: TextDocument;
}

/** True for a document that is a flow: by its file's name, or by its first key. Others are none of our business. */
export function isFlow(document: TextDocument): boolean {
  return isFlowFile(document.uri) || /^ringflow\s*:/m.test(document.getText());
}

/** True for a file that flows import: it is none by its own name, and gives itself none. */
export function isFragment(document: TextDocument): boolean {
  const { uri } = document;
  return uri.startsWith('file:') && !isFlowFile(uri) && !/^name\s*:/m.test(document.getText());
}

/** Reads a document that is a flow, or a part of flows. */
export function openFlow(document: TextDocument, surroundings: CompileOptions = {}): OpenFlow {
  const { uri } = document;
  const inspect = isFragment(document) ? inspectFragment : inspectWithParts;
  const source = { file: uri, text: document.getText(), read: createFileReader(uri) };
  return { document, ...inspect(source, surroundings) };
}

/** A stretch of the text as editors count. */
export function toEditorRange(document: TextDocument, { from, to }: Range): EditorRange {
  return { start: document.positionAt(from), end: document.positionAt(to) };
}

/** Returns the location of a range: in the document, or in a file that it imports. */
export function toLocation({ document, draft }: OpenFlow, range: Range): Location {
  const imported = draft && findImportAt(draft.document, range);
  if (draft === undefined || imported === undefined)
    return { uri: document.uri, range: toEditorRange(document, range) };
  const { start, end } = draft.document.span(range);
  return {
    uri: imported.file,
    range: {
      start: { line: start.line - 1, character: start.column - 1 },
      end: { line: end.line - 1, character: end.column - 1 },
    },
  };
}
