/** Finds missing commas and missing quotes between { and } or [ and ]. */
import type { Range } from './document.ts';
import { canStandTogether } from '../schema/known-keys.ts';
import { quoteText, createInsertion, type Guess, type Slip } from './slip.ts';

/** Explains `{ a: 1 b: 2 }` and `[{ … } { … }]`, and texts that continue, as in `{ text: Hello [dear] friend }`. */
export const guessMissingComma: Guess = ({ code, from, to }, text) => {
  if (code !== 'BLOCK_IN_FLOW' && code !== 'UNEXPECTED_TOKEN') return undefined;
  const [, space = '', word = ''] =
    code === 'BLOCK_IN_FLOW' ? (/(\s+)([\w-]+):\s/.exec(text.slice(from, to)) ?? []) : [];
  const inside = word === '' ? -1 : text.indexOf(space + word, from);
  const begin = inside < 0 ? from : inside + space.length;
  const before = text.slice(0, begin).trimEnd().length;
  const next = /^(?:[\w-]+|[{["'$])/.exec(text.slice(begin))?.[0] ?? '';
  const entry = before === begin || next === '' ? undefined : readEntryBefore(text, before);
  if (entry === undefined) return undefined;
  const key = /^([\w-]+):\s/.exec(text.slice(begin))?.[1];
  const isSeparate = entry.isComplete || (key !== undefined && canStandTogether(key, entry.keys));
  if (!isSeparate && !/^[a-z]\w*$/.test(entry.value))
    return suggestQuotes({ from: before - entry.value.length, to: begin }, text);
  return {
    message: `a comma is missing before ${JSON.stringify(next)}`,
    hint: 'separate entries between { } and [ ] with commas; put a text that contains commas or colons in quotes',
    range: { from: begin, to: begin + next.length },
    edit: createInsertion(before, ','),
    isGuess: !isSeparate,
  };
};

/** Suggests quotes for a text in brackets, from its beginning to where it must end. */
function suggestQuotes({ from, to }: Range, text: string): Slip | undefined {
  const [rest = ''] = /^(?:[^,{}[\]\n]|\[[^{}[\]\n]*\])*/.exec(text.slice(to)) ?? [];
  const range = { from, to: to + rest.trimEnd().length };
  if (range.to === to) return undefined;
  const written = quoteText(text.slice(range.from, range.to));
  return {
    message: `between { } and [ ] this text needs quotes, because of ${text[to] === '[' ? '"["' : '": "'}`,
    hint: `write ${written}`,
    range,
    edit: { range, text: written },
    // The apparent key may be a misspelt one.
    isGuess: text[to] !== '[',
  };
}

interface EntryBefore {
  keys: readonly string[];
  value: string;
  /** True when the value cannot continue: a number, a quoted text, a map or list in brackets. */
  isComplete: boolean;
}

/** Maximum distance in characters to the opening bracket. */
const MAX_LOOKBACK = 5_000;

/** Reads the entry that ends at an offset, backwards; undefined outside of brackets. */
function readEntryBefore(text: string, to: number): EntryBefore | undefined {
  const end = Math.max(-1, to - MAX_LOOKBACK);
  const own: string[] = [];
  let from: number | undefined;
  let closed = 0;
  for (let at = to - 1; at > end; at -= 1) {
    const found = text[at] ?? '';
    if (closed === 0) at = findOpeningQuote(text, at);
    if ('}]'.includes(found)) closed += 1;
    else if ('{['.includes(found) && closed > 0) closed -= 1;
    else if (closed === 0) {
      const isOpening = '{['.includes(found);
      if (isOpening || found === ',' || /^:\s/.test(text.slice(at, at + 2))) from ??= at + 1;
      if (isOpening) return createEntryBefore(own.reverse().join(''), text.slice(from, to).trimStart());
      own.push(found);
    }
  }
  return undefined;
}

/** Returns the offset of the opening quote for a closing one; without an opening quote, `at` itself. */
function findOpeningQuote(text: string, at: number): number {
  const quote = text[at] ?? '';
  const opening = `"'`.includes(quote) ? text.lastIndexOf(quote, at - 1) : -1;
  return /[{[,:]\s*$/.test(text.slice(Math.max(0, opening - 20), Math.max(0, opening))) ? opening : at;
}

/** Creates the entry; `own` is the text since the opening bracket, without nested brackets. */
function createEntryBefore(own: string, value: string): EntryBefore {
  const keys = [...own.matchAll(/(?:^|[\s,])([\w-]+):\s/g)].map(([, key = '']) => key);
  return { keys, value, isComplete: COMPLETE.test(value) };
}

const COMPLETE = /^(?:[-+]?\d+(?:\.\d+)?(?:ms|s|m|h)?|true|false|"[^"]*"|'[^']*'|\{[^]*\}|\[[^]*\])$/;
