/**
 * Reads the subset of YAML that almost all flows use, ten times as fast as the library: block maps and lists, maps and
 * lists in brackets, texts with and without quotes, comments.
 *
 *  PLAIN-YAML-1 The result is the tree that the library would return for a text without mistakes, or undefined.
 *  PLAIN-YAML-2 It reports no mistakes: every text outside of the subset is left to the library.
 */
import type { Entry, Node } from './document.ts';
import { nothing, PlainWords } from './plain-words.ts';

const MAX_DEPTH = 32;

/** Tabs, line breaks other than \n, and document markers. */
const UNCERTAIN = /[\t\r\u0085\u2028\u2029\ufeff]|^(?:---|\.\.\.)/m;

/** Reads a text that is a map in plain YAML; undefined for any other text. */
export function readPlainYaml(text: string): Node | undefined {
  return UNCERTAIN.test(text) ? undefined : new PlainReader(text).read();
}

class PlainReader {
  readonly #words: PlainWords;
  #depth = 0;

  constructor(text: string) {
    this.#words = new PlainWords(text);
  }

  read(): Node | undefined {
    const words = this.#words;
    const root = words.nextIndent() === 0 ? this.#map(0) : undefined;
    return words.isAtEnd() ? root : undefined;
  }

  /** Reads a map with its keys in this column; `isInline` when its first key follows something else on its line. */
  #map(column: number, isInline = false): Node | undefined {
    const words = this.#words;
    if (!isInline) words.at += column;
    const from = words.at;
    let to: number;
    const entries = new Map<string, Entry>();
    do {
      if (entries.size > 0) words.at += column;
      const key = words.key();
      const value = key && this.#entryValue(column, key.range.to + 1);
      if (key === undefined || value === undefined || entries.has(key.text)) return undefined;
      entries.set(key.text, { key: key.text, keyRange: key.range, value });
      to = value.range.to;
    } while (words.nextIndent() === column);
    return { kind: 'map', entries, range: { from, to } };
  }

  /** Reads the value after the colon of a key in this column. */
  #entryValue(column: number, behind: number): Node | undefined {
    const words = this.#words;
    if (!words.skipLineEnd()) {
      words.skipSpaces();
      return this.#lineValue(column);
    }
    const below = words.at;
    const indent = words.nextIndent();
    const isList = indent === column && words.isItem(words.at + indent);
    if (indent > column || isList) return this.#block(indent, { around: column, below });
    // After spaces and comments the library places a missing value differently.
    return /\S| /.test(words.text[behind] ?? '') ? undefined : nothing(behind);
  }

  /**
   * Reads a value on its own lines, in this column; `around` is the column of its key, `below` the offset of the line
   * after the key.
   */
  #block(column: number, { around, below }: { around: number; below: number }): Node | undefined {
    const words = this.#words;
    const begin = words.at + column;
    if (words.isItem(begin)) return this.#deeper(() => this.#list(column));
    if (words.isKey(begin)) return this.#deeper(() => this.#map(column));
    // After empty lines and comments the library may not take it for a value.
    if (words.at !== below) return undefined;
    words.at = begin;
    return this.#lineValue(around);
  }

  #list(column: number): Node | undefined {
    const words = this.#words;
    const from = words.at + column;
    let to = from;
    const items: Node[] = [];
    while (words.indent() === column && words.isItem(words.at + column)) {
      words.at += column + 1;
      const item = this.#item(column);
      if (item === undefined) return undefined;
      items.push(item);
      to = item.range.to;
      words.nextIndent();
    }
    return { kind: 'list', items, range: { from, to } };
  }

  /** Reads a list item after its dash: a map that begins on the same line, or a value. */
  #item(column: number): Node | undefined {
    const words = this.#words;
    const dash = words.at;
    words.skipSpaces();
    const { at } = words;
    if (words.isKey(at)) return this.#deeper(() => this.#map(column + 1 + at - dash, true));
    return this.#lineValue(column);
  }

  /** Reads a value that begins on this line, and the rest of the line. */
  #lineValue(around: number): Node | undefined {
    const words = this.#words;
    const first = words.next();
    if (first === '|' || first === '>') return words.blockScalar(around);
    const isBracket = first === '{' || first === '[';
    const value = isBracket ? this.#flow(around) : (words.quoted() ?? words.blockText(around));
    return words.skipLineEnd() ? value : undefined;
  }

  #flow(around: number): Node | undefined {
    const isMap = this.#words.next() === '{';
    return this.#deeper(() => (isMap ? this.#flowMap(around) : this.#flowList(around)));
  }

  #flowMap(around: number): Node | undefined {
    const words = this.#words;
    const from = words.at;
    const entries = new Map<string, Entry>();
    const isClosed = this.#parts('}', around, () => {
      const key = words.key();
      words.skipSpaces();
      const isMissing = words.next() === ',' || words.next() === '}';
      const value = isMissing ? nothing(words.at) : this.#flowValue(around);
      if (key === undefined || value === undefined || entries.has(key.text)) return false;
      entries.set(key.text, { key: key.text, keyRange: key.range, value });
      return true;
    });
    return isClosed ? { kind: 'map', entries, range: { from, to: words.at } } : undefined;
  }

  #flowList(around: number): Node | undefined {
    const from = this.#words.at;
    const items: Node[] = [];
    const isClosed = this.#parts(']', around, () => {
      const value = this.#flowValue(around);
      if (value !== undefined) items.push(value);
      return value !== undefined;
    });
    return isClosed ? { kind: 'list', items, range: { from, to: this.#words.at } } : undefined;
  }

  /** Reads the comma-separated parts of a map or list in brackets, including the closing bracket. */
  #parts(closing: string, around: number, part: () => boolean): boolean {
    const words = this.#words;
    words.at += 1;
    while (words.skipFlowSpace(around)) {
      if (words.next() === closing) {
        words.at += 1;
        return true;
      }
      if (!part() || !words.skipFlowSpace(around)) return false;
      if (words.next() === ',') words.at += 1;
      else if (words.next() !== closing) return false;
    }
    return false;
  }

  #flowValue(around: number): Node | undefined {
    const words = this.#words;
    if (words.next() === '{' || words.next() === '[') return this.#flow(around);
    return words.quoted() ?? words.flowText();
  }

  #deeper(read: () => Node | undefined): Node | undefined {
    this.#depth += 1;
    const node = this.#depth > MAX_DEPTH ? undefined : read();
    this.#depth -= 1;
    return node;
  }
}
