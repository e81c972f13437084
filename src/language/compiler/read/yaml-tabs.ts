/** Tabs in the indentation, which YAML forbids. */
import type { Finding } from '../../diagnostics/index.ts';
import type { Range } from './document.ts';
import type { Source } from './lines.ts';

interface TabIndentation {
  /** From the first to the last of these tabs. */
  range: Range;
  lines: number;
  /** The text with one space for each tab, so that all offsets stay the same. */
  text: string;
  /** The text with two spaces for each tab. */
  mended: string;
}

const INDENTATION = /^ *\t[ \t]*(?=[^ \t\n])/gm;

/** Finds lines indented with tabs; undefined when there are none. */
export function findTabIndentation(text: string): TabIndentation | undefined {
  const found = [...text.matchAll(INDENTATION)];
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const range = { from: first.index + first[0].indexOf('\t'), to: last.index + last[0].length };
  const replaceTabs = (spaces: string) =>
    text.replace(INDENTATION, (indent) => indent.replaceAll('\t', spaces));
  return { range, lines: found.length, text: replaceTabs(' '), mended: replaceTabs('  ') };
}

/** Creates one finding for all tabs, with a fix where that is safe. */
export function createTabFinding(
  { range, lines, mended }: TabIndentation,
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
