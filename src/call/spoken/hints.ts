/** Corrects recognised speech by hints: words that the flow expects replace words that nearly match them. */
import { normalizePhrase } from '../../language/model/index.ts';
import { MAX_WORDS } from './spoken-words.ts';

/** Letters of a hint per tolerated mistake. */
const LETTERS_PER_MISTAKE = 4;
/** A word, with the punctuation before and after it. */
const PUNCTUATED_WORD = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su;

/** Replaces the first near match of each hint in the recognised text by the hint. */
export function correctByHints(said: string, hints: readonly string[]): string {
  if (hints.length === 0) return said;
  let words = said.trim().split(/\s+/).slice(0, MAX_WORDS);
  for (const hint of hints) words = applyHint(words, hint);
  return words.join(' ');
}

function applyHint(words: string[], hint: string): string[] {
  const wanted = normalizePhrase(hint);
  const count = wanted.split(' ').length;
  const at = words.findIndex((_, from) =>
    isNearMatch(normalizePhrase(words.slice(from, from + count).join(' ')), wanted),
  );
  if (at < 0) return words;
  const found = words.slice(at, at + count).join(' ');
  return [...words.slice(0, at), keepPunctuation(hint, found), ...words.slice(at + count)];
}

/** Keeps the punctuation around the replaced words; the hint's own punctuation is not doubled. */
function keepPunctuation(hint: string, found: string): string {
  const [, before = '', , behind = ''] = PUNCTUATED_WORD.exec(found) ?? [];
  const [, ownBefore = '', text = '', ownBehind = ''] = PUNCTUATED_WORD.exec(hint) ?? [];
  const front = before.endsWith(ownBefore) ? before : before + ownBefore;
  const back = behind.startsWith(ownBehind) ? behind : ownBehind + behind;
  return `${front}${text}${back}`;
}

function isNearMatch(found: string, wanted: string): boolean {
  const allowed = Math.floor(wanted.length / LETTERS_PER_MISTAKE);
  return Math.abs(found.length - wanted.length) <= allowed && countEdits(found, wanted) <= allowed;
}

/** Returns the edit distance: the number of letters added, dropped or changed. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(to).entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (letter === other ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
