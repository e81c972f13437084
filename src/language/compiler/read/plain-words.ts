/**
 * The words of plain YAML: keys, texts, numbers, and the space between them. Owns the place in the text up to which it
 * was read; knows nothing of maps and lists.
 */
import type { Range, ScalarNode } from './document.ts';

/** A key, or a text without quotes, on one line. */
interface Word {
  text: string;
  range: Range;
}

/** A key with the colon behind it. */
const KEY = /([A-Za-z0-9_+][\w.+-]{0,99}|'[^'\n]{1,99}'|"[^"\\\n]{1,99}"):(?=[ \n]|$)/y;
const NULL_KEY = /^(?:null|Null|NULL)$/;
const SINGLE = /'((?:[^'\n]|'')*)'/y;
const DOUBLE = /"((?:[^"\\\n]|\\["\\/nt])*)"/y;
/** A text without quotes, in a block and in brackets; space may follow it. */
const BLOCK_TEXT = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[\w.]))(?:[^\n:#]|:(?! |\n|$)|(?<! )#)*/y;
const FLOW_TEXT = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[\w.]))(?:[^\n:#,[\]{}]|:(?![ \n,[\]{}]|$)|(?<! )#)*/y;
/** What stands before the lines of a text. */
const HEADER = /([|>])(-?) *\n/y;
const INDENTATION = / *(?=[^ \n])/y;
/** What may stand between a value and the next line. */
const LINE_END = / *(?: #[^\n]*)?(?:\n|$)/y;
/** Lines with nothing but space and comments. */
const BLANK_LINES = /(?: *(?:#[^\n]*)?\n)*(?: *(?:#[^\n]*)?$)?/y;
const FLOW_SPACE = /[ \n]*/y;

const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const DECIMAL = /^[-+]?(?:\d+|\d+\.\d*|\.\d+)$/;
/** What is neither text nor plainly a number: nothing, and the numbers that are written in other ways. */
const SPECIAL =
  /^(?:~|null|Null|NULL|0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?[\d.]+[eE][-+]?\d+)$/;

/** Reads words of a text one after the other; each method goes behind what it gives. */
export class PlainWords {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  next(): string {
    return this.text[this.at] ?? '';
  }

  /** Goes to the next line that holds something; gives its indentation, -1 at the end. */
  nextIndent(): number {
    this.#skip(BLANK_LINES);
    return this.indent();
  }

  /** The indentation of this line; -1 when it holds nothing. */
  indent(): number {
    INDENTATION.lastIndex = this.at;
    return INDENTATION.exec(this.text)?.[0].length ?? -1;
  }

  skipSpaces(): void {
    while (this.next() === ' ') this.at += 1;
  }

  /** Goes to the next line; false when something else stands before it. */
  skipLineEnd(): boolean {
    return this.#skip(LINE_END);
  }

  /** Space and line breaks in brackets; false when the line is not indented further than what is around them. */
  skipFlowSpace(around: number): boolean {
    const from = this.at;
    this.#skip(FLOW_SPACE);
    const lineBreak = this.text.slice(from, this.at).lastIndexOf('\n');
    return lineBreak < 0 || this.at - from - lineBreak - 1 > around;
  }

  isItem(at: number): boolean {
    return this.text[at] === '-' && ' \n'.includes(this.text[at + 1] ?? '\n');
  }

  isKey(at: number): boolean {
    KEY.lastIndex = at;
    return KEY.test(this.text);
  }

  key(): Word | undefined {
    KEY.lastIndex = this.at;
    const [, written = ''] = KEY.exec(this.text) ?? [];
    if (written === '' || NULL_KEY.test(written)) return undefined;
    const isQuoted = /^["']/.test(written);
    const range = { from: this.at, to: this.at + written.length };
    this.at = range.to + 1;
    return { text: isQuoted ? written.slice(1, -1) : written, range };
  }

  quoted(): ScalarNode | undefined {
    const isSingle = this.next() === "'";
    const pattern = isSingle ? SINGLE : DOUBLE;
    pattern.lastIndex = this.at;
    const [all, inside = ''] = pattern.exec(this.text) ?? [];
    if (all === undefined) return undefined;
    const range = { from: this.at, to: this.at + all.length };
    this.at = range.to;
    const value = isSingle ? inside.replaceAll("''", "'") : unescaped(inside);
    return { kind: 'string', value, source: value, style: isSingle ? 'single' : 'double', range };
  }

  /** A text without quotes; lines that are indented further than `around` belong to it. */
  blockText(around: number): ScalarNode | undefined {
    const first = this.#word(BLOCK_TEXT);
    if (first === undefined) return undefined;
    let { text } = first;
    for (;;) {
      const to = this.at;
      if (!this.skipLineEnd()) return undefined;
      const isCommented = this.text.slice(to, this.at).includes('#');
      const begin = this.at;
      const indent = this.nextIndent();
      if (indent <= around) {
        this.at = to;
        return plain(text, { from: first.range.from, to });
      }
      if (isCommented || this.at !== begin) return undefined;
      this.at += indent;
      const more = this.#word(BLOCK_TEXT);
      if (more === undefined) return undefined;
      text += ` ${more.text}`;
    }
  }

  /** A text without quotes in brackets, on one line. */
  flowText(): ScalarNode | undefined {
    const word = this.#word(FLOW_TEXT);
    this.skipSpaces();
    return word !== undefined && ',]}'.includes(this.next() || ' ')
      ? plain(word.text, word.range)
      : undefined;
  }

  /** A text in lines of its own, behind | or >, without empty lines in it. */
  blockScalar(around: number): ScalarNode | undefined {
    const from = this.at;
    HEADER.lastIndex = from;
    const [header, style, isStripped] = HEADER.exec(this.text) ?? [];
    if (header === undefined) return undefined;
    this.at += header.length;
    const column = this.indent();
    if (column <= around) return undefined;
    const lines: string[] = [];
    while (this.indent() >= column) {
      const end = this.text.indexOf('\n', this.at);
      const line = this.text.slice(this.at + column, end);
      // Lines that are indented further are not folded; the last line may lack its end.
      if (end < 0 || /^ | $/.test(line)) return undefined;
      lines.push(line);
      this.at = end + 1;
    }
    const range = { from, to: this.at };
    const isIndented = this.nextIndent() > around;
    if (isIndented || /^ /m.test(this.text.slice(range.to, this.at))) return undefined;
    const value = lines.join(style === '>' ? ' ' : '\n') + (isStripped === '-' ? '' : '\n');
    return { kind: 'string', value, source: value, style: 'block', range };
  }

  #word(pattern: RegExp): Word | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return undefined;
    let { length } = found;
    while (found[length - 1] === ' ') length -= 1;
    const range = { from: this.at, to: this.at + length };
    this.at = range.to;
    return { text: found.slice(0, length), range };
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}

/** What stands where no value is. */
export function nothing(at: number): ScalarNode {
  return { kind: 'null', value: null, source: '', style: 'plain', range: { from: at, to: at } };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter);
}

/** Text, a decimal number or a boolean; all else that is not text is rare enough to be left to the library. */
function plain(source: string, range: Range): ScalarNode | undefined {
  const shape = { source, style: 'plain', range } as const;
  if (DECIMAL.test(source)) {
    const kind = /^[-+]?\d+$/.test(source) ? 'integer' : 'number';
    return { kind, value: Number(source), ...shape };
  }
  if (BOOLEAN.test(source)) return { kind: 'boolean', value: source.toLowerCase() === 'true', ...shape };
  return SPECIAL.test(source) ? undefined : { kind: 'string', value: source, ...shape };
}
