/** Finds the keys that a text tells its listener to press, in all known languages; texts may mix languages. */
import { articles, keyWords, type KeyWords } from './key-words.ts';

interface AnnouncedKey {
  key: string;
  start: number;
  end: number;
}

/** The keys named in a text, computed on first use. */
export class KeyText {
  readonly #text: string;
  #tokens: Token[] | undefined;
  #announced: readonly AnnouncedKey[] | undefined;
  #mentioned: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the keys that the text tells to press: "press 1 or 2", a following "2 for support", "die Eins drücken". */
  listAnnounced(): readonly AnnouncedKey[] {
    this.#tokens ??= tokenize(this.#text);
    this.#announced ??= findAnnouncedKeys(this.#tokens);
    return this.#announced;
  }

  /** Returns all keys in the text: as figures, as words, or in a range such as 1 to 5. */
  listMentioned(): ReadonlySet<string> {
    this.#tokens ??= tokenize(this.#text);
    this.#mentioned ??= findMentionedKeys(this.#text, this.#tokens);
    return this.#mentioned;
  }
}

function findAnnouncedKeys(tokens: readonly Token[]): AnnouncedKey[] {
  const found = [...findLanguages(tokens, TELLING)].flatMap((words) =>
    new KeyReader(tokens, words).readAnnounced(),
  );
  if (found.length < 2) return found;
  return [...new Map(found.map((one) => [`${one.start} ${one.key}`, one])).values()].toSorted(
    (a, b) => a.start - b.start,
  );
}

function indexByWord(listsOf: (words: KeyWords) => Iterable<string>): ReadonlyMap<string, KeyWords[]> {
  const all = keyWords.flatMap((words) => [...listsOf(words)].map((word) => ({ word, words })));
  const grouped = Map.groupBy(all, ({ word }) => word);
  return new Map([...grouped].map(([word, found]) => [word, found.map(({ words }) => words)]));
}

const TELLING = indexByWord(({ press, pressed }) => [...press, ...pressed]);
const SPANNING = indexByWord(({ to, within }) => [...to, ...within]);
const NAMING = indexByWord(({ keys }) => keys.keys());

function findLanguages(tokens: readonly Token[], words: ReadonlyMap<string, KeyWords[]>): Set<KeyWords> {
  const found = new Set<KeyWords>();
  for (const { word } of tokens) for (const language of words.get(word) ?? []) found.add(language);
  return found;
}

function findMentionedKeys(text: string, tokens: readonly Token[]): ReadonlySet<string> {
  const named = new Set(tokens.map(({ word }) => word));
  tokens.forEach(({ word }, at) => {
    for (const words of NAMING.get(word) ?? []) {
      const key = words.keys.get(word);
      const next = tokens[at + 1]?.word ?? '';
      if (key !== undefined && isKeyBefore(next, { word, words })) named.add(key);
    }
  });
  for (const words of findLanguages(tokens, SPANNING))
    for (const key of findSpannedKeys(tokens, words)) named.add(key);
  for (const [, first, last] of text.matchAll(DASHED))
    for (const key of listKeysBetween(first, last)) named.add(key);
  return named;
}

const DASHED = /(?<![\d-])(\d) ?[-–—] ?(\d)(?![\d-])/g;

/** Returns the digits between two keys of one sentence, with any words in between: "from 1 for very bad to 5". */
function findSpannedKeys(tokens: readonly Token[], words: KeyWords): string[] {
  const found: string[] = [];
  let first: { key: string; isWithin: boolean } | undefined;
  let joint = '';
  for (const { word } of tokens) {
    if (SENTENCE_END.test(word)) first = undefined;
    const key = words.keys.get(word) ?? word;
    if (/^\d$/.test(key)) {
      if (words.to.has(joint) || (first?.isWithin === true && words.and.has(joint)))
        found.push(...listKeysBetween(first?.key, key));
      first = { key, isWithin: words.within.has(joint) };
    }
    if (!words.between.has(word)) joint = word;
  }
  return found;
}

function listKeysBetween(first: string | undefined, last: string | undefined): string[] {
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

function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: found, index }) => ({
    word: found.toLowerCase(),
    start: index,
    end: index + found.length,
  }));
}

/** Finds the announced keys in the tokens of a text, with the words of one language. */
class KeyReader {
  readonly #tokens: readonly Token[];
  readonly #words: KeyWords;
  readonly #announced: AnnouncedKey[] = [];

  constructor(tokens: readonly Token[], words: KeyWords) {
    this.#tokens = tokens;
    this.#words = words;
  }

  readAnnounced(): AnnouncedKey[] {
    const { press, pressed, purpose } = this.#words;
    let isTelling = false;
    let at = 0;
    while (at < this.#tokens.length) {
      const word = this.#getWord(at);
      if (SENTENCE_END.test(word)) isTelling = false;
      if (press.has(word)) isTelling = true;
      // "Two digits for the day, two for the month": the numbers that follow are counts too.
      if (isTelling && this.#isNumber(at) && this.#isCount(at)) isTelling = false;
      if (this.#findKey(at) !== undefined) {
        const next = this.#getWord(this.#skipFiller(at + 1));
        if ((isTelling && purpose.has(next)) || pressed.has(next)) this.#addKey(at);
      }
      at = press.has(word) ? this.#readRow(at + 1) : at + 1;
    }
    return this.#announced;
  }

  /** Reads a row of keys after a word that tells to press; returns the index after them. */
  #readRow(from: number): number {
    const { and, to } = this.#words;
    const known = this.#announced.length;
    let at = this.#skipFiller(from);
    let before: string | undefined;
    let isRange = false;
    for (let key = this.#findKey(at); key !== undefined; key = this.#findKey(at)) {
      if (isRange) this.#addRange(before, key, at);
      const last = this.#findRunEnd(at);
      this.#addKey(at, last);
      at = last;
      before = key;
      const next = this.#getWord(at + 1);
      isRange = to.has(next);
      if (next !== ',' && !and.has(next) && !isRange) return at + 1;
      const isCommaAnd = next === ',' && and.has(this.#getWord(at + 2));
      at = this.#skipFiller(at + (isCommaAnd ? 3 : 2));
    }
    // "Press two or three digits": the numbers before a count are counts.
    if (this.#isNumber(at) && this.#isCount(at)) this.#announced.length = known;
    return Math.max(from, at);
  }

  /** Returns the index of the last digit of a number that is spelt: "press 1 4 3 0", "dial 1, 1, 2". */
  #findRunEnd(from: number): number {
    let at = from;
    while (this.#isDigit(at) && this.#isDigit(at + 1)) at += 1;
    return at > from ? at : this.#findSpeltEnd(from);
  }

  /**
   * Three digits or more between commas are a number where one comes twice. Others are keys if they ascend, if "or" joins
   * another one, or if a purpose follows: "press 1, 2, 3", "press 3, 1, 2 or 4".
   */
  #findSpeltEnd(from: number): number {
    let at = from;
    while (this.#isDigit(at) && this.#getWord(at + 1) === ',' && this.#isDigit(at + 2)) at += 2;
    const digits = Array.from({ length: (at - from) / 2 + 1 }, (_, index) => this.#findKey(from + 2 * index));
    if (digits.length < 3) return from;
    const isTwice = new Set(digits).size < digits.length;
    const isAscending = digits.every((digit, index) => digit === digits.toSorted()[index]);
    return isTwice || !(isAscending || this.#goesOnBehind(at)) ? at : from;
  }

  /** True when another key or a purpose follows a row of keys. */
  #goesOnBehind(last: number): boolean {
    const { and, to, purpose } = this.#words;
    const at = last + (this.#getWord(last + 1) === ',' ? 2 : 1);
    const next = this.#getWord(at);
    const isJoined = and.has(next) || to.has(next);
    return purpose.has(next) || (isJoined && this.#isDigit(this.#skipFiller(at + 1)));
  }

  #isDigit(at: number): boolean {
    return /^\d$/.test(this.#findKey(at) ?? '');
  }

  #isNumber(at: number): boolean {
    const word = this.#getWord(at);
    return /^\d+$/.test(word) || this.#words.keys.has(word);
  }

  #addRange(first: string | undefined, last: string | undefined, at: number): void {
    const token = this.#tokens[at];
    if (token === undefined) return;
    for (const key of listKeysBetween(first, last))
      this.#announced.push({ key, start: token.start, end: token.end });
  }

  #addKey(from: number, to = from): void {
    const keys = Array.from({ length: to - from + 1 }, (_, index) => this.#findKey(from + index) ?? '');
    const [first, last] = [this.#tokens[from], this.#tokens[to]];
    if (first !== undefined && last !== undefined)
      this.#announced.push({ key: keys.join(''), start: first.start, end: last.end });
  }

  #findKey(at: number): string | undefined {
    const word = this.#getWord(at);
    if (this.#isCount(at)) return undefined;
    if (KEY.test(word)) return word;
    const key = this.#words.keys.get(word);
    if (key === undefined) return undefined;
    return isKeyBefore(this.#getWord(at + 1), { word, words: this.#words }) ? key : undefined;
  }

  /** True for a number of keys: "two digits", "deux derniers chiffres". */
  #isCount(at: number): boolean {
    const { counted, purpose, and, to } = this.#words;
    const next = this.#getWord(at + 1);
    if (counted.has(next)) return true;
    const isJoined = [purpose, and, to].some((list) => list.has(next));
    return /^\p{L}/u.test(next) && !isJoined && counted.has(this.#getWord(at + 2));
  }

  #skipFiller(from: number): number {
    let at = from;
    while (this.#words.between.has(this.#getWord(at))) at += 1;
    return at;
  }

  #getWord(at: number): string {
    return this.#tokens[at]?.word ?? '';
  }
}
