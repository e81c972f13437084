/**
 * Reads the subset of YAML that almost all flows use, ten times as fast as the library: block maps and lists, maps and
 * lists in brackets, texts with and without quotes, comments.
 *
 *  PLAIN-YAML-1 The result is the tree that the library would return for a text without mistakes, or undefined.
 *  PLAIN-YAML-2 It reports no mistakes: every text outside of the subset is left to the library.
 */
import { createNullScalar, type Entry, type Node } from './document.ts';
import { PlainWords } from './plain-words.ts';

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
    const root = words.skipToIndent() === 0 ? this.#readMap(0) : undefined;
    return words.isAtEnd() ? root : undefined;
  }

  /** Reads a map with its keys in this column; `isInline` when its first key follows something else on its line. */
  #readMap(column: number, isInline = false): Node | undefined {
    const words = this.#words;
    if (!isInline) words.at += column;
    const from = words.at;
    let to: number;
    const entries = new Map<string, Entry>();
    do {
      if (entries.size > 0) words.at += column;
      const key = words.readKey();
      const value = key && this.#readEntryValue(column, key.range.to + 1);
      if (key === undefined || value === undefined || entries.has(key.text)) return undefined;
      entries.set(key.text, { key: key.text, keyRange: key.range, value });
      to = value.range.to;
    } while (words.skipToIndent() === column);
    return { kind: 'map', entries, range: { from, to } };
  }

  /** Reads the value after the colon of a key in this column. */
  #readEntryValue(column: number, behind: number): Node | undefined {
    const words = this.#words;
    if (!words.skipLineEnd()) {
      words.skipSpaces();
      return this.#readLineValue(column);
    }
    const below = words.at;
    const indent = words.skipToIndent();
    const isList = indent === column && words.isItemAt(words.at + indent);
    if (indent > column || isList) return this.#readBlock(indent, { around: column, below });
    // After spaces and comments the library places a missing value differently.
    return /\S| /.test(words.text[behind] ?? '') ? undefined : createNullScalar({ from: behind, to: behind });
  }

  /**
   * Reads a value on its own lines, in this column; `around` is the column of its key, `below` the offset of the line
   * after the key.
   */
  #readBlock(column: number, { around, below }: { around: number; below: number }): Node | undefined {
    const words = this.#words;
    const begin = words.at + column;
    if (words.isItemAt(begin)) return this.#readDeeper(() => this.#readList(column));
    if (words.isKeyAt(begin)) return this.#readDeeper(() => this.#readMap(column));
    // After empty lines and comments the library may not take it for a value.
    if (words.at !== below) return undefined;
    words.at = begin;
    return this.#readLineValue(around);
  }

  #readList(column: number): Node | undefined {
    const words = this.#words;
    const from = words.at + column;
    let to = from;
    const items: Node[] = [];
    while (words.measureIndent() === column && words.isItemAt(words.at + column)) {
      words.at += column + 1;
      const item = this.#readItem(column);
      if (item === undefined) return undefined;
      items.push(item);
      to = item.range.to;
      words.skipToIndent();
    }
    return { kind: 'list', items, range: { from, to } };
  }

  /** Reads a list item after its dash: a map that begins on the same line, or a value. */
  #readItem(column: number): Node | undefined {
    const words = this.#words;
    const dash = words.at;
    words.skipSpaces();
    const { at } = words;
    if (words.isKeyAt(at)) return this.#readDeeper(() => this.#readMap(column + 1 + at - dash, true));
    return this.#readLineValue(column);
  }

  /** Reads a value that begins on this line, and the rest of the line. */
  #readLineValue(around: number): Node | undefined {
    const words = this.#words;
    const first = words.peek();
    if (first === '|' || first === '>') return words.readBlockScalar(around);
    const isBracket = first === '{' || first === '[';
    const value = isBracket ? this.#readFlow(around) : (words.readQuoted() ?? words.readBlockText(around));
    return words.skipLineEnd() ? value : undefined;
  }

  #readFlow(around: number): Node | undefined {
    const isMap = this.#words.peek() === '{';
    return this.#readDeeper(() => (isMap ? this.#readFlowMap(around) : this.#readFlowList(around)));
  }

  #readFlowMap(around: number): Node | undefined {
    const words = this.#words;
    const from = words.at;
    const entries = new Map<string, Entry>();
    const isClosed = this.#readParts('}', around, () => {
      const key = words.readKey();
      words.skipSpaces();
      const isMissing = words.peek() === ',' || words.peek() === '}';
      const value = isMissing
        ? createNullScalar({ from: words.at, to: words.at })
        : this.#readFlowValue(around);
      if (key === undefined || value === undefined || entries.has(key.text)) return false;
      entries.set(key.text, { key: key.text, keyRange: key.range, value });
      return true;
    });
    return isClosed ? { kind: 'map', entries, range: { from, to: words.at } } : undefined;
  }

  #readFlowList(around: number): Node | undefined {
    const from = this.#words.at;
    const items: Node[] = [];
    const isClosed = this.#readParts(']', around, () => {
      const value = this.#readFlowValue(around);
      if (value !== undefined) items.push(value);
      return value !== undefined;
    });
    return isClosed ? { kind: 'list', items, range: { from, to: this.#words.at } } : undefined;
  }

  /** Reads the comma-separated parts of a map or list in brackets, including the closing bracket. */
  #readParts(closing: string, around: number, part: () => boolean): boolean {
    const words = this.#words;
    words.at += 1;
    while (words.skipFlowSpace(around)) {
      if (words.peek() === closing) {
        words.at += 1;
        return true;
      }
      if (!part() || !words.skipFlowSpace(around)) return false;
      if (words.peek() === ',') words.at += 1;
      else if (words.peek() !== closing) return false;
    }
    return false;
  }

  #readFlowValue(around: number): Node | undefined {
    const words = this.#words;
    if (words.peek() === '{' || words.peek() === '[') return this.#readFlow(around);
    return words.readQuoted() ?? words.readFlowText();
  }

  #readDeeper(read: () => Node | undefined): Node | undefined {
    this.#depth += 1;
    const node = this.#depth > MAX_DEPTH ? undefined : read();
    this.#depth -= 1;
    return node;
  }
}
