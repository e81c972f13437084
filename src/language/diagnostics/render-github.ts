import type { Diagnostic } from './diagnostic.ts';

/** Renders the diagnostics as GitHub workflow commands, which GitHub shows next to the lines of a pull request. */
export function renderGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${renderAnnotation(diagnostic)}\n`).join('');
}

function renderAnnotation({ severity, code, message, hint, file, span }: Diagnostic): string {
  const properties = Object.entries({ file, ...toProperties(span), title: code })
    .map(([name, value]) => `${name}=${escapeProperty(value)}`)
    .join(',');
  const text = hint === undefined ? message : `${message}\nhint: ${hint}`;
  return `::${severity === 'info' ? 'notice' : severity} ${properties}::${escapeMessage(text)}`;
}

/** Returns the place as properties; columns have a meaning only within one line. */
function toProperties({ start, end }: Diagnostic['span']): Record<string, string> {
  if (start.line !== end.line) return { line: `${start.line}`, endLine: `${end.line}` };
  return { line: `${start.line}`, col: `${start.column}`, endColumn: `${end.column}` };
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
