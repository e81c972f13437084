/** Refactorings that are offered where the cursor is. */
import { CodeActionKind, type CodeAction, type Range, type TextDocumentEdit } from 'vscode-languageserver';
import { editFlow } from '../edits/index.ts';
import type { Surroundings } from './files-around.ts';
import { toEditorRange, type OpenFlow } from './open-flow.ts';

/** Offers to extract a sub-flow that begins with the step whose name is in a range, if that is possible. */
export function findRefactorings(
  { document, draft }: OpenFlow,
  range: Range,
  { read, ...surroundings }: Surroundings,
): CodeAction[] {
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const step = draft?.steps.find(
    ({ file, nameRange }) => file === undefined && nameRange.from <= to && from <= nameRange.to,
  );
  if (step === undefined) return [];
  const flow = `${draft?.source.name ?? 'flow'}-${step.name.replaceAll('_', '-')}`;
  const source = { file: document.uri, text: document.getText(), read };
  const result = editFlow(source, { kind: 'extract', step: step.name, flow }, surroundings);
  if (!result.ok || result.created === undefined) return [];
  const uri = document.uri.replace(/[^/]*$/, encodeURIComponent(result.created.file));
  const start = { line: 0, character: 0 };
  const changes: TextDocumentEdit[] = [
    {
      textDocument: { uri, version: null },
      edits: [{ range: { start, end: start }, newText: result.created.text }],
    },
    {
      textDocument: { uri: document.uri, version: document.version },
      edits: result.edits.map((edit) => ({ range: toEditorRange(document, edit), newText: edit.newText })),
    },
  ];
  return [
    {
      title: `Extract a sub-flow "${flow}"`,
      kind: CodeActionKind.RefactorExtract,
      edit: { documentChanges: [{ kind: 'create', uri }, ...changes] },
    },
  ];
}
