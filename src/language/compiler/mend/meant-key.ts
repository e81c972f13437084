import { findNearest } from '../../diagnostics/index.ts';
import type { Entry, Node, Path } from '../read/document.ts';
import { isSameWord } from '../read/words.ts';
import type { Rule } from '../schema/schema.ts';
import { findOtherWord } from './other-words.ts';

/** The keys and words that are allowed where an unknown key was found. */
interface KeyContext {
  rule: Rule;
  path: Path;
  free: readonly string[];
  words: readonly string[];
}

/** A guess at the key that was meant, or advice on what to write instead. */
export interface MeantKey {
  key?: string;
  /** True when the guess is certain enough to read the value under that key. */
  isSure: boolean;
  /** True when the key is a term of another language and not a spelling mistake. */
  isOther?: boolean;
  hint?: string;
  /** Replacement for the key, if there is a single safe one. */
  replacement?: string;
}

const LANGUAGE_TAG = /^[a-z]{2,3}-[A-Z]{2}$/;
const NAMED_PROMPT =
  'a text in several languages is a named prompt: write its texts by language under a name in "prompts", and that name here';

/** Finds the allowed key with the same words, the same meaning or a similar spelling. */
export function findMeantKey(
  { key, value }: Entry,
  { free, words, rule, path }: KeyContext,
  fits: (node: Node, rule: Rule) => boolean,
): MeantKey {
  const legal = [...free, ...words];
  const same = legal.find((name) => isSameWord(name, key));
  if (same !== undefined) return { key: same, isSure: free.includes(same), replacement: same };
  const [, opened = ''] = /^(\w+) ?[{[]/.exec(key) ?? [];
  if (free.includes(opened)) return { isSure: false, hint: `a colon is missing after "${opened}"` };
  // Of all maps, those of a text have this key.
  if (rule.properties.has('ssml') && LANGUAGE_TAG.test(key)) return { isSure: false, hint: NAMED_PROMPT };
  const other = findOtherWord(key, path);
  if (other?.hint !== undefined) return { isSure: false, hint: other.hint };
  const renamed = free.find((candidate) => candidate === other?.key);
  const inner = renamed === undefined ? undefined : rule.properties.get(renamed);
  if (renamed !== undefined) {
    const isSafe = inner !== undefined && fits(value, inner());
    return { key: renamed, isSure: true, isOther: true, ...(isSafe ? { replacement: renamed } : {}) };
  }
  const { best, isOnly } = findNearest(key, legal);
  if (best === undefined) return { isSure: false };
  return { key: best, isSure: isOnly && free.includes(best), ...(isOnly ? { replacement: best } : {}) };
}
