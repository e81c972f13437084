import { catalogue, type DiagnosticCode } from './catalogue.ts';
import type { Severity } from './catalogue-entry.ts';
import type { Span } from './span.ts';

/** A replacement that mends the mistake: what stands at `span` becomes `text`. */
export interface Fix {
  span: Span;
  text: string;
}

/** What was found and where: a diagnostic without the facts that follow from its code and its file. */
export interface Finding {
  code: DiagnosticCode;
  /** What was found and what is legal. Lower case, no full stop, understandable without the frame. */
  message: string;
  span: Span;
  /** What to do about it, when that is not plain from the message. */
  hint?: string;
  /** Present when there is one safe answer. */
  fix?: Fix;
}

/** An author's mistake as data: never thrown, collected and printed together with the others. */
export interface Diagnostic extends Finding {
  severity: Severity;
  /** Path of the source as the caller gave it. */
  file: string;
}

/** Where those who find mistakes hand them in. */
export type Report = (finding: Finding) => void;

/** Takes findings of one file, and of those that it imports, and keeps them as diagnostics. */
export function collectDiagnostics(file: string): { report: Report; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = ({ fix, ...finding }) => {
    const { code, span } = finding;
    const safe = fix !== undefined && staysInPlace(fix) ? { fix } : {};
    diagnostics.push({ ...finding, ...safe, severity: catalogue[code].severity, file: span.file ?? file });
  };
  return { report, diagnostics };
}

/** What stands on several lines, as a block of text, ends behind its last line break; one line in its place would lose that. */
function staysInPlace({ span: { start, end }, text }: Fix): boolean {
  return start.line === end.line || text === '' || text.includes('\n');
}

/** Of several that say the same of the same place the first one. */
export function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.toReversed().map((one) => [identityOf(one), one])).values()].toReversed();
}

function identityOf({ code, file, span: { start, end }, message }: Diagnostic): string {
  return `${code} ${start.offset} ${end.offset} ${file} ${message}`;
}

/** The diagnostics in the order of their places; those of one place in the order of their codes. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareText(a.file, b.file) ||
      a.span.start.offset - b.span.start.offset ||
      a.span.end.offset - b.span.end.offset ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** True when one of them forbids deploying the flow. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What keeps a part of a file from being read, and so from being checked. */
const UNREAD: readonly DiagnosticCode[] = ['syntax', 'wrong-encoding', 'unsupported-yaml', 'too-large'];

/** The diagnostics because of which a part of the file could not be read. */
export function unreadParts(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ code }) => UNREAD.includes(code));
}
