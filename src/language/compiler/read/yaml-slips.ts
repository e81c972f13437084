/**
 * Slips that cause errors of the YAML library: a missing comma, a missing space, a line indented unlike its neighbours.
 * Each correction is tested on the text, so a slip is reported only if its correction works.
 */
import { guessMergeConflict } from './merge-conflict.ts';
import { guessMissingComma } from './missing-comma.ts';
import { quoteText, createInsertion, findLineAround, type Complaint, type Guess, type Slip } from './slip.ts';

/** Lists the slips that may have caused an error, the most likely one first. */
export function guessSlips(complaint: Complaint, text: string): Slip[] {
  return GUESSES.flatMap((guess) => guess(complaint, text) ?? []);
}

/** Explains `next:sorry`. */
const guessSpaceAfterColon: Guess = ({ code, from }, text) => {
  if (code !== 'MISSING_CHAR' && code !== 'MULTILINE_IMPLICIT_KEY') return undefined;
  const { to } = findLineAround(text, from);
  const [all, key] = /^([\w-]+):\S.*/.exec(text.slice(from, to)) ?? [];
  if (all === undefined || key === undefined) return undefined;
  return {
    message: 'a space is missing after the colon',
    hint: `write ${key}: ${all.slice(key.length + 1)}`,
    range: { from, to: from + all.length },
    edit: createInsertion(from + key.length + 1, ' '),
  };
};

/**
 * Explains `say: - Hello`, `choices: - { key: 1 }`: a list that begins on the line of its key, or a text that begins
 * with a dash.
 */
const guessDashAfterColon: Guess = ({ code, from }, text) => {
  const { from: start, to, line } = findLineAround(text, from);
  const [before] = /^ *(?:- +)*[\w-]+: +(?=- )/.exec(line) ?? [];
  if (code !== 'UNEXPECTED_TOKEN' || before?.length !== from - start) return undefined;
  const written = text.slice(from, to).replace(/ #.*/, '').trimEnd();
  const range = { from, to: from + written.length };
  const message = 'a list must begin on the line below its key';
  if (/^- +(?:[{[]|[\w-]+: )/.test(written)) {
    const behind = { from: start + before.trimEnd().length, to: from };
    const edit = { range: behind, text: `\n${' '.repeat(from - start)}` };
    return { message, hint: 'move the dash to that line, indented further than the key', range, edit };
  }
  return {
    message,
    hint: `move the dash to that line; for a text that begins with a dash, write ${quoteText(written)}`,
    range,
    edit: { range, text: quoteText(written) },
    isGuess: true,
  };
};

/** Explains `-key: 1` and `-{ key: 1 }`. */
const guessSpaceAfterDash: Guess = ({ from }, text) => {
  const { line, from: start } = findLineAround(text, from);
  const [all, indent = '', item = ''] = /^( *)-([A-Za-z]\w*:.*|[{[].*)$/.exec(line) ?? [];
  if (all === undefined) return undefined;
  const at = start + indent.length;
  // The lines below the key then have to be indented too.
  const isGuess = text.slice(start + all.length).startsWith(`\n${indent} `);
  // Only together do several such lines become a list.
  const alike = new RegExp(`(?:${indent}-[A-Za-z{[].*(?:\n|$))+`, 'y');
  alike.lastIndex = start;
  const to = start + (alike.exec(text)?.[0].trimEnd().length ?? 0);
  const mended = text.slice(at, to).replace(/^( *)-(?=\S)/gm, '$1- ');
  const next = findLineAround(text, Math.min(text.length, to + 1));
  return {
    message: 'a space is missing after the dash',
    hint: `write - ${item}`,
    range: { from: at, to: start + all.length },
    edit: { range: { from: at, to }, text: mended },
    doubtful: { from: at, to: next.line.startsWith(`${indent}- `) ? next.to : to },
    isGuess,
  };
};

/** Explains a body that stands no further right than the name above it: `  hello:`, below it `say: Hello.` */
const guessUnindentedBody: Guess = (complaint, text) => {
  const wrong = findMisalignedLine(complaint, text);
  const lines = text.slice(0, wrong.to).split('\n');
  const name = lines.findLastIndex((line, index) => index < lines.length - 1 && EMPTY_KEY.test(line));
  const [, indent = '', key = ''] = EMPTY_KEY.exec(lines[name] ?? '') ?? [];
  // The misaligned line is the first one of the body, or the first one behind it.
  const above = lines.slice(name + 1, -1);
  const body = above.length === 0 ? [wrong.line] : above;
  const [first = ''] = body;
  const [, found = ''] = /^ *([\w-]+):(?:\s|$)/.exec(first) ?? [];
  if (key === '' || found === '' || body.some((line) => measureIndent(line) > indent.length))
    return undefined;
  const begin = lines.slice(0, name + 1).join('\n').length + 1;
  const end = begin + body.join('\n').length;
  const column = Math.max(indent.length + 2, above.length === 0 ? 0 : measureIndent(wrong.line));
  const shift = ' '.repeat(column - measureIndent(first));
  const at = begin + measureIndent(first);
  return {
    message: `"${found}" belongs below "${key}"`,
    hint: `indent it further than "${key}:"`,
    range: { from: at, to: at + found.length },
    edit: { range: { from: begin, to: end }, text: text.slice(begin, end).replace(/^/gm, shift) },
    doubtful: { from: begin, to: wrong.to },
    isGuess: true,
  };
};

const EMPTY_KEY = /^( *)([\w-]+):\s*(?:#.*)?$/;

function measureIndent(line: string): number {
  return line.search(/\S|$/);
}

/** Explains a line whose key is not aligned with the line above. */
const guessIndentation: Guess = ({ code, from, to }, text) => {
  if (!['MULTILINE_IMPLICIT_KEY', 'BLOCK_AS_IMPLICIT_KEY', 'MISSING_CHAR', 'BAD_INDENT'].includes(code))
    return undefined;
  const { from: start, line, above } = findMisalignedLine({ code, from, to }, text);
  const column = /^[ ]*(?:- +)*/.exec(above.line)?.[0].length ?? 0;
  const [, indent = '', key = ''] = /^( *)([\w-]+)\s*:/.exec(line) ?? [];
  if (key === '' || indent.length === column || start === above.from) return undefined;
  const at = start + indent.length;
  return {
    message: `"${key}" is not aligned with the key above it`,
    hint: 'entries that belong together must begin in the same column',
    range: { from: at, to: at + key.length },
    edit: { range: { from: start, to: at }, text: ' '.repeat(column) },
    doubtful: { from: above.from, to: at },
    // The line above may be a key that lacks its colon.
    isGuess: !above.line.includes(':'),
  };
};

/** Finds the line that an error is about, and the line above it. */
function findMisalignedLine({ code, from, to }: Complaint, text: string) {
  const isBehind = text.slice(from, to).includes('\n') || code === 'BLOCK_AS_IMPLICIT_KEY';
  const above = isBehind
    ? findLineAround(text, from)
    : findLineAround(text, Math.max(0, findLineAround(text, from).from - 1));
  return { ...findLineAround(text, above.to + 1), above };
}

/** Explains `'It's you.'`: the apostrophe ends the text. */
const guessApostrophe: Guess = ({ code, from }, text) => {
  if (code !== 'UNEXPECTED_TOKEN' || text[from - 1] !== "'") return undefined;
  const { to, from: start } = findLineAround(text, from);
  const opening = text.lastIndexOf("'", from - 2);
  const closing = text.indexOf("'", from);
  if (opening < start || closing < 0 || closing > to) return undefined;
  const inner = text.slice(opening + 1, closing);
  return {
    message: 'the apostrophe ends the text in single quotes',
    hint: 'put a text with an apostrophe in double quotes, or write the apostrophe twice',
    range: { from: from - 1, to: from },
    edit: { range: { from: opening, to: closing + 1 }, text: JSON.stringify(inner) },
  };
};

/** Explains `{ pin: ${vars.pin} }`. */
const guessExpressionInBraces: Guess = ({ code, from }, text) => {
  if (code !== 'UNEXPECTED_TOKEN' || text.slice(from - 1, from + 1) !== '${') return undefined;
  const [written] = /^[^{}\n]*\}/.exec(text.slice(from + 1)) ?? [];
  if (written === undefined || !/[\s{[,]/.test(text[from - 2] ?? '')) return undefined;
  const range = { from: from - 1, to: from + 1 + written.length };
  const whole = text.slice(range.from, range.to);
  return {
    message: 'between { } and [ ] an expression needs quotes',
    hint: `write ${quoteText(whole)}`,
    range,
    edit: { range, text: quoteText(whole) },
  };
};

/** Explains `@`, `%`, `!`, a backtick or a star at the beginning of a text. */
const guessUnquotedStart: Guess = ({ code, from }, text) => {
  const { to } = findLineAround(text, from);
  const isTag = text[from] === '!';
  if (!isTag && code !== 'BAD_SCALAR_START' && code !== 'BAD_ALIAS') return undefined;
  const rest = text.slice(from, to);
  const written =
    (/^\*(?=[\s,}\]]|$)/.exec(rest) ?? /^(?:(?! #|[,{}[\]]).)*/.exec(rest))?.[0].trimEnd() ?? '';
  const range = { from, to: from + written.length };
  return {
    message: `a text cannot begin with ${rest.slice(0, 1)} without quotes`,
    hint: `write ${quoteText(written)}`,
    range,
    edit: { range, text: quoteText(written) },
  };
};

/** Explains `"Hello" you`, `"gold" == vars.tier`: a text that only begins with a quote. */
const guessTextAfterQuote: Guess = ({ code, from }, text) => {
  const before = text.slice(0, from).trimEnd();
  const quote = before.at(-1) ?? '';
  const opening = before.lastIndexOf(quote, before.length - 2);
  if (code !== 'UNEXPECTED_TOKEN' || !`"'`.includes(quote) || opening < findLineAround(text, from).from)
    return undefined;
  const { to } = findLineAround(text, from);
  const rest = /^(?:(?! #|[,{}[\]]).)*/.exec(text.slice(from, to))?.[0].trimEnd() ?? '';
  const range = { from: opening, to: from + rest.length };
  return {
    message: 'nothing can follow the quote that ends a text',
    hint: `to quote the whole text, write ${quoteText(text.slice(range.from, range.to))}`,
    range: { from, to: range.to },
    edit: { range, text: quoteText(text.slice(range.from, range.to)) },
    isGuess: true,
  };
};

/** Explains `| Hello` and `|Hello`. */
const guessTextAfterBar: Guess = ({ code, from }, text) => {
  const { line } = findLineAround(text, from);
  const [all, bar = '', rest = ''] = /(?:: |- )([|>][-+]?) *([^\s|>+-].*)$/.exec(line) ?? [];
  if (code !== 'UNEXPECTED_TOKEN' || all === undefined) return undefined;
  const range = { from, to: from + rest.length };
  const begin = text.lastIndexOf(bar, from);
  return {
    message: `a text after ${bar} must begin on the next line`,
    hint: `move it there, indented, or remove the ${bar}`,
    range,
    edit: { range: { from: begin, to: from }, text: '' },
    isGuess: true,
  };
};

/** Explains a text that stands below its `|`, and not further right than its key. */
const guessTextBelowBar: Guess = ({ from }, text) => {
  const { from: start, line } = findLineAround(text, from);
  const above = findLineAround(text, Math.max(0, start - 1));
  const [, indent = '', bar] = /^( *)(?:- +)*[\w-]+: ([|>])[-+]?$/.exec(above.line) ?? [];
  if (bar === undefined || line.search(/\S/) > indent.length) return undefined;
  return {
    message: `a text below ${bar} must begin further right than its key`,
    hint: 'indent its lines by two more spaces',
    range: { from, to: start + line.length },
    edit: createInsertion(start, '  '),
    isGuess: true,
  };
};

/** Explains an unmatched closing bracket or a surplus comma. */
const guessSurplusCharacter: Guess = ({ code, from }, text) => {
  const found = text[from] ?? '';
  if (code !== 'UNEXPECTED_TOKEN' || !'}],'.includes(found)) return undefined;
  const range = { from, to: from + 1 };
  if (found === ',')
    return {
      message: /[,[{]\s*$/.test(text.slice(0, from))
        ? 'nothing stands before this comma'
        : 'outside of { } and [ ] lines are not separated by commas',
      hint: 'remove it',
      range,
      edit: { range, text: '' },
    };
  return { message: `the ${found} closes nothing`, hint: 'remove it', range, edit: { range, text: '' } };
};

const GUESSES: Guess[] = [
  guessMergeConflict,
  guessApostrophe,
  guessExpressionInBraces,
  guessDashAfterColon,
  guessSpaceAfterDash,
  guessSpaceAfterColon,
  guessUnindentedBody,
  guessIndentation,
  guessMissingComma,
  guessTextAfterQuote,
  guessTextAfterBar,
  guessTextBelowBar,
  guessUnquotedStart,
  guessSurplusCharacter,
];
