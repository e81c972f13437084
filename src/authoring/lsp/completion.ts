/**
 * Completions for the word at the cursor. A text being edited is rarely valid, so a filler is inserted at the cursor
 * and the flow is read with it: the schema then says what is allowed at that place.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { MarkupKind, type CompletionItem, type Position } from 'vscode-languageserver';
import {
  fragmentRule,
  readDraft,
  type Document,
  type FlowDraft,
  type Rule,
} from '../../language/compiler/index.ts';
import type { Surroundings } from './files-around.ts';
import { isFragment, toEditorRange } from './open-flow.ts';
import { findPlace } from './place.ts';
import { proposeKeys, proposeValues, type Proposal } from './proposals.ts';

/** Maximum number of characters before the cursor that are searched for the word to replace. */
const LONGEST_WORD = 100;

/** A text that was read with a filler: a flow, or a file with a schema of its own. */
interface FilledText {
  document: Document;
  /** The flow whose names are proposed. */
  draft: FlowDraft | undefined;
  /** The rule of the file; default: that of flows. */
  root?: Rule;
  /** True for a file that gives values to the flow's settings, parameters and tables. */
  givesValues?: true;
}

type ReadFilled = (text: string) => FilledText | undefined;

/** Lists the completions at a position of a flow. */
export function findCompletions(
  document: TextDocument,
  position: Position,
  { read: readFile, ...surroundings }: Surroundings = {},
): CompletionItem[] {
  const file = document.uri;
  const rule = isFragment(document) ? { root: fragmentRule } : {};
  return completeAt(document, position, (text) => {
    const draft = readDraft({ file, text, read: readFile }, () => undefined, surroundings);
    return draft && { document: draft.document, draft, ...rule };
  });
}

/** Lists the completions at a position of a document that `read` reads. */
export function completeAt(document: TextDocument, position: Position, read: ReadFilled): CompletionItem[] {
  const text = document.getText();
  const offset = document.offsetAt(position);
  const found = listFillers(text, offset).flatMap((filler) => proposeWith(filler, { text, offset, read }));
  const unique = new Map(found.map((proposal) => [proposal.label, proposal]));
  return toItems([...unique.values()], document, offset);
}

function toItems(proposals: readonly Proposal[], document: TextDocument, offset: number): CompletionItem[] {
  const text = document.getText();
  const before = text.slice(Math.max(0, offset - LONGEST_WORD), offset);
  return proposals.map(({ label, kind, detail, about, word, isKey, isCalled }) => {
    const [typed = ''] = word.exec(before) ?? [];
    const isNew = isKey && !/^[\w-]*\s*:/.test(text.slice(offset));
    const range = toEditorRange(document, { from: offset - typed.length, to: offset });
    const end = isCalled === true ? '(' : isNew ? ': ' : '';
    return {
      label,
      kind,
      detail,
      ...(about === undefined || about === ''
        ? {}
        : { documentation: { kind: MarkupKind.Markdown, value: about } }),
      filterText: label,
      textEdit: { range, newText: `${label}${end}` },
    };
  });
}

/** Lists fillers for the cursor: a value, and a key where the line allows one. */
function listFillers(text: string, offset: number): string[] {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const isInList = closeBrackets(before).startsWith(']');
  const isBehindIndent = !isInList && /(^\s*(?:- +)*|[{,]\s*)[\w-]*$/.test(before);
  return isBehindIndent && !/^[\w-]*\s*:/.test(text.slice(offset)) ? ['x', 'x: '] : ['x'];
}

/** A text with the cursor, and how it is read. */
interface Typing {
  text: string;
  offset: number;
  read: ReadFilled;
}

function proposeWith(filler: string, typing: Typing): Proposal[] {
  const { text, offset } = typing;
  const filled = readWith(filler, typing);
  const place = filled && findPlace(filled.document.root, offset);
  if (filled === undefined || place === undefined) return [];
  if (place.kind === 'key') return proposeKeys(place, filled);
  return proposeValues({ ...place, before: text.slice(place.node.range.from, offset) }, filled);
}

/** Reads the text with a filler at the word at the cursor; if that fails, with the brackets of the line closed. */
function readWith(filler: string, { text, offset, read }: Typing): FilledText | undefined {
  const wordEnd = offset + matchLength(/^[\w-]*/, text.slice(offset));
  const lineEnd = wordEnd + matchLength(/^[^\r\n]*/, text.slice(wordEnd));
  const before = text.slice(0, wordEnd) + filler + text.slice(wordEnd, lineEnd);
  const filled = read(before + text.slice(lineEnd));
  const missing = closeBrackets(before.slice(text.lastIndexOf('\n', offset - 1) + 1));
  if (missing === '' || filled?.document.isFaulty === false) return filled;
  return read(before + missing + text.slice(lineEnd));
}

function matchLength(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

function closeBrackets(line: string): string {
  const open: string[] = [];
  for (const [bracket] of line.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/[{}[\]]/g)) {
    if (bracket === '{' || bracket === '[') open.push(bracket === '{' ? '}' : ']');
    else open.pop();
  }
  return open.toReversed().join('');
}
