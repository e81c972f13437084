/** Changes as text for a terminal, as Markdown for a pull request, as JSON for programs. */
import { HANGUP } from '../flow/index.ts';
import type { Change } from './change.ts';

const NOTHING = 'nothing that a caller notices changed';

/** One line for each change. */
export function changesAsText(changes: readonly Change[]): string {
  if (changes.length === 0) return `${NOTHING}\n`;
  return changes.map((change) => `${changeInWords(change)}\n`).join('');
}

/** A heading and a list, for a comment on a pull request. */
export function changesAsMarkdown(changes: readonly Change[], title: string): string {
  const heading = `### ${escape(title)}\n\n`;
  if (changes.length === 0) return `${heading}Nothing that a caller notices changed.\n`;
  return `${heading}${changes.map((change) => `- ${escape(changeInWords(change))}\n`).join('')}`;
}

/** The changes as data, each with its line of text. */
export function changesAsJson(changes: readonly Change[]): string {
  const told = changes.map((change) => ({ ...change, text: changeInWords(change) }));
  return `${JSON.stringify({ same: changes.length === 0, changes: told }, null, 2)}\n`;
}

/** A change as a sentence without a full stop. */
export function changeInWords(change: Change): string {
  const { where, subject, language } = change;
  const place = where.length === 0 ? '' : `${placesInWords(where)}: `;
  const heard = language === undefined ? '' : ` (${language})`;
  return `${place}${subject}${predicate(change)}${heard}`;
}

function placesInWords([first = '', ...others]: string[]): string {
  if (others.length === 0) return first;
  return `${first} and in ${others.length === 1 ? 'one more place' : `${others.length} more places`}`;
}

function predicate(change: Change): string {
  switch (change.kind) {
    case 'wording':
      return predicates(change, { quote: (text) => `“${text}”`, changed: 'changed: ' });
    case 'setting':
    case 'step':
      return predicates(change, { quote: (text) => text });
    case 'destination':
      return destination(change);
  }
}

function predicates(
  { before, after }: Change,
  { quote, changed }: { quote: (text: string) => string; changed?: string },
): string {
  if (before === undefined) return ` is new: ${quote(after ?? '')}`;
  if (after === undefined) return ` is gone: ${quote(before)}`;
  if (changed !== undefined) return ` ${changed}${quote(before)} → ${quote(after)}`;
  return ` is now ${quote(after)} (was: ${quote(before)})`;
}

function destination({ subject, before, after }: Change): string {
  const was = before === undefined ? '' : ` (was: ${before})`;
  if (after === undefined) return ` is gone${was}`;
  if (!/^(after|at|in|when) /.test(subject)) return ` now goes to ${after}${was}`;
  return after === HANGUP ? ` the call now ends${was}` : ` the caller now reaches ${after}${was}`;
}

/** Marks that Markdown would take for its own. */
function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~]/g, (mark) => `\\${mark}`).replaceAll('\n', ' ');
}
