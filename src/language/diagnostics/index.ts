export { catalogue, diagnosticCodes, provedCodes, type DiagnosticCode } from './catalogue.ts';
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
export { toPlainDiagnostic, renderJson, type PlainDiagnostic } from './render-json.ts';
export { renderPretty, type PrettyOptions } from './render-pretty.ts';
export { renderSarif } from './render-sarif.ts';
export type { Position, Span } from './span.ts';
