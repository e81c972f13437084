/** How keys of the telephone are named in speech, ready to be looked up. */
import { speechLanguages, wordsOfAll } from '../../speech/index.ts';

/** A language's words, ready to be looked up. */
export interface KeyWords {
  press: ReadonlySet<string>;
  pressed: ReadonlySet<string>;
  between: ReadonlySet<string>;
  and: ReadonlySet<string>;
  to: ReadonlySet<string>;
  within: ReadonlySet<string>;
  purpose: ReadonlySet<string>;
  /** Word → key. */
  keys: ReadonlyMap<string, string>;
}

/** All languages that are known. */
export const keyWords: readonly KeyWords[] = speechLanguages.map(({ keys: row }) => ({
  press: words(row.press),
  pressed: words(row.pressed ?? ''),
  between: words(row.between),
  and: words(row.and),
  to: words(row.to),
  within: words(row.within),
  purpose: words(row.purpose),
  keys: new Map([
    ...row.digits
      .split(' ')
      .flatMap((names, digit) => names.split('|').map((name) => [name, String(digit)] as const)),
    ...row.star.split(' ').map((name) => [name, '*'] as const),
    ...row.pound.split(' ').map((name) => [name, '#'] as const),
  ]),
}));

/** Words that are an article more often than the key 1. */
export const articles: ReadonlySet<string> = new Set(wordsOfAll(({ keys }) => keys.articles));

function words(list: string): Set<string> {
  return new Set(list.split(' ').filter(Boolean));
}
