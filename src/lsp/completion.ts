/**
 * Proposals for the word at the cursor. A text that is being written is seldom whole, so a letter is put where the
 * cursor stands and the flow is read with it: then the schema says what may stand at that place.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, Position } from 'vscode-languageserver/node';
import { readDraft, type FlowDraft } from '../compiler/index.ts';
import { rangeIn } from './open-flow.ts';
import { placeAt, type Place } from './place.ts';
import { keysFor, valuesFor, type Proposal } from './proposals.ts';

/** What can stand at a place of a flow. */
export function completionsAt(document: TextDocument, position: Position): CompletionItem[] {
  const text = document.getText();
  const offset = document.offsetAt(position);
  const found = readingsAt(text, offset).flatMap((filled) => proposalsIn(filled, offset));
  const unique = new Map(found.map((proposal) => [proposal.label, proposal]));
  return [...unique.values()].map(({ label, kind, detail, word, isKey }) => {
    const [typed = ''] = word.exec(text.slice(0, offset)) ?? [];
    const isNew = isKey && !/^[\w-]*\s*:/.test(text.slice(offset));
    const range = rangeIn(document, { from: offset - typed.length, to: offset });
    return {
      label,
      kind,
      detail,
      filterText: label,
      textEdit: { range, newText: isNew ? `${label}: ` : label },
    };
  });
}

/** The text with a word at the cursor: as a value, and where the line allows it as a key. */
function readingsAt(text: string, offset: number): string[] {
  const wordEnd = offset + (/^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const [before, after] = [text.slice(0, wordEnd), text.slice(wordEnd)];
  const lineBefore = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const isKeyPlace = /(^\s*(?:- +)*|[{,]\s*)[\w-]*$/.test(lineBefore) && !/^\s*:/.test(after);
  return [`${before}x${after}`, ...(isKeyPlace ? [`${before}x: ${after}`] : [])];
}

function proposalsIn(text: string, offset: number): Proposal[] {
  const draft = readDraft(text, () => undefined);
  if (draft === undefined) return [];
  const place = placeAt(draft.document.root, offset);
  return place === undefined ? [] : proposalsAt(place, draft, offset);
}

function proposalsAt(place: Place, draft: FlowDraft, offset: number): Proposal[] {
  if (place.kind === 'key') return keysFor(place, draft);
  return valuesFor({ ...place, before: draft.document.text.slice(place.node.range.from, offset) }, draft);
}
