/** Changes as text for a terminal, as Markdown for a pull request, as JSON for programs. */
import type { Change } from './change.ts';
import { renderChange } from './change-words.ts';

const NOTHING = 'no change that a caller notices';

/** One line for each change. */
export function renderChangesText(changes: readonly Change[]): string {
  if (changes.length === 0) return `${NOTHING}\n`;
  return changes.map((change) => `${renderChange(change)}\n`).join('');
}

/** A heading and a list, for a comment on a pull request. */
export function renderChangesMarkdown(changes: readonly Change[], title: string): string {
  const heading = `### ${escapeMarkdown(title)}\n\n`;
  if (changes.length === 0) return `${heading}No change that a caller notices.\n`;
  return `${heading}${changes.map((change) => `- ${escapeMarkdown(renderChange(change))}\n`).join('')}`;
}

/** The changes as data, each with its line of text. */
export function renderChangesJson(changes: readonly Change[]): string {
  const told = changes.map((change) => ({ ...change, text: renderChange(change) }));
  return `${JSON.stringify({ same: changes.length === 0, changes: told }, null, 2)}\n`;
}

/** Marks that Markdown would take for its own. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~]/g, (mark) => `\\${mark}`).replaceAll('\n', ' ');
}
