/** The words for keys and for pressing them, in all known languages. */
import { checkedLanguages } from '../../speech/index.ts';

/** The words of one language. */
export interface KeyWords {
  press: ReadonlySet<string>;
  pressed: ReadonlySet<string>;
  between: ReadonlySet<string>;
  and: ReadonlySet<string>;
  to: ReadonlySet<string>;
  within: ReadonlySet<string>;
  purpose: ReadonlySet<string>;
  counted: ReadonlySet<string>;
  /** Word → key. */
  keys: ReadonlyMap<string, string>;
}

export const keyWords: readonly KeyWords[] = checkedLanguages.map(({ keys: row }) => ({
  press: splitWords(row.press),
  pressed: splitWords(row.pressed ?? ''),
  between: splitWords(row.between),
  and: splitWords(row.and),
  to: splitWords(row.to),
  within: splitWords(row.within),
  purpose: splitWords(row.purpose),
  counted: splitWords(row.counted),
  keys: new Map([
    ...row.digits
      .split(' ')
      .flatMap((names, digit) => names.split('|').map((name) => [name, String(digit)] as const)),
    ...row.star.split(' ').map((name) => [name, '*'] as const),
    ...row.pound.split(' ').map((name) => [name, '#'] as const),
  ]),
}));

/** Words that are more often an article than the key 1. */
export const articles: ReadonlySet<string> = new Set(
  checkedLanguages.flatMap(({ keys }) => [...splitWords(keys.articles)]),
);

function splitWords(list: string): Set<string> {
  return new Set(list.split(' ').filter(Boolean));
}
