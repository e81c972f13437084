import type { ErrorCode, YAMLError } from 'yaml';
import type { Finding } from '../../diagnostics/index.ts';
import type { Range } from './document.ts';
import type { Source } from './lines.ts';
import { mended, type Slip } from './slip.ts';
import { commentedOut, slipsBehind, spaceBeforeQuote } from './yaml-slips.ts';

const WORDS: Partial<Record<ErrorCode, Pick<Finding, 'message' | 'hint'>>> = {
  ALIAS_PROPS: { message: 'an alias has neither tag nor anchor' },
  BAD_ALIAS: {
    message: 'an alias needs a name after its *',
    hint: 'put a text that begins with * in quotes',
  },
  BAD_DIRECTIVE: { message: 'unknown YAML directive' },
  BAD_DQ_ESCAPE: {
    message: 'unknown escape in double quotes',
    hint: 'write \\\\ for a backslash, or put the text in single quotes',
  },
  BAD_INDENT: { message: 'wrong indentation', hint: 'what belongs together begins in the same column' },
  BAD_PROP_ORDER: { message: 'a tag or an anchor stands before its value, behind the key' },
  BAD_SCALAR_START: {
    message: 'a plain text cannot begin with this character',
    hint: 'put the text in quotes',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second ": " on one line',
    hint: 'put a text that holds ": " in quotes, and a nested key on a line of its own',
  },
  BLOCK_IN_FLOW: {
    message: 'between { } and [ ] everything is separated by commas, not by lines and dashes',
  },
  KEY_OVER_1024_CHARS: { message: 'a key has at most 1,024 characters' },
  MISSING_CHAR: { message: 'expected ":" with a value after a key, or "," between entries' },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key stands on one line, followed by ":"',
    hint: 'is the ":" missing, or is a line not indented far enough?',
  },
  MULTIPLE_ANCHORS: { message: 'a value has at most one anchor' },
  MULTIPLE_TAGS: { message: 'a value has at most one tag' },
  TAB_AS_INDENT: { message: 'a tab in the indentation', hint: 'indent with spaces' },
  UNEXPECTED_TOKEN: {
    message: 'unexpected here',
    hint: 'put a text that holds { } [ ] , & * # or ": " in quotes',
  },
};

type Told = [finding: Finding, doubtful?: Range];

/** Maximum number of characters that are parsed to test guesses, in total, so that editors stay responsive. */
const CHARACTERS_TRIED = 100_000;

/** Converts errors of the YAML library to findings. An error that a slip explains is reported as that slip. */
export class Slips {
  readonly #source: Source;
  readonly #errors: readonly YAMLError[];
  readonly #errorsIn: (text: string) => number;
  #left = CHARACTERS_TRIED;

  /** `errorsIn` counts the errors of the library in a text. */
  constructor(source: Source, errors: readonly YAMLError[], errorsIn: (text: string) => number) {
    this.#source = source;
    this.#errors = errors;
    this.#errorsIn = errorsIn;
  }

  /** Explains one error of the library. */
  behind(error: YAMLError): Told {
    const slip = this.#slipBehind(error);
    return slip === undefined ? [inWords(error, this.#source)] : this.#told(slip);
  }

  /** Explains a quote or bracket that is never closed; a later slip may be the cause. */
  unclosed({ from, closing }: { from: number; closing: string }): Told {
    const { text, span } = this.#source;
    const next = this.#errors.find(({ pos }) => pos[0] >= from);
    const guesses = '}]'.includes(closing) ? [commentedOut(text, from), spaceBeforeQuote(text, from)] : [];
    const open = guesses.filter((guess) => guess !== undefined);
    const slip = this.#proven(open, from) ?? (next && this.#slipBehind(next));
    if (slip !== undefined && slip.range.from >= from) return this.#told(slip);
    const message = `the ${text[from] ?? ''} that opens here is never closed by ${closing}`;
    return [{ code: 'syntax', message, span: span({ from, to: from + 1 }) }];
  }

  #slipBehind({ code, pos: [from, to] }: YAMLError): Slip | undefined {
    return this.#proven(slipsBehind({ code, from, to }, this.#source.text), from);
  }

  /** Finds the first slip whose correction leaves fewer errors. `at` is the offset of the error. */
  #proven(slips: readonly Slip[], at: number): Slip | undefined {
    const { text } = this.#source;
    return slips.find((slip) => {
      if (this.#left < 0) return false;
      const block = blockAround(text, slip, at);
      const before = this.#tried(text.slice(block.from, block.to));
      const after = mended(text, slip);
      // A block without errors of its own is tested within the whole text.
      if (before === 0) return this.#tried(after) < this.#errors.length;
      return this.#tried(after.slice(block.from, block.to + after.length - text.length)) < before;
    });
  }

  /** Counts the errors of a text; infinite once the limit is used up. */
  #tried(text: string): number {
    this.#left -= text.length;
    return this.#left < 0 ? Infinity : this.#errorsIn(text);
  }

  #told({ message, hint, range, edit, isGuess = false, doubtful = range }: Slip): Told {
    const { span } = this.#source;
    const fix = isGuess ? {} : { fix: { span: span(edit.range), text: edit.text } };
    return [{ code: 'syntax', message, hint, span: span(range), ...fix }, doubtful];
  }
}

/**
 * Returns the lines around a slip and its error, usually one step: from one line with little indentation to the next.
 */
function blockAround(text: string, { range, edit }: Slip, at: number): Range {
  const lineAt = (place: number) => (place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1);
  const lineBehind = (place: number) => text.indexOf('\n', place) + 1 || text.length;
  let from = lineAt(Math.min(at, range.from, edit.range.from));
  while (from > 0 && !isOuter(text, from)) from = lineAt(from - 1);
  let to = lineBehind(Math.max(at, range.to, edit.range.to));
  while (to < text.length && !isOuter(text, to)) to = lineBehind(to);
  return { from, to };
}

/** True for a line with little indentation, such as a step's name. */
function isOuter(text: string, line: number): boolean {
  return /^ {0,2}[^\s#]/.test(text.slice(line, line + 3));
}

function inWords({ code, pos }: YAMLError, { text, span }: Source): Finding {
  const range = { from: Math.min(pos[0], text.length), to: Math.min(pos[1], text.length) };
  if (code === 'RESOURCE_EXHAUSTION')
    return { code: 'too-large', message: 'nested too deeply', span: span(range) };
  const line = text.slice(range.from).split('\n', 1)[0]?.trimEnd() ?? '';
  const found = text.slice(range.from, range.to).split('\n', 1)[0]?.trim().slice(0, 20) ?? '';
  const words = WORDS[code] ?? { message: 'this is not YAML' };
  const message =
    code === 'UNEXPECTED_TOKEN' && found !== '' ? `"${found}" is unexpected here` : words.message;
  const whole = code === 'BLOCK_AS_IMPLICIT_KEY' ? { ...range, to: range.from + line.length } : range;
  return { code: 'syntax', ...words, message, span: span(whole) };
}
