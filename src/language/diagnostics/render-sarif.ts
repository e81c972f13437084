/** SARIF 2.1.0, the format of code scanning services and editors. */
import { catalogue, diagnosticCodes, type DiagnosticCode } from './catalogue.ts';
import type { Severity } from './catalogue-entry.ts';
import type { Diagnostic, Fix } from './diagnostic.ts';
import type { Span } from './span.ts';

/**
 * Renders the diagnostics as a SARIF log of this version of Ringflow. Lines and columns are 1-based, columns in
 * UTF-16 code units. The log contains the description of each code, since its readers may not have the
 * documentation.
 */
export function renderSarif(diagnostics: readonly Diagnostic[], version: string): string {
  const driver = { name: 'ringflow', semanticVersion: version, rules: diagnosticCodes.map(toRule) };
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results: diagnostics.map(toResult) };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return JSON.stringify(log, undefined, 2);
}

function toRule(code: DiagnosticCode) {
  const { severity, meaning, mend } = catalogue[code];
  return {
    id: code,
    shortDescription: { text: meaning },
    help: { text: mend },
    defaultConfiguration: { level: toLevel(severity) },
  };
}

/** Converts a severity to its name in SARIF. */
function toLevel(severity: Severity): string {
  return severity === 'info' ? 'note' : severity;
}

function toResult({ code, severity, message, hint, file, span, fix }: Diagnostic) {
  const artifactLocation = { uri: toUri(file) };
  return {
    ruleId: code,
    ruleIndex: diagnosticCodes.indexOf(code),
    level: toLevel(severity),
    message: { text: hint === undefined ? message : `${message}\n${hint}` },
    locations: [{ physicalLocation: { artifactLocation, region: toRegion(span) } }],
    ...(fix === undefined ? {} : { fixes: [toChange(fix, artifactLocation)] }),
  };
}

function toRegion({ start, end }: Span) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function toChange({ span, text }: Fix, artifactLocation: { uri: string }) {
  const replacement = { deletedRegion: toRegion(span), insertedContent: { text } };
  return {
    description: { text: text === '' ? 'remove it' : `write ${text}` },
    artifactChanges: [{ artifactLocation, replacements: [replacement] }],
  };
}

/** Converts a path to a URI reference; an absolute path becomes an absolute URI. */
function toUri(path: string): string {
  const encoded = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]:/.test(path)) return `file:///${encoded.replace('%3A', ':')}`;
  return encoded.startsWith('/') ? `file://${encoded}` : encoded;
}
