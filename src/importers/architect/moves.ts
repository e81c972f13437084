/** What the moves of a caller mean at a menu and at a question. */
import type { Move } from '../../verification/compare/index.ts';
import type { Choice, Collect } from './model.ts';

type Heard = { kind: 'choice'; id: string } | { kind: 'extension'; digits: string } | { kind: 'mistake' };

interface Listening {
  choices: readonly Choice[];
  extensions: readonly string[];
  language: string;
  /** All of the flow. */
  languages: readonly string[];
}

/** Finds what a caller chose at a menu: by an extension, by the first key, or by words. */
export function hearMenu(move: Move, { choices, extensions, language, languages }: Listening): Heard {
  const mistake: Heard = { kind: 'mistake' };
  if (move.kind === 'presses') {
    if (extensions.includes(move.keys)) return { kind: 'extension', digits: move.keys };
    const choice = choices.find(({ key }) => key === move.keys[0]);
    return choice === undefined ? mistake : { kind: 'choice', id: choice.id };
  }
  if (move.kind !== 'says') return mistake;
  const words = move.words.trim().toLowerCase();
  const choice = choices.find(({ terms }) => listTerms(terms, language, languages).includes(words));
  return choice === undefined ? mistake : { kind: 'choice', id: choice.id };
}

/**
 * Lists what can be said for a choice in a language. As the reason PHRASES_OF_OTHER_LANGUAGE says, the words of the first language
 * that has some count where this one has none.
 */
function listTerms(
  terms: Choice['terms'],
  language: string,
  languages: readonly string[],
): readonly string[] {
  const found = [language, ...languages].map((one) => findTerms(terms, one));
  return found.find((words) => words.length > 0) ?? [];
}

/** Finds what can be said for a choice in a language itself, or in any. */
export function findTerms(terms: Choice['terms'], language: string): readonly string[] {
  return terms.get(language) ?? terms.get('') ?? [];
}

/** Returns the digits that an entry comes to; undefined if it fails. */
export function takeDigits({ min, max, terminator }: Collect, keys: string): string | undefined {
  let digits = '';
  for (const key of keys) {
    if (key === terminator) return digits.length >= min ? digits : undefined;
    if (!/\d/.test(key)) return undefined;
    digits += key;
    if (digits.length === max) return digits;
  }
  return digits.length >= min ? digits : undefined;
}
