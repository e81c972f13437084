import { nearest } from '../../diagnostics/index.ts';
import type { Entry, Node, Path } from '../read/document.ts';
import { sameWord } from '../read/words.ts';
import type { Rule } from '../schema/schema.ts';
import { otherWord } from './other-words.ts';

/** What a key may have been meant for. */
interface Legal {
  rule: Rule;
  path: Path;
  free: readonly string[];
  words: readonly string[];
}

/** A key that was meant, or what to do instead. */
export interface MeantKey {
  key?: string;
  /** True when it can be read as if it were written so. */
  isSure: boolean;
  /** True when the key is right elsewhere, and no slip of the pen. */
  isOther?: boolean;
  hint?: string;
  /** What to write in place of the key, where there is one safe answer. */
  replacement?: string;
}

/** The key that has the same words, or the same meaning, or nearly the same letters. */
export function meantKey(
  { key, value }: Entry,
  { free, words, rule, path }: Legal,
  fits: (node: Node, rule: Rule) => boolean,
): MeantKey {
  const legal = [...free, ...words];
  const same = legal.find((name) => sameWord(name, key));
  if (same !== undefined) return { key: same, isSure: free.includes(same), replacement: same };
  const [, opened = ''] = /^(\w+) ?[{[]/.exec(key) ?? [];
  if (free.includes(opened)) return { isSure: false, hint: `a colon is missing behind "${opened}"` };
  const other = otherWord(key, path);
  if (other?.hint !== undefined) return { isSure: false, hint: other.hint };
  const renamed = free.find((candidate) => candidate === other?.key);
  const inner = renamed === undefined ? undefined : rule.properties.get(renamed);
  if (renamed !== undefined) {
    const isSafe = inner !== undefined && fits(value, inner());
    return { key: renamed, isSure: true, isOther: true, ...(isSafe ? { replacement: renamed } : {}) };
  }
  const { best, isOnly } = nearest(key, legal);
  if (best === undefined) return { isSure: false };
  return { key: best, isSure: isOnly && free.includes(best), ...(isOnly ? { replacement: best } : {}) };
}
