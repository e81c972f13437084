import type { ErrorCode, YAMLError } from 'yaml';
import type { Finding } from '../../diagnostics/index.ts';
import type { Range } from './document.ts';
import type { Source } from './lines.ts';
import { mendSlip, type Slip } from './slip.ts';
import {
  describeUnclosed,
  guessCommentInBrackets,
  guessMissingBrackets,
  guessSpaceBeforeQuote,
  guessUnclosedQuote,
} from './unclosed.ts';
import { guessSlips } from './yaml-slips.ts';

const WORDS: Partial<Record<ErrorCode, Pick<Finding, 'message' | 'hint'>>> = {
  ALIAS_PROPS: { message: 'an alias cannot have a tag or an anchor' },
  BAD_ALIAS: {
    message: 'an alias needs a name after its *',
    hint: 'put a text that begins with * in quotes',
  },
  BAD_DIRECTIVE: { message: 'unknown YAML directive' },
  BAD_DQ_ESCAPE: {
    message: 'unknown escape in double quotes',
    hint: 'write \\\\ for a backslash, or put the text in single quotes',
  },
  BAD_INDENT: {
    message: 'wrong indentation',
    hint: 'entries that belong together must begin in the same column',
  },
  BAD_PROP_ORDER: { message: 'a tag or an anchor must stand between the key and its value' },
  BAD_SCALAR_START: {
    message: 'a plain text cannot begin with this character',
    hint: 'put the text in quotes',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second ": " on one line',
    hint: 'put a text that contains ": " in quotes, and a nested key on a line of its own',
  },
  BLOCK_IN_FLOW: {
    message: 'separate entries between { } and [ ] with commas, not with lines and dashes',
  },
  KEY_OVER_1024_CHARS: { message: 'a key has at most 1,024 characters' },
  MISSING_CHAR: { message: 'expected ":" with a value after a key, or "," between entries' },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key must be on one line, followed by ":"',
    hint: 'check for a missing ":" and for a line that is not indented far enough',
  },
  MULTIPLE_ANCHORS: { message: 'a value has at most one anchor' },
  MULTIPLE_TAGS: { message: 'a value has at most one tag' },
  TAB_AS_INDENT: { message: 'a tab in the indentation', hint: 'indent with spaces' },
  UNEXPECTED_TOKEN: {
    message: 'unexpected here',
    hint: 'put a text that contains { } [ ] , & * # or ": " in quotes',
  },
};

type Reported = [finding: Finding, doubtful?: Range];

/** Maximum number of characters that are parsed to test guesses, in total, so that editors stay responsive. */
const MAX_CHARACTERS_TRIED = 100_000;

/** Converts errors of the YAML library to findings. An error that a slip explains is reported as that slip. */
export class Slips {
  readonly #source: Source;
  readonly #errors: readonly YAMLError[];
  readonly #countErrors: (text: string) => number;
  #charactersLeft = MAX_CHARACTERS_TRIED;

  /** `countErrors` counts the errors of the library in a text. */
  constructor(source: Source, errors: readonly YAMLError[], errorsIn: (text: string) => number) {
    this.#source = source;
    this.#errors = errors;
    this.#countErrors = errorsIn;
  }

  /** Explains one error of the library. */
  explainError(error: YAMLError): Reported {
    const slip = this.#findSlip(error);
    return slip === undefined ? [renderError(error, this.#source)] : this.#toReported(slip);
  }

  /** Explains a quote or bracket that is never closed; a later slip may be the cause. */
  explainUnclosed({ from, closing }: { from: number; closing: string }): Reported {
    const { text, span } = this.#source;
    const next = this.#errors.find(({ pos }) => pos[0] >= from);
    const guesses = '}]'.includes(closing)
      ? [
          guessCommentInBrackets(text, from),
          guessSpaceBeforeQuote(text, from),
          guessUnclosedQuote(text, from),
        ]
      : [];
    const open = guesses.filter((guess) => guess !== undefined);
    const slip = this.#findProvenSlip(open, from) ?? (next && this.#findSlip(next));
    if (slip !== undefined && slip.range.from >= from) return this.#toReported(slip);
    const missing = '}]'.includes(closing)
      ? this.#findProvenSlip(guessMissingBrackets(text, from), from)
      : undefined;
    if (missing !== undefined) return this.#toReported(missing);
    return [{ code: 'syntax', message: describeUnclosed(text, from), span: span({ from, to: from + 1 }) }];
  }

  #findSlip({ code, pos: [from, to] }: YAMLError): Slip | undefined {
    return this.#findProvenSlip(guessSlips({ code, from, to }, this.#source.text), from);
  }

  /** Finds the first slip whose correction leaves fewer errors. `at` is the offset of the error. */
  #findProvenSlip(slips: readonly Slip[], at: number): Slip | undefined {
    const { text } = this.#source;
    return slips.find((slip) => {
      if (this.#charactersLeft < 0) return false;
      const block = findBlockAround(text, slip, at);
      const before = this.#tryText(text.slice(block.from, block.to));
      const after = mendSlip(text, slip);
      // A block without errors of its own is tested within the whole text.
      if (before === 0) return this.#tryText(after) < this.#errors.length;
      return this.#tryText(after.slice(block.from, block.to + after.length - text.length)) < before;
    });
  }

  /** Counts the errors of a text; infinite once the limit is used up. */
  #tryText(text: string): number {
    this.#charactersLeft -= text.length;
    return this.#charactersLeft < 0 ? Infinity : this.#countErrors(text);
  }

  #toReported({ message, hint, range, edit, isGuess = false, doubtful = range }: Slip): Reported {
    const { span } = this.#source;
    const fix = isGuess ? {} : { fix: { span: span(edit.range), text: edit.text } };
    return [{ code: 'syntax', message, hint, span: span(range), ...fix }, doubtful];
  }
}

/**
 * Returns the lines around a slip and its error, usually one step: from one line with little indentation to the next.
 */
function findBlockAround(text: string, { range, edit }: Slip, at: number): Range {
  const findLineStart = (place: number) => (place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1);
  const findNextLine = (place: number) => text.indexOf('\n', place) + 1 || text.length;
  let from = findLineStart(Math.min(at, range.from, edit.range.from));
  while (from > 0 && !isOuterLine(text, from)) from = findLineStart(from - 1);
  let to = findNextLine(Math.max(at, range.to, edit.range.to));
  while (to < text.length && !isOuterLine(text, to)) to = findNextLine(to);
  return { from, to };
}

/** True for a line with little indentation, such as a step's name. */
function isOuterLine(text: string, line: number): boolean {
  return /^ {0,2}[^\s#]/.test(text.slice(line, line + 3));
}

function renderError({ code, pos }: YAMLError, { text, span }: Source): Finding {
  const range = { from: Math.min(pos[0], text.length), to: Math.min(pos[1], text.length) };
  if (code === 'RESOURCE_EXHAUSTION')
    return { code: 'too-large', message: 'nested too deeply', span: span(range) };
  const line = text.slice(range.from).split('\n', 1)[0]?.trimEnd() ?? '';
  const found = text.slice(range.from, range.to).split('\n', 1)[0]?.trim().slice(0, 20) ?? '';
  const words = WORDS[code] ?? { message: 'this is not valid YAML' };
  const message =
    code === 'UNEXPECTED_TOKEN' && found !== '' ? `"${found}" is unexpected here` : words.message;
  const whole = code === 'BLOCK_AS_IMPLICIT_KEY' ? { ...range, to: range.from + line.length } : range;
  return { code: 'syntax', ...words, message, span: span(whole) };
}
