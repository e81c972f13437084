/**
 * What things are called elsewhere: in TwiML and Studio, SWML, VoiceXML, or in the words that come to mind first. A
 * word that is one of ours by another name leads to it; of any other it is said how the same is done here.
 */
import type { Path } from '../read/document.ts';
import { WORDS } from './words-of-others.ts';

/** What is written here in place of another word. */
interface OtherWord {
  /** Our key of the same meaning and form. */
  key?: string;
  /** How the same is done, where another key is not enough. */
  hint?: string;
}

/** What a key is called here that has no meaning at its place. */
export function otherWord(key: string, path: Path): OtherWord | undefined {
  const place = placeOf(path);
  const word = key.toLowerCase().replace(/[\s_-]/g, '');
  const found = place === undefined || !Object.hasOwn(WORDS, place) ? undefined : ownOf(WORDS[place], word);
  if (found === undefined) return undefined;
  return found.includes(' ') ? { hint: found } : { key: found };
}

/** How the same is done, where a value stands that means something elsewhere only: a day that is `closed`. */
export function otherValue(value: string, path: Path): string | undefined {
  const [section, , key] = path;
  if (section === 'scenarios' && key === 'script' && path.length === 4 && SILENT.test(value))
    return 'a caller who says nothing until the flow notices is - stays_silent';
  if (section !== 'hours' || !CLOSED.test(value)) return undefined;
  if (key === 'exceptions') return 'write closed';
  return key === 'open' ? 'leave the day out: days that are not named are closed' : undefined;
}

const SILENT = /^(?:silence|silent|is_silent|says_nothing|no_?input|timeout)$/i;
const CLOSED = /^(?:closed?|off|none|never|no|false|~|null|-)?$/i;

function ownOf(words: Record<string, string> | undefined, word: string): string | undefined {
  return words !== undefined && Object.hasOwn(words, word) ? words[word] : undefined;
}

/** The kind of map that stands at a path; undefined for those that have no other words. */
function placeOf(path: Path): string | undefined {
  const [first, , verb, ...below] = path;
  if (first === undefined) return 'flow';
  if (first !== 'steps' && first !== 'defaults')
    return path.length === 1 ? String(first) : `${String(first)} *`;
  if (path.length === 2 && first === 'steps') return 'step';
  if (verb === undefined || first === 'defaults') return undefined;
  const inner = below.filter((part) => typeof part === 'string');
  return [verb, ...inner, ...(typeof below.at(-1) === 'number' ? ['*'] : [])].join(' ');
}
