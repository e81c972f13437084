export { catalogue, diagnosticCodes, provedCodes } from './catalogue.ts';
export type { DiagnosticCode } from './catalogue.ts';
export type { Severity } from './catalogue-entry.ts';
export {
  collectDiagnostics,
  removeDuplicates,
  hasErrors,
  sortDiagnostics,
  findUnreadParts,
} from './diagnostic.ts';
export type { Diagnostic, Finding, Fix, Report } from './diagnostic.ts';
export { applyFixes } from './apply-fixes.ts';
export { findClosest, computeEditDistance, isSlip, findNearest, findOnlyClose } from './did-you-mean.ts';
export { renderGithub } from './render-github.ts';
export { toPlainDiagnostic, renderJson } from './render-json.ts';
export type { PlainDiagnostic } from './render-json.ts';
export { renderPretty } from './render-pretty.ts';
export type { PrettyOptions } from './render-pretty.ts';
export { renderSarif } from './render-sarif.ts';
export type { Position, Span } from './span.ts';
