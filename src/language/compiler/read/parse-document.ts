/**
 * Reads a YAML text as a document; knows nothing of flows. What could not be read is reported and left out, so one
 * mistake does not hide the next.
 *
 *  DOCUMENT-1 No text makes it throw or run without bound: size, depth and growth through aliases are limited.
 *  DOCUMENT-2 Keys are text and unique within their map; of two equal keys the first one counts.
 */
import type { Finding, Report, Span } from '../../diagnostics/index.ts';
import type { Document, Range } from './document.ts';
import { withMeantKeys } from './keys-in-brackets.ts';
import { spansOf } from './lines.ts';
import { MAX_LENGTH } from './unreadable.ts';
import { parseYaml } from './yaml.ts';

/** A text with more of them is no flow with mistakes, but something else. */
const MAX_FAULTY_LINES = 50;

/** Reads a YAML text. Mistakes go to `report`; of a text that gives nothing to check there is no document. */
export function parseDocument(written: string, report: Report): Document | undefined {
  // A carriage return alone ends a line too, as on a Mac of old.
  const text = written.replace(/\r(?!\n)/g, '\n');
  const span = spansOf(text.length > MAX_LENGTH ? '' : text);
  const faults = { lines: new Set<number>(), tooLarge: false };
  const root = parseYaml({ text, span }, (finding, doubtful) => {
    if (isNews(finding, faults)) report(finding);
    if (doubtful !== undefined) for (const line of linesOf(span(doubtful))) faults.lines.add(line);
  });
  if (root === undefined || faults.tooLarge || faults.lines.size > MAX_FAULTY_LINES) return undefined;
  const isDoubtful = ({ from, to }: Range) => {
    if (faults.lines.size === 0) return false;
    // Where there is nothing, something may stand on the next line that could not be read.
    const { start, end } = span({ from, to: from === to ? to + leadingSpace(text, to) : to });
    return [...faults.lines].some((line) => line >= start.line && line <= end.line);
  };
  const meant = withMeantKeys(root, { text, span, isDoubtful, report });
  return { text, root: meant, isFaulty: faults.lines.size > 0, isDoubtful, span };
}

function linesOf({ start, end }: Span): number[] {
  return Array.from({ length: end.line - start.line + 1 }, (_, index) => start.line + index);
}

/** Notes a fault. One syntax error a line is told, and of excess the first. */
function isNews({ code, span }: Finding, faults: { lines: Set<number>; tooLarge: boolean }): boolean {
  const known =
    code === 'too-large' ? faults.tooLarge : code === 'syntax' && faults.lines.has(span.start.line);
  if (code === 'too-large') faults.tooLarge = true;
  if (code === 'syntax' || code === 'unsupported-yaml') faults.lines.add(span.start.line);
  return !known && faults.lines.size <= MAX_FAULTY_LINES;
}

function leadingSpace(text: string, from: number): number {
  const rest = text.slice(from, from + 1_000);
  return rest.length - rest.trimStart().length;
}

/** The name that a flow gives itself, of a text that may be one. */
export function nameIn(text: string): string | undefined {
  return /^name:[ \t]*["']?([a-z][a-z0-9-]*)/m.exec(text)?.[1];
}
