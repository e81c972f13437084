import type { Diagnostic } from './diagnostic.ts';
import type { Position } from './span.ts';

/** A diagnostic in the JSON output; lines and columns are 1-based. */
export interface PlainDiagnostic extends Pick<Diagnostic, 'code' | 'severity' | 'message' | 'file' | 'hint'> {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

/** Renders the diagnostics as JSON for other programs. */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify({ diagnostics: diagnostics.map(toPlainDiagnostic) }, undefined, 2);
}

/** Converts a diagnostic to its JSON form. */
export function toPlainDiagnostic({
  code,
  severity,
  message,
  file,
  span,
  hint,
}: Diagnostic): PlainDiagnostic {
  const about = {
    code,
    severity,
    message,
    file,
    start: toPlainPosition(span.start),
    end: toPlainPosition(span.end),
  };
  return hint === undefined ? about : { ...about, hint };
}

function toPlainPosition({ line, column }: Position) {
  return { line, column };
}
