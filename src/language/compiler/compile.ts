/** What others ask of the compiler: each takes a file through some of the passes. None throws for what a file holds. */
import {
  collectDiagnostics,
  distinct,
  hasErrors,
  sortDiagnostics,
  type Diagnostic,
  type Report,
} from '../diagnostics/index.ts';
import type { CompiledFlow, Graph } from '../model/index.ts';
import { runPasses, type Work } from './passes.ts';
import { flowRule, fragmentRule } from './schema/flow-schema.ts';
import { noOtherFlows, type FlowDraft, type FlowFile, type OtherFlows } from './types.ts';

/** What a flow is compiled with. */
export interface Surroundings {
  /** The flows that it can run. Default: none. */
  others?: OtherFlows;
}

/** What came of a flow file. */
interface Compilation {
  /** Absent when there is an error. */
  flow?: CompiledFlow;
  /** Of the steps that could be read; absent when none could. */
  graph?: Graph;
  /** Of the flows that it runs, by name; absent when there is an error. */
  graphs?: Record<string, Graph>;
  /** In the order of the file. */
  diagnostics: Diagnostic[];
  /** The files that it imports. */
  imports: readonly ImportedText[];
}

/** Compiles one flow. */
export function compileFlow(source: FlowFile, surroundings: Surroundings = {}): Compilation {
  const {
    draft,
    parts = [],
    flow,
    diagnostics,
  } = orderDiagnostics(runPasses(startWork(source, surroundings), 'emit'));
  if (!draft) return { diagnostics, imports: [] };
  const { graph } = draft;
  const imports = importsOf(draft);
  if (flow === undefined) return { graph, diagnostics, imports };
  const graphs = Object.fromEntries(parts.map((part) => [part.source.name ?? '', part.graph]));
  return { flow, graph, graphs, diagnostics, imports };
}

/** What is wrong with a flow file. */
export interface Verdict extends Pick<Compilation, 'diagnostics' | 'imports'> {
  /** The flow's name; absent when there is an error. */
  name?: string;
}

/** Says what is wrong with one flow, and makes nothing of it. */
export function checkFlow(source: FlowFile, surroundings: Surroundings = {}): Verdict {
  const { draft, diagnostics } = inspectWithParts(source, surroundings);
  const name = hasErrors(diagnostics) ? undefined : draft?.source.name;
  return { diagnostics, imports: draft ? importsOf(draft) : [], ...(name === undefined ? {} : { name }) };
}

/** What can be said of a flow file without making a machine of it. */
export interface Inspection {
  /** Absent when nothing could be read. */
  draft?: FlowDraft;
  /** In the order of the file. */
  diagnostics: Diagnostic[];
}

/** Reads and checks one flow with those that it runs; what is wrong with them is told by themselves, and here only that something is. */
export function inspectWithParts(
  source: FlowFile,
  surroundings: Surroundings = {},
): Inspection & { parts: readonly FlowDraft[] } {
  const {
    draft,
    parts = [],
    diagnostics,
  } = orderDiagnostics(runPasses(startWork(source, surroundings), 'link'));
  return { ...(draft && { draft }), parts, diagnostics };
}

/** Reads and checks one flow. */
export function inspectFlow(source: FlowFile, surroundings: Surroundings = {}): Inspection {
  const { draft, diagnostics } = orderDiagnostics(runPasses(startWork(source, surroundings), 'rules'));
  return { ...(draft && { draft }), diagnostics };
}

/** Reads and checks a file that flows import, as far as that is possible without a flow. */
export function inspectFragment(source: FlowFile, surroundings: Surroundings = {}): Inspection {
  const work = { ...startWork(source, surroundings), rule: fragmentRule };
  const { draft, diagnostics } = runPasses(work, 'check');
  return { ...(draft && { draft }), diagnostics: sortDiagnostics(distinct(diagnostics)) };
}

/** What can be read of a flow's text, with what it imports; mistakes of form go to `report`. */
export function readDraft(
  source: FlowFile,
  report: Report,
  surroundings: Surroundings = {},
): FlowDraft | undefined {
  return runPasses({ ...startWork(source, surroundings), report }, 'check').draft;
}

function startWork(source: FlowFile, { others = noOtherFlows }: Surroundings): Work {
  return { source, rule: flowRule, others, ...collectDiagnostics(source.file) };
}

/** The rules have put the diagnostics in order, unless there was nothing for them to look at. */
function orderDiagnostics(work: Work): Work {
  return work.draft ? work : { ...work, diagnostics: sortDiagnostics(distinct(work.diagnostics)) };
}

/** A file that a flow imports: its path as diagnostics tell it, and what was read. */
export type ImportedText = Pick<FlowFile, 'file' | 'text'>;

function importsOf({ document: { imports = [] } }: FlowDraft): ImportedText[] {
  return imports.map(({ file, document: { text } }) => ({ file, text }));
}
