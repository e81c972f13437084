/** What may be said, as it stands in a flow → as the call core compares it. */
import type { Phrases } from '../../../../../schemas/types/flow.ts';
import { normalized } from '../../../model/index.ts';
import type { Phrase } from '../../../model/index.ts';
import type { Path } from '../../read/document.ts';
import type { Readable } from '../../types.ts';

/** The phrases in a language of the flow; where they have none in it, those of the flow's first language that has some. */
export function phrasesIn(phrases: Phrases, language: string, languages: readonly string[]): string[] {
  if (Array.isArray(phrases)) return phrases;
  const found = [language, ...languages].find((one) => Object.hasOwn(phrases, one));
  return phrases[found ?? Object.keys(phrases)[0] ?? ''] ?? [];
}

/** For each language of the flow what may be said; of equal phrases the first one counts. */
export function byEachLanguage(
  languages: readonly string[],
  sayable: (language: string) => Phrase[],
): Record<string, Phrase[]> {
  return Object.fromEntries(
    languages.map((language) => {
      const known = new Map<string, Phrase>();
      for (const phrase of sayable(language)) if (!known.has(phrase.words)) known.set(phrase.words, phrase);
      return [language, [...known.values()]];
    }),
  );
}

/** Phrases that mean the same; with `isKept` each is kept as it is written. */
export function meaning(as: string, phrases: readonly string[], { isKept = false } = {}): Phrase[] {
  return phrases.map((value) => ({ words: normalized(value), as, ...(isKept && { value }) }));
}

/** A phrase as it is written, with its language, which is empty where it counts in every one. */
interface WrittenPhrase {
  language: string;
  phrase: string;
  /** Where it stands below the phrases. */
  path: Path;
}

/** Every phrase that could be read. */
export function writtenPhrases(phrases: Readable<Phrases> = []): WrittenPhrase[] {
  const lists: [string, readonly (string | undefined)[]][] = Array.isArray(phrases)
    ? [['', phrases]]
    : Object.entries(phrases).map(([language, list]) => [language, list ?? []]);
  return lists.flatMap(([language, list]) =>
    list.flatMap((phrase, index) =>
      phrase === undefined ? [] : [{ language, phrase, path: language === '' ? [index] : [language, index] }],
    ),
  );
}
