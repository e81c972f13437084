import { listComparedTexts } from './compared-names.ts';
import type { FlowDraft } from '../types.ts';

const CONJUNCTION = String.raw`,?\s+(?:or|and|oder|und|ou|et|o|e|y|of|en|eller|lub)\s+`;
const WORD = String.raw`[\p{L}\d_-]+`;
/** Two or more words, the last one behind a conjunction: `running, cancelled or completed`. */
const LIST = new RegExp(`${WORD}(?:,\\s*${WORD})*${CONJUNCTION}${WORD}`, 'gu');
const BETWEEN = new RegExp(`${CONJUNCTION}|,\\s*`, 'u');

/**
 * Lists the values that the description of a variable or parameter names in a row, if the flow compares it with one of them;
 * otherwise the row may name anything.
 */
export function listDescribedValues(draft: FlowDraft, name: string): string[] {
  const note = readAuthorsNote(draft, name);
  const compared = new Set(listComparedTexts(draft).flatMap(([one, text]) => (one === name ? [text] : [])));
  return (note.match(LIST) ?? [])
    .map((row) => row.split(BETWEEN))
    .filter((values) => values.some((one) => compared.has(one)))
    .flat();
}

/** Returns what the author has written about a variable or parameter, such as `vars.state`; empty if there is nothing. */
export function readAuthorsNote({ source }: FlowDraft, name: string): string {
  const [holder = '', own = ''] = name.split('.');
  const declared: unknown = (
    holder === 'vars' ? source.vars : holder === 'params' ? source.params : undefined
  )?.[own];
  if (typeof declared !== 'object' || declared === null || !('description' in declared)) return '';
  return typeof declared.description === 'string' ? declared.description : '';
}
