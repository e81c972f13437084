/** Converts phrases of a flow to the form that the call core compares. */
import type { Phrases } from '../../../../../schemas/types/flow.ts';
import { normalizePhrase, type Phrase } from '../../../model/index.ts';
import type { Path } from '../../read/document.ts';
import type { Readable } from '../../types.ts';
import { toList } from './fragments.ts';

/** Returns the phrases in a language of the flow; if there are none, those of the flow's first language that has some. */
export function selectPhrases(phrases: Phrases, language: string, languages: readonly string[]): string[] {
  if (Array.isArray(phrases) || typeof phrases === 'string') return toList(phrases);
  const found = [language, ...languages].find((one) => Object.hasOwn(phrases, one));
  return toList(phrases[found ?? Object.keys(phrases)[0] ?? '']);
}

/** Collects the phrases of each language of the flow; of equal phrases the first one counts. */
export function collectByLanguage(
  languages: readonly string[],
  getPhrases: (language: string) => Phrase[],
): Record<string, Phrase[]> {
  return Object.fromEntries(
    languages.map((language) => {
      const known = new Map<string, Phrase>();
      for (const phrase of getPhrases(language))
        if (!known.has(phrase.words)) known.set(phrase.words, phrase);
      return [language, [...known.values()]];
    }),
  );
}

/** Normalises phrases with the same meaning; with `isKept` each also keeps its own text as the value. */
export function toPhrases(as: string, phrases: readonly string[], { isKept = false } = {}): Phrase[] {
  return phrases.map((value) => ({ words: normalizePhrase(value), as, ...(isKept && { value }) }));
}

/** A phrase with its language, which is empty when it counts in every language. */
interface WrittenPhrase {
  language: string;
  phrase: string;
  /** Path below the phrases. */
  path: Path;
}

/** Returns every phrase that could be read. */
export function listPhrases(phrases: Readable<Phrases> = []): WrittenPhrase[] {
  if (Array.isArray(phrases) || typeof phrases === 'string') return listPhrasesIn('', phrases, []);
  return Object.entries(phrases).flatMap(([language, said]) => listPhrasesIn(language, said, [language]));
}

function listPhrasesIn(
  language: string,
  said: string | (string | undefined)[] | undefined,
  path: Path,
): WrittenPhrase[] {
  if (typeof said === 'string') return [{ language, phrase: said, path }];
  return (said ?? []).flatMap((phrase, index) =>
    phrase === undefined ? [] : [{ language, phrase, path: [...path, index] }],
  );
}
