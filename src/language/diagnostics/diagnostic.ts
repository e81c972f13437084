import { catalogue, type DiagnosticCode } from './catalogue.ts';
import type { Severity } from './catalogue-entry.ts';
import type { Span } from './span.ts';

/** A replacement that fixes the problem: the text at `span` becomes `text`. */
export interface Fix {
  span: Span;
  text: string;
}

/** A problem and its place: a diagnostic without the properties that follow from its code and file. */
export interface Finding {
  code: DiagnosticCode;
  /** The problem and the legal values. Lower case, no full stop, understandable without the code frame. */
  message: string;
  span: Span;
  /** The cure, when the message does not make it obvious. */
  hint?: string;
  /** Present when there is exactly one safe fix. */
  fix?: Fix;
  /** A likely replacement, for somebody to choose: it may be wrong, and nothing applies it unasked. */
  suggestion?: Fix;
}

/** An author's mistake as data: never thrown, but collected and printed together with others. */
export interface Diagnostic extends Finding {
  severity: Severity;
  /** Path of the source as the caller gave it. */
  file: string;
}

/** Receives the findings of a check. */
export type Report = (finding: Finding) => void;

/** Collects the findings of one file, and of the files that it imports, as diagnostics. */
export function collectDiagnostics(file: string): { report: Report; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = ({ fix, suggestion, ...finding }) => {
    const { code, span } = finding;
    const safe = fix !== undefined && canReplace(fix) ? { fix } : {};
    const likely = suggestion !== undefined && canReplace(suggestion) ? { suggestion } : {};
    diagnostics.push({
      ...finding,
      ...safe,
      ...likely,
      severity: catalogue[code].severity,
      file: span.file ?? file,
    });
  };
  return { report, diagnostics };
}

/** False for a single line that would replace several: a block of text ends after its last line break, which would be lost. */
function canReplace({ span: { start, end }, text }: Fix): boolean {
  return start.line === end.line || text === '' || text.includes('\n');
}

/** Removes duplicates: diagnostics with the same code, message and place. */
export function removeDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.toReversed().map((one) => [toIdentity(one), one])).values()].toReversed();
}

function toIdentity({ code, file, span: { start, end }, message }: Diagnostic): string {
  return `${code} ${start.offset} ${end.offset} ${file} ${message}`;
}

/** Sorts by place, then by code. */
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

/** True when one of the diagnostics prevents the flow from being deployed. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Codes that leave a part of a file unread, and so unchecked. */
const UNREAD_CODES: readonly DiagnosticCode[] = ['syntax', 'wrong-encoding', 'unsupported-yaml', 'too-large'];

/** Returns the diagnostics that left a part of the file unread. */
export function findUnreadParts(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ code }) => UNREAD_CODES.includes(code));
}
