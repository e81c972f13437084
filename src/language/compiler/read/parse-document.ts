/**
 * Parses a YAML text to a document; knows nothing of flows. Unreadable parts are reported and omitted, so that one
 * mistake does not hide the next.
 *
 *  DOCUMENT-1 Parsing never throws and always terminates: size, depth and growth through aliases are limited.
 *  DOCUMENT-2 Keys are text and unique within their map; of two equal keys the first one counts.
 */
import type { Finding, Report, Span } from '../../diagnostics/index.ts';
import type { Document, Range } from './document.ts';
import { correctBracketKeys } from './keys-in-brackets.ts';
import { createSpanLookup } from './lines.ts';
import { MAX_LENGTH } from './unreadable.ts';
import { parseYaml } from './yaml.ts';

/** Maximum number of lines with syntax errors; a text with more of them is not taken for a flow. */
const MAX_FAULTY_LINES = 50;

/** Parses a YAML text and reports its mistakes; undefined when nothing is left to check. */
export function parseDocument(written: string, report: Report): Document | undefined {
  // A lone carriage return ends a line too.
  const text = written.replace(/\r(?!\n)/g, '\n');
  const span = createSpanLookup(text.length > MAX_LENGTH ? '' : text);
  const faults = { lines: new Set<number>(), tooLarge: false };
  const root = parseYaml({ text, span }, (finding, doubtful) => {
    if (recordFault(finding, faults)) report(finding);
    if (doubtful !== undefined) for (const line of listLineNumbers(span(doubtful))) faults.lines.add(line);
  });
  if (root === undefined || faults.tooLarge || faults.lines.size > MAX_FAULTY_LINES) return undefined;
  const isDoubtful = ({ from, to }: Range) => {
    if (faults.lines.size === 0) return false;
    // For an empty value, an unreadable one may follow on the next line.
    const { start, end } = span({ from, to: from === to ? to + countSpaceAndComments(text, to) : to });
    return [...faults.lines].some((line) => line >= start.line && line <= end.line);
  };
  const meant = correctBracketKeys(root, { text, span, isDoubtful, report });
  return { text, root: meant, isFaulty: faults.lines.size > 0, isDoubtful, span };
}

function listLineNumbers({ start, end }: Span): number[] {
  return Array.from({ length: end.line - start.line + 1 }, (_, index) => start.line + index);
}

/**
 * Records a mistake; true when it is to be reported. Of several syntax errors on one line, and of several excesses,
 * only the first is reported.
 */
function recordFault({ code, span }: Finding, faults: { lines: Set<number>; tooLarge: boolean }): boolean {
  const known =
    code === 'too-large' ? faults.tooLarge : code === 'syntax' && faults.lines.has(span.start.line);
  if (code === 'too-large') faults.tooLarge = true;
  if (code === 'syntax' || code === 'unsupported-yaml') faults.lines.add(span.start.line);
  return !known && faults.lines.size <= MAX_FAULTY_LINES;
}

function countSpaceAndComments(text: string, from: number): number {
  return /^(?:\s|#.*)*/.exec(text.slice(from, from + 1_000))?.[0].length ?? 0;
}

/** Reads the name of a flow without parsing the text. */
export function readFlowName(text: string): string | undefined {
  return /^name:[ \t]*["']?([a-z][a-z0-9-]*)/m.exec(text)?.[1];
}
