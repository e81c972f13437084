import {
  DiagnosticSeverity,
  type Diagnostic as EditorDiagnostic,
  CodeActionKind,
  type CodeAction,
  type Range,
} from 'vscode-languageserver';
import { keyRangeAt } from '../../language/compiler/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { findAddition } from './additions.ts';
import { toEditorRange, type CheckedText } from './open-flow.ts';

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** Converts the diagnostics of a file for editors. `page` explains the codes, if it is given. */
export function toEditorDiagnostics(checked: CheckedText, page?: string): EditorDiagnostic[] {
  return checked.diagnostics.map((diagnostic) => toEditorDiagnostic(diagnostic, checked, page));
}

/** Converts one diagnostic. A problem in an imported file is shown at the imports of the document. */
function toEditorDiagnostic(
  diagnostic: Diagnostic,
  { document, draft }: CheckedText,
  page?: string,
): EditorDiagnostic {
  const { code, severity, file, span } = diagnostic;
  const isOwn = file === document.uri || draft === undefined;
  const { start, end } = isOwn ? span : draft.document.span(keyRangeAt(draft.document.root, ['imports']));
  const { message, hint } = isOwn ? diagnostic : prefixFile(diagnostic);
  return {
    range: toEditorRange(document, { from: start.offset, to: end.offset }),
    severity: severities[severity],
    code,
    ...(page === undefined ? {} : { codeDescription: { href: `${page}#${code}` } }),
    source: 'ringflow',
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

function prefixFile({ file, span: { start }, message }: Diagnostic): Pick<Diagnostic, 'message' | 'hint'> {
  return { message: `${file.split('/').at(-1)}:${start.line}:${start.column}: ${message}` };
}

/** Lists quick fixes for the diagnostics in a range: corrections, of which the safe ones are preferred, then additions of what is missing. */
export function findQuickFixes(checked: CheckedText, range: Range): CodeAction[] {
  const { document } = checked;
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const actions = checked.diagnostics
    .filter(({ file }) => file === document.uri)
    .filter(({ span }) => span.start.offset <= to && span.end.offset >= from)
    .flatMap((diagnostic) => [
      toCodeAction(diagnostic, checked),
      findAddition(checked, diagnostic, toEditorDiagnostic(diagnostic, checked)),
    ])
    .filter((action) => action !== undefined);
  return mergeEqualFixes(actions);
}

/** Joins fixes that make the same change, such as one edge for two outcomes. */
function mergeEqualFixes(actions: readonly CodeAction[]): CodeAction[] {
  const groups = Map.groupBy(actions, ({ title, edit }) => JSON.stringify([title, edit]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    const diagnostics = [first, ...others].flatMap((action) => action?.diagnostics ?? []);
    return first === undefined ? [] : [{ ...first, diagnostics }];
  });
}

function toCodeAction(diagnostic: Diagnostic, checked: CheckedText): CodeAction | undefined {
  const { fix, suggestion } = diagnostic;
  const change = fix ?? suggestion;
  if (change === undefined) return undefined;
  const { document } = checked;
  const { span, text } = change;
  const range = toEditorRange(document, { from: span.start.offset, to: span.end.offset });
  const found = document.getText(range);
  return {
    title: `Change "${found}" to "${text}"`,
    kind: CodeActionKind.QuickFix,
    isPreferred: change === fix,
    diagnostics: [toEditorDiagnostic(diagnostic, checked)],
    edit: { changes: { [document.uri]: [{ range, newText: text }] } },
  };
}
