/** Reads and checks single flows for the catalogue, which compiles nothing. */
import {
  collectDiagnostics,
  removeDuplicates,
  sortDiagnostics,
  type Diagnostic,
  type Report,
} from '../diagnostics/index.ts';
import { runPasses, type Work } from './passes.ts';
import { flowRule } from './schema/flow-schema.ts';
import { EMPTY_CATALOGUE, type FlowCatalogue, type FlowDraft, type FlowFile } from './types.ts';

/** Result of reading and checking a flow file. */
export interface Inspection {
  /** Absent when nothing could be read. */
  draft?: FlowDraft;
  /** In file order. */
  diagnostics: Diagnostic[];
}

/** Reads and checks one flow, without those that it runs. */
export function inspectFlow(source: FlowFile, others: FlowCatalogue): Inspection {
  const work = { source, rule: flowRule, others, ...collectDiagnostics(source.file) };
  const { draft, diagnostics } = orderDiagnostics(runPasses(work, 'rules'));
  return { ...(draft && { draft }), diagnostics };
}

/** Reads a flow and its imports as far as possible; `report` receives only mistakes of syntax and schema. */
export function readDraft(
  source: FlowFile,
  report: Report,
  { others = EMPTY_CATALOGUE }: { others?: FlowCatalogue } = {},
): FlowDraft | undefined {
  return runPasses({ source, rule: flowRule, others, report, diagnostics: [] }, 'check').draft;
}

/** The rules pass sorts the diagnostics itself; it does not run when nothing could be read. */
export function orderDiagnostics(work: Work): Work {
  return work.draft ? work : { ...work, diagnostics: sortDiagnostics(removeDuplicates(work.diagnostics)) };
}
