/**
 * Translates terms of TwiML, Studio, SWML and VoiceXML, and common synonyms. A term with an equivalent key is
 * translated to it; for other terms there is a hint on how to achieve the same.
 */
import type { Path } from '../read/document.ts';
import { indexByWord, normalizeWord } from '../read/words.ts';
import { WORDS_OF_OTHERS } from './words-of-others.ts';

/** The translation of a term. */
interface OtherWord {
  /** Our key with the same meaning and form. */
  key?: string;
  /** Advice for terms without an equivalent key. */
  hint?: string;
}

const TERMS = new Map(Object.entries(WORDS_OF_OTHERS).map(([place, terms]) => [place, indexByWord(terms)]));

/** Finds the translation of a key that has no meaning at its place. */
export function findOtherWord(key: string, path: Path): OtherWord | undefined {
  const found = TERMS.get(toPlaceKey(path) ?? '')?.get(normalizeWord(key));
  if (found === undefined) return undefined;
  return found.includes(' ') ? { hint: found } : { key: found };
}

/** Finds advice for a value that has a meaning only in other languages, such as a day that is `closed`. */
export function findValueHint(value: string, path: Path): string | undefined {
  const [section, , key] = path;
  if (section === 'scenarios' && key === 'script' && path.length === 4 && SILENT.test(value))
    return 'for a caller who says nothing until the flow reacts, write - stays_silent';
  if (section !== 'hours' || !CLOSED.test(value)) return undefined;
  if (key === 'exceptions') return 'write closed';
  return key === 'open' ? 'leave the day out: days that are not listed are closed' : undefined;
}

const SILENT = /^(?:silence|silent|is_silent|says_nothing|no_?input|timeout)$/i;
const CLOSED = /^(?:closed?|off|none|never|no|false|~|null|-)?$/i;

/** Returns the key into the table of terms for a path; undefined when it has none. */
function toPlaceKey(path: Path): string | undefined {
  const [first, , verb, ...below] = path;
  if (first === undefined) return 'flow';
  if (first !== 'steps' && first !== 'defaults')
    return path.length === 1 ? String(first) : `${String(first)} *`;
  if (path.length === 2 && first === 'steps') return 'step';
  if (first === 'defaults') return path.length === 1 ? first : undefined;
  if (verb === undefined) return undefined;
  const inner = below.filter((part) => typeof part === 'string');
  return [verb, ...inner, ...(typeof below.at(-1) === 'number' ? ['*'] : [])].join(' ');
}
