/** Formats flows and scenario files. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver';
import { parseDocument, type Node } from '../../language/compiler/index.ts';
import { toEditorRange } from './open-flow.ts';

/** Formats the YAML of the document with a URI once, in the style that applies there. Rejects a text that it cannot format. */
export type Formatter = (text: string, uri: string) => Promise<string>;

/** Returns the edit that formats a document; none if it is formatted, has syntax errors, or would change its meaning. */
export async function formatDocument(document: TextDocument, format: Formatter): Promise<TextEdit[]> {
  const text = document.getText();
  const formatted = await formatText(text, (round) => format(round, document.uri));
  if (formatted === undefined || formatted === text) return [];
  return [{ range: toEditorRange(document, { from: 0, to: text.length }), newText: formatted }];
}

/** Maximum number of times that a text is formatted until nothing changes; some comments need two. */
const MAX_ROUNDS = 5;

/** Formats a text until it is stable; undefined if it has syntax errors, or would change its meaning. */
async function formatText(
  text: string,
  format: (text: string) => Promise<string>,
): Promise<string | undefined> {
  const meaning = readMeaning(text);
  if (meaning === undefined) return undefined;
  let formatted = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = await format(formatted).catch(() => undefined);
    if (next === formatted) return next;
    if (next === undefined || readMeaning(next) !== meaning) return undefined;
    formatted = next;
  }
  return undefined;
}

/** Returns the data of a text in a form to compare; undefined if it has syntax errors. */
function readMeaning(text: string): string | undefined {
  const parsed = parseDocument(text, () => undefined);
  return parsed === undefined || parsed.isFaulty ? undefined : JSON.stringify(toData(parsed.root));
}

function toData(node: Node): unknown {
  if (node.kind === 'list') return node.items.map(toData);
  if (node.kind !== 'map') return [node.kind, node.value, node.style === 'plain' ? node.source : ''];
  return { map: [...node.entries.values()].map(({ key, value }) => [key, toData(value)]) };
}
