/** Characters that look like spaces and are none for YAML, in places where spaces indent or separate. */
import type { Finding } from '../../diagnostics/index.ts';
import type { Range } from './document.ts';
import type { Source } from './lines.ts';
import { countYamlErrors } from './yaml-library.ts';

interface OddSpaces {
  /** From the first to the last of these characters. */
  range: Range;
  lines: number;
  /** The text with a space for each of them, so that all offsets stay the same. */
  text: string;
}

const ODD = String.raw`\v\f\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff`;
const ODD_SPACE = new RegExp(`[${ODD}]`);
const INDENT = new RegExp(`^(?:[ ${ODD}]|-(?=[ ${ODD}]))*`);
/** A key with odd spaces behind it, or without. */
const KEY = new RegExp(`^[\\w-]+:(?:[${ODD}][ ${ODD}]*|(?=\\s|$))`);
const OPENS_BLOCK_TEXT = /(?:^|[\s:-])[|>][-+\d]*\s*(?:#.*)?$/;

/** Finds odd spaces in the indentation and behind keys and dashes; undefined when there are none. */
export function findOddSpaces(text: string): OddSpaces | undefined {
  // A byte order mark may open the text.
  if (!ODD_SPACE.test(text.slice(1))) return undefined;
  const found = findOddLines(text);
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const from = first.from + first.beginning.search(ODD_SPACE);
  const range = { from, to: last.from + last.beginning.length };
  let mended = '';
  for (const { from: line, beginning } of found)
    mended += text.slice(mended.length, line) + beginning.replace(new RegExp(ODD_SPACE, 'g'), ' ');
  return { range, lines: found.length, text: mended + text.slice(mended.length) };
}

/** Lists the beginnings of lines that contain odd spaces, except in block texts, which may contain them. */
function findOddLines(text: string): { from: number; beginning: string }[] {
  const found: { from: number; beginning: string }[] = [];
  let from = 0;
  let blockIndent = Infinity;
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== '' && indent <= blockIndent) {
      const beginning = findBeginning(line);
      if (from > 0 && ODD_SPACE.test(beginning)) found.push({ from, beginning });
      blockIndent = OPENS_BLOCK_TEXT.test(line) ? indent : Infinity;
    }
    from += line.length + 1;
  }
  return found;
}

/** Returns the indentation, dashes and key of a line; empty for a line that has neither dash, key nor bracket. */
function findBeginning(line: string): string {
  const indent = INDENT.exec(line)?.[0] ?? '';
  const rest = line.slice(indent.length);
  const key = KEY.exec(rest)?.[0] ?? '';
  return key !== '' || indent.includes('-') || /^[{[#]/.test(rest) ? indent + key : '';
}

/** Creates one finding for all odd spaces, with a fix where the text can then be read. */
export function createOddSpaceFinding({ range, lines, text }: OddSpaces, source: Source): Finding {
  const code = source.text.charCodeAt(range.from);
  const written = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name =
    code === 0xa0 ? 'a no-break space' : `a character that looks like a space but is none (${written})`;
  const others = lines > 1 ? `, and in ${lines - 1} more ${lines > 2 ? 'lines' : 'line'}` : '';
  const fix = { span: source.span(range), text: text.slice(range.from, range.to) };
  return {
    code: 'syntax',
    message: `${name} stands here${others}: YAML is indented and separated with ordinary spaces only`,
    hint: 'type the space again; texts copied from a web page or a word processor often contain such characters',
    span: source.span({ from: range.from, to: range.from + 1 }),
    ...(countYamlErrors(text) === 0 ? { fix } : {}),
  };
}
