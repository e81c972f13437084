/**
 * Reads the tokens of plain YAML: keys, texts, numbers and the space between them. It owns the read position and knows
 * nothing of maps and lists.
 */
import type { Range, ScalarNode } from './document.ts';

/** A key or an unquoted text on one line. */
interface Word {
  text: string;
  range: Range;
}

const KEY = /([A-Za-z0-9_+][\w.+-]{0,99}|'[^'\n]{1,99}'|"[^"\\\n]{1,99}"):(?=[ \n]|$)/y;
const NULL_KEY = /^(?:null|Null|NULL)$/;
const SINGLE = /'((?:[^'\n]|'')*)'/y;
const DOUBLE = /"((?:[^"\\\n]|\\["\\/nt])*)"/y;
/** Unquoted texts in blocks and in brackets, with trailing space. */
const BLOCK_TEXT = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[\w.]))(?:[^\n:#]|:(?! |\n|$)|(?<! )#)*/y;
const FLOW_TEXT = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[\w.]))(?:[^\n:#,[\]{}]|:(?![ \n,[\]{}]|$)|(?<! )#)*/y;
const HEADER = /([|>])(-?) *\n/y;
const INDENTATION = / *(?=[^ \n])/y;
/** Space and comment between a value and the next line. */
const LINE_END = / *(?: #[^\n]*)?(?:\n|$)/y;
/** Lines that contain only space and comments. */
const BLANK_LINES = /(?: *(?:#[^\n]*)?\n)*(?: *(?:#[^\n]*)?$)?/y;
const FLOW_SPACE = /[ \n]*/y;

const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const DECIMAL = /^[-+]?(?:\d+|\d+\.\d*|\.\d+)$/;
/** Null, and numbers in unusual notation. */
const SPECIAL =
  /^(?:~|null|Null|NULL|0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?[\d.]+[eE][-+]?\d+)$/;

/** Reads tokens in sequence; each method moves the position past the token that it returns. */
export class PlainWords {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  peek(): string {
    return this.text[this.at] ?? '';
  }

  /** Moves to the next line that is not blank and returns its indentation; -1 at the end. */
  skipToIndent(): number {
    this.#skip(BLANK_LINES);
    return this.measureIndent();
  }

  /** Returns the indentation of this line; -1 when it is blank. */
  measureIndent(): number {
    INDENTATION.lastIndex = this.at;
    return INDENTATION.exec(this.text)?.[0].length ?? -1;
  }

  skipSpaces(): void {
    while (this.peek() === ' ') this.at += 1;
  }

  /** Moves to the next line; false when something else comes first. */
  skipLineEnd(): boolean {
    return this.#skip(LINE_END);
  }

  /** Skips space and line breaks in brackets; false when the line is not indented further than the enclosing block. */
  skipFlowSpace(around: number): boolean {
    const from = this.at;
    this.#skip(FLOW_SPACE);
    const lineBreak = this.text.slice(from, this.at).lastIndexOf('\n');
    return lineBreak < 0 || this.at - from - lineBreak - 1 > around;
  }

  isItemAt(at: number): boolean {
    return this.text[at] === '-' && ' \n'.includes(this.text[at + 1] ?? '\n');
  }

  isKeyAt(at: number): boolean {
    KEY.lastIndex = at;
    return KEY.test(this.text);
  }

  readKey(): Word | undefined {
    KEY.lastIndex = this.at;
    const [, written = ''] = KEY.exec(this.text) ?? [];
    if (written === '' || NULL_KEY.test(written)) return undefined;
    const isQuoted = /^["']/.test(written);
    const range = { from: this.at, to: this.at + written.length };
    this.at = range.to + 1;
    return { text: isQuoted ? written.slice(1, -1) : written, range };
  }

  readQuoted(): ScalarNode | undefined {
    const isSingle = this.peek() === "'";
    const pattern = isSingle ? SINGLE : DOUBLE;
    pattern.lastIndex = this.at;
    const [all, inside = ''] = pattern.exec(this.text) ?? [];
    if (all === undefined) return undefined;
    const range = { from: this.at, to: this.at + all.length };
    this.at = range.to;
    const value = isSingle ? inside.replaceAll("''", "'") : unescapeText(inside);
    return { kind: 'string', value, source: value, style: isSingle ? 'single' : 'double', range };
  }

  /** Reads an unquoted text; lines that are indented further than `around` continue it. */
  readBlockText(around: number): ScalarNode | undefined {
    const first = this.#readWord(BLOCK_TEXT);
    if (first === undefined) return undefined;
    let { text } = first;
    for (;;) {
      const to = this.at;
      if (!this.skipLineEnd()) return undefined;
      const isCommented = this.text.slice(to, this.at).includes('#');
      const begin = this.at;
      const indent = this.skipToIndent();
      if (indent <= around) {
        this.at = to;
        return toPlainScalar(text, { from: first.range.from, to });
      }
      if (isCommented || this.at !== begin) return undefined;
      this.at += indent;
      const more = this.#readWord(BLOCK_TEXT);
      if (more === undefined) return undefined;
      text += ` ${more.text}`;
    }
  }

  /** Reads an unquoted text in brackets, on one line. */
  readFlowText(): ScalarNode | undefined {
    const word = this.#readWord(FLOW_TEXT);
    this.skipSpaces();
    return word !== undefined && ',]}'.includes(this.peek() || ' ')
      ? toPlainScalar(word.text, word.range)
      : undefined;
  }

  /** Reads a block scalar after | or >, without empty lines in it. */
  readBlockScalar(around: number): ScalarNode | undefined {
    const from = this.at;
    HEADER.lastIndex = from;
    const [header, style, isStripped] = HEADER.exec(this.text) ?? [];
    if (header === undefined) return undefined;
    this.at += header.length;
    const column = this.measureIndent();
    if (column <= around) return undefined;
    const lines: string[] = [];
    while (this.measureIndent() >= column) {
      const end = this.text.indexOf('\n', this.at);
      const line = this.text.slice(this.at + column, end);
      // Lines that are indented further are not folded; the last line may lack its line break.
      if (end < 0 || /^ | $/.test(line)) return undefined;
      lines.push(line);
      this.at = end + 1;
    }
    const range = { from, to: this.at };
    const isIndented = this.skipToIndent() > around;
    if (isIndented || /^ /m.test(this.text.slice(range.to, this.at))) return undefined;
    const value = lines.join(style === '>' ? ' ' : '\n') + (isStripped === '-' ? '' : '\n');
    return { kind: 'string', value, source: value, style: 'block', range };
  }

  #readWord(pattern: RegExp): Word | undefined {
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

function unescapeText(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter);
}

/**
 * Converts a source text to a string, decimal number or boolean. Everything else is rare enough to leave it to the
 * library.
 */
function toPlainScalar(source: string, range: Range): ScalarNode | undefined {
  const shape = { source, style: 'plain', range } as const;
  if (DECIMAL.test(source)) {
    const kind = /^[-+]?\d+$/.test(source) ? 'integer' : 'number';
    return { kind, value: Number(source), ...shape };
  }
  if (BOOLEAN.test(source)) return { kind: 'boolean', value: source.toLowerCase() === 'true', ...shape };
  return SPECIAL.test(source) ? undefined : { kind: 'string', value: source, ...shape };
}
