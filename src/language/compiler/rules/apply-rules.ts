import {
  collectDiagnostics,
  removeDuplicates,
  hasErrors,
  type Diagnostic,
  type DiagnosticCode,
  type Report,
} from '../../diagnostics/index.ts';
import { keySpanAt, findFileOfSpan, type Document } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { removeDoubtfulFixes } from './doubtful-fixes.ts';
import { removeIgnored } from './ignore-comments.ts';
import { flowRules } from './index.ts';

/** Runs the rules on a draft. */
export function applyRules(draft: FlowDraft, report: Report): void {
  const { document } = draft;
  for (const rule of flowRules) {
    if (rule.needsAll && document.isFaulty) continue;
    rule.check(draft, suppressDoubtful(document, report));
  }
}

interface Settling {
  file: string;
  /** Codes whose ignore comments may be needed on other carriers, so that they are not reported as unneeded. */
  neededElsewhere: readonly DiagnosticCode[];
}

/** Applies ignore comments and removes doubtful fixes from the findings of a flow. */
export function settleDiagnostics(
  found: readonly Diagnostic[],
  draft: FlowDraft,
  settling: Settling,
): Diagnostic[] {
  const { file } = settling;
  const told = removeDoubtfulFixes(applyIgnoreComments(removeDuplicates(found), draft, settling), draft);
  return [...told, ...findMissingImport(told, draft, file)];
}

/**
 * Applies the ignore comments of each file. Unneeded comments of imported files are not reported, since other flows
 * may need them.
 */
function applyIgnoreComments(
  diagnostics: readonly Diagnostic[],
  { document }: FlowDraft,
  { file, neededElsewhere }: Settling,
): Diagnostic[] {
  const { imports = [], own: whole = document } = document;
  const byFile = Map.groupBy(diagnostics, (diagnostic) => diagnostic.file);
  const files = [{ file, document: whole }, ...imports];
  const left = files.flatMap((one) => {
    const own = byFile.get(one.file) ?? [];
    const told = removeIgnored({ ...one, diagnostics: own, neededElsewhere });
    return one.file === file ? told : told.filter(({ code }) => code !== 'ignore-unused');
  });
  // Diagnostics of other files cannot be ignored here.
  for (const { file: known } of files) byFile.delete(known);
  return [...left, ...[...byFile.values()].flat()];
}

/** Returns an error for a flow that could not be read completely and has no other error, so that it never runs. */
function findMissingImport(told: readonly Diagnostic[], { document }: FlowDraft, file: string): Diagnostic[] {
  if (document.isPartial !== true || hasErrors(told)) return [];
  const { report, diagnostics } = collectDiagnostics(file);
  const span = keySpanAt(document, ['imports']);
  report({ code: 'unknown-import', message: 'some files that this flow imports could not be read', span });
  return diagnostics;
}

/** Returns a report that drops findings in parts that may not be what the author wrote. */
export function suppressDoubtful(document: Document, report: Report): Report {
  return (finding) => {
    const { start, end } = finding.span;
    const isDoubtful = findFileOfSpan(document, finding.span).isDoubtful({
      from: start.offset,
      to: end.offset,
    });
    if (!isDoubtful) report(finding);
  };
}
