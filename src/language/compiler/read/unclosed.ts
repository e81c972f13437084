/** Quotes and brackets that are never closed: why, and where the closing one is missing. */
import { createInsertion, findLineAround, type Slip } from './slip.ts';

/** Explains `key: #`: the `#` begins a comment, so the bracket before it is never closed. */
export function guessCommentInBrackets(text: string, bracket: number): Slip | undefined {
  const { to } = findLineAround(text, bracket);
  const found = /\s#(?=[\s,}\]])/.exec(text.slice(bracket, to));
  if (found === null) return undefined;
  const range = { from: bracket + found.index + 1, to: bracket + found.index + 2 };
  return {
    message: 'everything from here on is a comment, so the bracket before it is never closed',
    hint: "write '#'",
    range,
    edit: { range, text: "'#'" },
  };
}

/** Explains `{ en: "Hello, de: Hallo }`: a quote between brackets that is not closed on its line. */
export function guessUnclosedQuote(text: string, bracket: number): Slip | undefined {
  const { to } = findLineAround(text, bracket);
  const at = findOpenQuote(text.slice(0, to), bracket);
  if (at === undefined) return undefined;
  const quote = text.slice(at, at + 1);
  const inner = /^.*?(?=, *[\w-]+:|,? *[}\]]|,?$)/.exec(text.slice(at, to))?.[0].trimEnd() ?? quote;
  return {
    message: `the ${quote} that opens here is not closed on its line`,
    hint: `close the text: ${inner}${quote}`,
    range: { from: at, to: at + 1 },
    edit: createInsertion(at + inner.length, quote),
    isGuess: true,
  };
}

/** Finds the quote from an offset on that opens a text and is not closed. */
function findOpenQuote(text: string, from: number): number | undefined {
  const quoted = /(?<=[\s:,{[])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(["']))/g;
  quoted.lastIndex = from;
  for (let found = quoted.exec(text); found !== null; found = quoted.exec(text))
    if (found[1] !== undefined) return found.index;
  return undefined;
}

/** Explains `{key:'text'}`: without a space the quote does not open a text, so a bracket in it counts. */
export function guessSpaceBeforeQuote(text: string, bracket: number): Slip | undefined {
  const { to } = findLineAround(text, bracket);
  const [all = '', key = ''] = /^[{,] *([A-Za-z_][\w-]*):(?=["'])/.exec(text.slice(bracket, to)) ?? [];
  if (all === '') return undefined;
  const at = bracket + all.length;
  return {
    message: 'a space is missing after the colon',
    hint: `write ${key}: '…'`,
    range: { from: at - key.length - 1, to: at },
    edit: createInsertion(at, ' '),
  };
}

const CLOSING: Record<string, string> = { '{': '}', '[': ']' };

/** Lists where the end of a bracket may be missing: on its line, or above the next line that is not inside of it. */
export function guessMissingBrackets(text: string, bracket: number): Slip[] {
  const { to, line } = findLineAround(text, bracket);
  const isAlone = text.slice(bracket + 1, to).trim() === '';
  const onLine = isAlone ? undefined : findMissingEnd(text, bracket, to);
  const below = findMissingEnd(text, bracket, findNextKey(text, to, line.search(/\S/)));
  return [
    ...(onLine === undefined ? [] : [explainOnLine(text, onLine)]),
    ...(below === undefined ? [] : [explainBelow(text, below)]),
  ];
}

/** The end that is missing: the innermost bracket without one, and the last place where it may stand. */
interface MissingEnd {
  opening: number;
  /** The missing characters. */
  ends: string;
  at: number;
  /** The closing bracket of another kind before which it is missing. */
  before: number | undefined;
  /** True if the text has no other bracket. */
  isOnly: boolean;
}

/** Finds the first bracket from an offset on that is not closed before another one, or before `to`. */
function findMissingEnd(text: string, from: number, to: number): MissingEnd | undefined {
  const open: number[] = [];
  let count = 0;
  for (const { 0: found, index } of text.slice(from, to).matchAll(TOKENS)) {
    const at = from + index;
    const last = open.at(-1);
    if ('{['.includes(found)) open.push(at);
    if ('{['.includes(found)) count += 1;
    if (!'}]'.includes(found) || last === undefined) continue;
    const expected = CLOSING[text[last] ?? ''] ?? '';
    if (found !== expected)
      return { opening: last, ends: expected, at: trimBefore(text, at), before: at, isOnly: false };
    open.pop();
  }
  const opening = open.at(-1);
  if (opening === undefined) return undefined;
  const ends = open.toReversed().map((one) => CLOSING[text[one] ?? ''] ?? '');
  const at = trimBefore(text, findTextEnd(text, from, to));
  return { opening, ends: ends.join(''), at, before: undefined, isOnly: count === 1 };
}

/** Quoted texts, comments and brackets. */
const TOKENS = /(?<=[\s:,{[])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|#.*)|[{}[\]]/g;

/** Returns the end of the last line before `to` that is not a comment, without a comment behind it. */
function findTextEnd(text: string, from: number, to: number): number {
  const lines = text.slice(from, to).trimEnd().split('\n');
  while (lines.length > 1 && /^\s*#/.test(lines.at(-1) ?? '')) lines.pop();
  const last = lines.pop() ?? '';
  const before = lines.reduce((length, line) => length + line.length + 1, 0);
  return from + before + last.replace(/\s#(?:\s.*)?$/, '').length;
}

function trimBefore(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length;
}

/** Finds the next line that begins a key and is indented no further than `column`; the end of the text if there is none. */
function findNextKey(text: string, from: number, column: number): number {
  const found = new RegExp(`\n {0,${Math.max(0, column)}}(?:- +)?[\\w-]+:(?=\\s|$)`).exec(text.slice(from));
  return found === null ? text.length : from + found.index + 1;
}

function explainOnLine(text: string, end: MissingEnd): Slip {
  const hint = end.isOnly
    ? `add ${end.ends} at the end of this line`
    : `add ${end.ends} on this line, at the latest ${describePlace(text, end)}`;
  // A text may begin with a bracket; entries with keys are a map for sure.
  const isMap = /^\{\s*[\w-]+:\s/.test(text.slice(end.opening, end.at));
  return { ...explainMissing(text, end), hint, isGuess: !(end.isOnly && isMap) };
}

function describePlace(text: string, { before }: MissingEnd): string {
  if (before === undefined) return 'at its end';
  return `before the ${text[before] ?? ''} in column ${before - findLineAround(text, before).from + 1}`;
}

function explainBelow(text: string, end: MissingEnd): Slip {
  const line = text.slice(0, end.at).split('\n').length;
  return {
    ...explainMissing(text, end),
    hint: `add ${end.ends} at the end of line ${line}, or before`,
    isGuess: true,
  };
}

function explainMissing(text: string, { opening, ends, at }: MissingEnd): Omit<Slip, 'hint'> {
  return {
    message: describeUnclosed(text, opening),
    range: { from: opening, to: opening + 1 },
    edit: createInsertion(at, ends.startsWith('}') ? ` ${ends}` : ends),
  };
}

/** Describes a bracket or a quote that is never closed. */
export function describeUnclosed(text: string, at: number): string {
  const opening = text[at] ?? '';
  return `the ${opening} that opens here is never closed by ${CLOSING[opening] ?? opening}`;
}
