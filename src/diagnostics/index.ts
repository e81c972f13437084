export { catalogue, diagnosticCodes } from './catalogue.ts';
export type { DiagnosticCode, Severity } from './catalogue.ts';
export { collectDiagnostics, hasErrors, sortDiagnostics } from './diagnostic.ts';
export type { Diagnostic, Finding, Fix, Report } from './diagnostic.ts';
export { closest, editDistance } from './did-you-mean.ts';
export { renderJson } from './render-json.ts';
export { renderPretty } from './render-pretty.ts';
export type { PrettyOptions, Printable } from './render-pretty.ts';
export type { Position, Span } from './span.ts';
