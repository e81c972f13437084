import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, Range as EditorRange, Position } from 'vscode-languageserver';
import {
  findImportAt,
  inspectFragment,
  inspectWithParts,
  type Inspection,
  type Range,
  listNames,
  type NameUse,
} from '../../language/compiler/index.ts';
import { isFlowFile } from '../../language/text/index.ts';
import type { Surroundings } from './files-around.ts';

/** A flow that is being edited, as far as it can be read. */
export interface OpenFlow extends Inspection {
  document: TextDocument;
}

/** A document with its diagnostics; a scenario file has no draft. */
export type CheckedText = Pick<OpenFlow, 'document' | 'diagnostics' | 'draft'>;

/** True for a document that is a flow, by the name of its file or by its first key. */
export function isFlow(document: TextDocument): boolean {
  return isFlowFile(document.uri) || /^ringflow\s*:/m.test(document.getText());
}

/** True for a file that flows import: neither its file name nor a `name` key makes it a flow. */
export function isFragment(document: TextDocument): boolean {
  const { uri } = document;
  return uri.startsWith('file:') && !isFlowFile(uri) && !/^name\s*:/m.test(document.getText());
}

/** Reads a document that is a flow or an imported part of flows. */
export function openFlow(document: TextDocument, { read, ...surroundings }: Surroundings = {}): OpenFlow {
  const { uri } = document;
  const inspect = isFragment(document) ? inspectFragment : inspectWithParts;
  const source = { file: uri, text: document.getText(), read };
  return { document, ...inspect(source, surroundings) };
}

/** Converts a range to the positions of editors. */
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

/** The name under the cursor, and all uses of it. */
export interface Named {
  at: NameUse;
  uses: NameUse[];
}

/** Finds the name at a position, defined or not. */
export function findNamed({ document, draft }: OpenFlow, position: Position): Named | undefined {
  const names = draft ? listNames(draft) : [];
  const at = findNameUse(names, document.offsetAt(position));
  if (at === undefined) return undefined;
  const uses = names.filter((use) => isSameName(use, at));
  return { at, uses: uses.toSorted((one, other) => one.range.from - other.range.from) };
}

/** Finds the name at an offset. */
export function findNameUse(names: readonly NameUse[], offset: number): NameUse | undefined {
  return names.find(({ range }) => range.from <= offset && offset <= range.to);
}

/** True if both uses name the same thing. */
export function isSameName(one: NameUse, other: NameUse): boolean {
  return one.section === other.section && one.name === other.name;
}
