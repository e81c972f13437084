/** Formats flows and scenario files with Prettier, by the settings of the project or by ours. */
import type { Options } from 'prettier';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver/node';
import { parseDocument, type Node } from '../../language/compiler/index.ts';
import { toFilePath } from '../flow-files/index.ts';
import { toEditorRange } from './open-flow.ts';

/** The style of the samples and of `ringflow new`. */
const STYLE: Options = { printWidth: 110, singleQuote: true };

/** Returns the edit that formats a document; none if it is formatted, has syntax errors, or would change its meaning. */
export async function formatDocument(document: TextDocument): Promise<TextEdit[]> {
  const text = document.getText();
  const formatted = await formatText(text, await findStyle(document.uri));
  if (formatted === undefined || formatted === text) return [];
  return [{ range: toEditorRange(document, { from: 0, to: text.length }), newText: formatted }];
}

/** Maximum number of times that a text is formatted until nothing changes; Prettier needs two for some comments. */
const MAX_ROUNDS = 5;

/** Formats a text until it is stable; undefined if it has syntax errors, or would change its meaning. */
async function formatText(text: string, style: Options): Promise<string | undefined> {
  const meaning = readMeaning(text);
  if (meaning === undefined) return undefined;
  let formatted = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = await tryToFormat(formatted, style);
    if (next === formatted) return next;
    if (next === undefined || readMeaning(next) !== meaning) return undefined;
    formatted = next;
  }
  return undefined;
}

/** Returns undefined for a text that Prettier refuses. */
async function tryToFormat(text: string, style: Options): Promise<string | undefined> {
  // Imported here, because no other request needs it.
  const { format } = await import('prettier');
  try {
    return await format(text, { ...style, parser: 'yaml', plugins: [] });
  } catch {
    return undefined;
  }
}

/** Returns the settings of the project for a file. Settings that are programs are not run. */
async function findStyle(uri: string): Promise<Options> {
  const file = toFilePath(uri);
  if (file === undefined) return STYLE;
  const { resolveConfig, resolveConfigFile } = await import('prettier');
  try {
    const settings = await resolveConfigFile(file);
    if (settings !== null && /\.[cm]?[jt]s$/.test(settings)) return STYLE;
    return { ...STYLE, ...(await resolveConfig(file)) };
  } catch {
    return STYLE;
  }
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
