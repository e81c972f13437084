import type { Diagnostic } from './diagnostic.ts';
import type { Position } from './span.ts';

/** The diagnostics as JSON text for other programs; lines and columns are 1-based. */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify({ diagnostics: diagnostics.map(plain) }, undefined, 2);
}

function plain({ code, severity, message, file, span, hint }: Diagnostic) {
  return { code, severity, message, file, start: place(span.start), end: place(span.end), hint };
}

function place({ line, column }: Position) {
  return { line, column };
}
