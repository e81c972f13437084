import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, Position, Range, TextEdit } from 'vscode-languageserver/node';
import { createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { findCompletions } from '../../../src/authoring/lsp/completion.ts';
import { openFlow, type OpenFlow } from '../../../src/authoring/lsp/open-flow.ts';

/** Where the cursor stands in a text of a test. */
const CURSOR = '‸';
export const uri = 'file:///flows/example/flow.yaml';

/** A document with its cursor; the sign for it is not part of the text. */
export function cursorIn(text: string): { document: TextDocument; position: Position } {
  const offset = text.indexOf(CURSOR);
  if (offset < 0) throw new Error('no cursor in the text');
  const document = TextDocument.create(uri, 'yaml', 1, text.replace(CURSOR, ''));
  return { document, position: document.positionAt(offset) };
}

/** A flow that is read, with its cursor. */
export function flowWithCursor(text: string): { flow: OpenFlow; position: Position } {
  const { document, position } = cursorIn(text);
  return { flow: openFlow(document), position };
}

/** A flow that is read. */
export function flowOf(text: string): OpenFlow {
  return openFlow(TextDocument.create(uri, 'yaml', 1, text));
}

/** The proposals at the cursor, by their labels. */
export function proposed(text: string): string[] {
  return completed(text).map(({ label }) => label);
}

/** The proposals at the cursor. */
export function completed(text: string): CompletionItem[] {
  const { document, position } = cursorIn(text);
  return findCompletions(document, position, { others: createFlowCatalogue([]) });
}

/** The text after one of the proposals was taken. */
export function taken(text: string, label: string): string {
  const { document, position } = cursorIn(text);
  const item = findCompletions(document, position).find((one) => one.label === label);
  if (item?.textEdit === undefined) throw new Error(`"${label}" is not proposed`);
  return TextDocument.applyEdits(document, [item.textEdit as TextEdit]);
}

/** What stands in these places, each with its line: `4: main`. */
export function shown(document: TextDocument, ranges: readonly Range[]): string[] {
  return ranges.map((range) => `${range.start.line + 1}: ${document.getText(range)}`);
}
