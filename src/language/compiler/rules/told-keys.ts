/** Finds the keys that a text tells its listener to press, in all known languages; texts may mix languages. */
import { speechLanguages, collectWords } from '../../speech/index.ts';

/** A language's words for keys, prepared for lookup. */
interface KeyWords {
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

/** The words of all known languages. */
const keyWords: readonly KeyWords[] = speechLanguages.map(({ keys: row }) => ({
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

/** Words that are more often an article than the key 1. */
const articles: ReadonlySet<string> = new Set(collectWords(({ keys }) => keys.articles));

function words(list: string): Set<string> {
  return new Set(list.split(' ').filter(Boolean));
}

/** A key that a text announces, with its place. */
interface ToldKey {
  key: string;
  start: number;
  end: number;
}

/** The keys named in a text, computed on first use. */
export class KeyText {
  readonly #text: string;
  #tokens: Token[] | undefined;
  #announced: readonly ToldKey[] | undefined;
  #mentioned: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the keys that the text tells to press: "press 1 or 2", a following "2 for support", "die Eins drücken". */
  told(): readonly ToldKey[] {
    this.#tokens ??= tokensOf(this.#text);
    this.#announced ??= toldIn(this.#tokens);
    return this.#announced;
  }

  /** Returns all keys in the text: as figures, as words, or in a range such as 1 to 5. */
  named(): ReadonlySet<string> {
    this.#tokens ??= tokensOf(this.#text);
    this.#mentioned ??= namedIn(this.#text, this.#tokens);
    return this.#mentioned;
  }
}

function toldIn(tokens: readonly Token[]): ToldKey[] {
  const told = [...languagesOf(tokens, TELLING)].flatMap((words) => new Reader(tokens, words).read());
  if (told.length < 2) return told;
  return [...new Map(told.map((one) => [`${one.start} ${one.key}`, one])).values()].toSorted(
    (a, b) => a.start - b.start,
  );
}

/** Indexes the languages by the words of one of their lists. */
function byWord(listsOf: (words: KeyWords) => Iterable<string>): ReadonlyMap<string, KeyWords[]> {
  const all = keyWords.flatMap((words) => [...listsOf(words)].map((word) => ({ word, words })));
  const grouped = Map.groupBy(all, ({ word }) => word);
  return new Map([...grouped].map(([word, found]) => [word, found.map(({ words }) => words)]));
}

const TELLING = byWord(({ press, pressed }) => [...press, ...pressed]);
const SPANNING = byWord(({ to, within }) => [...to, ...within]);
const NAMING = byWord(({ keys }) => keys.keys());

/** Returns the languages that have one of these words in the text. */
function languagesOf(tokens: readonly Token[], words: ReadonlyMap<string, KeyWords[]>): Set<KeyWords> {
  const found = new Set<KeyWords>();
  for (const { word } of tokens) for (const language of words.get(word) ?? []) found.add(language);
  return found;
}

function namedIn(text: string, tokens: readonly Token[]): ReadonlySet<string> {
  const named = new Set(tokens.map(({ word }) => word));
  tokens.forEach(({ word }, at) => {
    for (const words of NAMING.get(word) ?? []) {
      const key = words.keys.get(word);
      const next = tokens[at + 1]?.word ?? '';
      if (key !== undefined && isKeyBefore(next, { word, words })) named.add(key);
    }
  });
  for (const words of languagesOf(tokens, SPANNING))
    for (const key of keysInSpans(tokens, words)) named.add(key);
  for (const [, first, last] of text.matchAll(DASHED))
    for (const key of keysBetween(first, last)) named.add(key);
  return named;
}

const DASHED = /(?<![\d-])(\d) ?[-–—] ?(\d)(?![\d-])/g;

/** Returns the digits between two keys of one sentence, with any words in between: "from 1 for very bad to 5". */
function keysInSpans(tokens: readonly Token[], words: KeyWords): string[] {
  const found: string[] = [];
  let first: { key: string; isWithin: boolean } | undefined;
  let joint = '';
  for (const { word } of tokens) {
    if (SENTENCE_END.test(word)) first = undefined;
    const key = words.keys.get(word) ?? word;
    if (/^\d$/.test(key)) {
      if (words.to.has(joint) || (first?.isWithin === true && words.and.has(joint)))
        found.push(...keysBetween(first?.key, key));
      first = { key, isWithin: words.within.has(joint) };
    }
    if (!words.between.has(word)) joint = word;
  }
  return found;
}

function keysBetween(first: string | undefined, last: string | undefined): string[] {
  if (!/^\d$/.test(first ?? '') || !/^\d$/.test(last ?? '')) return [];
  const count = Math.max(0, Number(last) - Number(first) - 1);
  return Array.from({ length: count }, (_, index) => String(Number(first) + 1 + index));
}

/** False for a word that may be an article, such as "one" in "one moment"; the next word decides. */
function isKeyBefore(next: string, { word, words }: { word: string; words: KeyWords }): boolean {
  if (!articles.has(word) || !/^\p{L}/u.test(next)) return true;
  const { purpose, and, to, pressed } = words;
  return [purpose, and, to, pressed].some((list) => list.has(next));
}

interface Token {
  /** In lower case. */
  word: string;
  start: number;
  end: number;
}

/** Words, numbers, keys and punctuation. A number such as 9:30 or 1.50 is one token and not a key. */
const TOKEN = /\p{L}+|[\d*#]+(?:[.,:]\d+)*|[.,;:!?…]/gu;
const KEY = /^[\d*#]{1,8}$/;
const SENTENCE_END = /^[.;:!?…]$/;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(TOKEN))
    tokens.push({ word: found.toLowerCase(), start: index, end: index + found.length });
  return tokens;
}

/** Finds the announced keys in the tokens of a text, with the words of one language. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #words: KeyWords;
  readonly #announced: ToldKey[] = [];

  constructor(tokens: readonly Token[], words: KeyWords) {
    this.#tokens = tokens;
    this.#words = words;
  }

  read(): ToldKey[] {
    const { press, pressed, purpose } = this.#words;
    let isTelling = false;
    let at = 0;
    while (at < this.#tokens.length) {
      const word = this.#wordAt(at);
      if (SENTENCE_END.test(word)) isTelling = false;
      if (press.has(word)) isTelling = true;
      if (this.#keyAt(at) !== undefined) {
        const next = this.#wordAt(this.#passed(at + 1));
        if ((isTelling && purpose.has(next)) || pressed.has(next)) this.#tell(at);
      }
      at = press.has(word) ? this.#row(at + 1) : at + 1;
    }
    return this.#announced;
  }

  /** Reads a row of keys after a word that tells to press; returns the index after them. */
  #row(from: number): number {
    const { and, to } = this.#words;
    let at = this.#passed(from);
    let before: string | undefined;
    let isRange = false;
    for (let key = this.#keyAt(at); key !== undefined; key = this.#keyAt(at)) {
      if (isRange) this.#fill(before, key, at);
      this.#tell(at);
      before = key;
      const next = this.#wordAt(at + 1);
      isRange = to.has(next);
      if (next !== ',' && !and.has(next) && !isRange) return at + 1;
      const isCommaAnd = next === ',' && and.has(this.#wordAt(at + 2));
      at = this.#passed(at + (isCommaAnd ? 3 : 2));
    }
    return Math.max(from, at);
  }

  /** Adds the digits between the first and the last key of a range. */
  #fill(first: string | undefined, last: string | undefined, at: number): void {
    const token = this.#tokens[at];
    if (token === undefined) return;
    for (const key of keysBetween(first, last))
      this.#announced.push({ key, start: token.start, end: token.end });
  }

  #tell(at: number): void {
    const key = this.#keyAt(at);
    const token = this.#tokens[at];
    if (key !== undefined && token !== undefined)
      this.#announced.push({ key, start: token.start, end: token.end });
  }

  #keyAt(at: number): string | undefined {
    const word = this.#wordAt(at);
    if (KEY.test(word)) return word;
    const key = this.#words.keys.get(word);
    if (key === undefined) return undefined;
    return isKeyBefore(this.#wordAt(at + 1), { word, words: this.#words }) ? key : undefined;
  }

  /** Skips the words that may stand between the word that tells to press and the key. */
  #passed(from: number): number {
    let at = from;
    while (this.#words.between.has(this.#wordAt(at))) at += 1;
    return at;
  }

  #wordAt(at: number): string {
    return this.#tokens[at]?.word ?? '';
  }
}
