import { CodeActionKind, type CodeAction, type Range } from 'vscode-languageserver/node';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { toEditor } from './diagnostics.ts';
import { rangeIn, type OpenFlow } from './open-flow.ts';

/** What mends the mistakes in a stretch of the text that have one safe answer. */
export function quickFixesIn(flow: OpenFlow, range: Range): CodeAction[] {
  const { document } = flow;
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  return flow.diagnostics
    .filter(({ file }) => file === document.uri)
    .filter(({ span }) => span.start.offset <= to && span.end.offset >= from)
    .flatMap((diagnostic) => actionFor(diagnostic, flow) ?? []);
}

function actionFor(diagnostic: Diagnostic, flow: OpenFlow): CodeAction | undefined {
  const { fix } = diagnostic;
  if (fix === undefined) return undefined;
  const { document } = flow;
  const range = rangeIn(document, { from: fix.span.start.offset, to: fix.span.end.offset });
  const found = document.getText(range);
  return {
    title: `Change "${found}" to "${fix.text}"`,
    kind: CodeActionKind.QuickFix,
    isPreferred: true,
    diagnostics: [toEditor(diagnostic, flow)],
    edit: { changes: { [document.uri]: [{ range, newText: fix.text }] } },
  };
}
