/** Guesses the language of a text by its letters (docs/adr/0046-dependencies.md). */
import { loadFranc } from '../../../model/index.ts';

/** Codes of the detector for the languages that are told apart. */
const TAGS: Record<string, string> = {
  deu: 'de',
  eng: 'en',
  fra: 'fr',
  ita: 'it',
  nld: 'nl',
  pol: 'pl',
  por: 'pt',
  spa: 'es',
  swe: 'sv',
};

/** Minimum number of characters from which letters tell a language. */
const MIN_LENGTH = 30;
/** Maximum number of characters that are read. */
const MAX_LENGTH = 500;
/** Maximum score of a language that a text is certainly not in; the best language has 1. */
const MAX_SCORE = 0.85;

/** Returns the language of a text if that is certainly not the expected one. */
export function detectOther(text: string, expected: string): string | undefined {
  if (text.length < MIN_LENGTH) return undefined;
  const scores = loadFranc().francAll(text.slice(0, MAX_LENGTH), { only: Object.keys(TAGS) });
  const [best] = scores[0] ?? [];
  const isOther = scores.some(([code, score]) => TAGS[code] === expected && score <= MAX_SCORE);
  return best !== undefined && isOther ? TAGS[best] : undefined;
}
