import { DiagnosticSeverity, type Diagnostic as EditorDiagnostic } from 'vscode-languageserver/node';
import type { Diagnostic } from '../diagnostics/index.ts';
import { rangeIn, type OpenFlow } from './open-flow.ts';

/** The diagnostics of a flow as editors show them; `page`, if there is one, explains the codes. */
export function diagnosticsOf(flow: OpenFlow, page?: string): EditorDiagnostic[] {
  return flow.diagnostics.map((diagnostic) => toEditor(diagnostic, flow, page));
}

/** One of them. */
export function toEditor(
  { code, severity, message, hint, span }: Diagnostic,
  { document }: OpenFlow,
  page?: string,
): EditorDiagnostic {
  return {
    range: rangeIn(document, { from: span.start.offset, to: span.end.offset }),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    ...(page === undefined ? {} : { codeDescription: { href: `${page}#${code}` } }),
    source: 'ringflow',
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}
