/** Tabs in the indentation, which YAML does not take. */
import type { Finding } from '../../diagnostics/index.ts';
import type { Range } from './document.ts';
import type { Source } from './lines.ts';

/** The lines of a text that are indented by tabs. */
interface Tabs {
  /** From the first of these tabs to behind the last one. */
  range: Range;
  lines: number;
  /** The text with a space for each of these tabs, so that every other character keeps its place. */
  text: string;
  /** The text with two spaces for each of them. */
  mended: string;
}

const INDENTATION = /^ *\t[ \t]*(?=[^ \t\n])/gm;

/** Finds them; undefined when there are none. */
export function indentedByTabs(text: string): Tabs | undefined {
  const found = [...text.matchAll(INDENTATION)];
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const range = { from: first.index + first[0].indexOf('\t'), to: last.index + last[0].length };
  const withSpaces = (spaces: string) =>
    text.replace(INDENTATION, (indent) => indent.replaceAll('\t', spaces));
  return { range, lines: found.length, text: withSpaces(' '), mended: withSpaces('  ') };
}

/** Tells them once, and mends them all where that is safe. */
export function tabsInWords(
  { range, lines, mended }: Tabs,
  { text, span }: Source,
  isSafe: boolean,
): Finding {
  const start = { from: range.from, to: range.from + (/^\t+/.exec(text.slice(range.from))?.[0].length ?? 1) };
  const others = lines > 1 ? `, and in ${lines - 1} more ${lines > 2 ? 'lines' : 'line'}` : '';
  return {
    code: 'syntax',
    message: `a tab in the indentation${others}: YAML is indented with spaces only`,
    hint: 'set your editor to indent with spaces',
    span: span(start),
    ...(isSafe
      ? { fix: { span: span(range), text: mended.slice(range.from, mended.length - text.length + range.to) } }
      : {}),
  };
}
