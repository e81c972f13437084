/**
 * Entry points of the compiler. Each runs a file through some of the passes; none throws because of the file's
 * contents.
 */
import {
  collectDiagnostics,
  removeDuplicates,
  hasErrors,
  sortDiagnostics,
  type Diagnostic,
} from '../diagnostics/index.ts';
import type { CompiledFlow, Graph, NamedCapabilities } from '../model/index.ts';
import { createFlowCatalogue } from './flow-catalogue.ts';
import { orderDiagnostics, type Inspection } from './inspect.ts';
import { listNeeds } from './needs/list-needs.ts';
import type { Need } from './needs/need.ts';
import { runPasses, type Work } from './passes.ts';
import { flowRule, fragmentRule } from './schema/flow-schema.ts';
import type { FlowDraft, FlowFile, FlowCatalogue } from './types.ts';

/** Options for compiling a flow. */
export interface CompileOptions {
  /** The other flows that this one can run. Default: the standard flows. */
  others?: FlowCatalogue;
  /** The carriers that must be able to run it. Default: the platform. */
  carriers?: readonly NamedCapabilities[];
}

export interface Compilation {
  /** Absent when there is an error. */
  flow?: CompiledFlow;
  /** Graph of the steps that could be read; absent when none could be. */
  graph?: Graph;
  /** Graphs of the flows that it runs, by name; absent when there is an error. */
  graphs?: Record<string, Graph>;
  /** In file order. */
  diagnostics: Diagnostic[];
  /** What it needs of a carrier, with the flows that it runs; absent when there is an error. */
  needs?: Need[];
  /** The flow's own description; absent when it has none, or when there is an error. */
  description?: string;
  imports: readonly ImportedText[];
}

/** Compiles one flow. */
export function compileFlow(source: FlowFile, surroundings: CompileOptions = {}): Compilation {
  const {
    draft,
    parts = [],
    flow,
    needs = [],
    diagnostics,
  } = orderDiagnostics(runPasses(startWork(source, surroundings), 'emit'));
  if (!draft) return { diagnostics, imports: [] };
  const { graph } = draft;
  const imports = listImportedTexts(draft);
  if (flow === undefined) return { graph, diagnostics, imports };
  const graphs = Object.fromEntries(parts.map((part) => [part.source.name ?? '', part.graph]));
  const allNeeds = [...needs, ...parts.flatMap(listNeeds)];
  const { description } = draft.source;
  const described = description === undefined ? {} : { description };
  return { flow, graph, graphs, diagnostics, needs: allNeeds, imports, ...described };
}

/** Result of checking a flow file without compiling it. */
export interface FlowCheck extends Pick<Compilation, 'diagnostics' | 'imports'> {
  /** The flow's name; absent when there is an error. */
  name?: string;
}

/** Checks one flow without compiling it. */
export function checkFlow(source: FlowFile, surroundings: CompileOptions = {}): FlowCheck {
  const { draft, diagnostics } = inspectWithParts(source, surroundings);
  const name = hasErrors(diagnostics) ? undefined : draft?.source.name;
  return {
    diagnostics,
    imports: draft ? listImportedTexts(draft) : [],
    ...(name === undefined ? {} : { name }),
  };
}

/**
 * Reads and checks one flow together with the flows that it runs. Of an invalid flow that it runs, it reports only that
 * it has errors.
 */
export function inspectWithParts(
  source: FlowFile,
  surroundings: CompileOptions = {},
): Inspection & { parts: readonly FlowDraft[] } {
  const {
    draft,
    parts = [],
    diagnostics,
  } = orderDiagnostics(runPasses(startWork(source, surroundings), 'link'));
  return { ...(draft && { draft }), parts, diagnostics };
}

/** Checks an imported file on its own, as far as that is possible without the importing flow. */
export function inspectFragment(source: FlowFile, surroundings: CompileOptions = {}): Inspection {
  const work = { ...startWork(source, surroundings), rule: fragmentRule };
  const { draft, diagnostics } = runPasses(work, 'check');
  return { ...(draft && { draft }), diagnostics: sortDiagnostics(removeDuplicates(diagnostics)) };
}

function startWork(source: FlowFile, { others = ALONE, carriers }: CompileOptions): Work {
  const { file } = source;
  return { source, rule: flowRule, others, ...(carriers && { carriers }), ...collectDiagnostics(file) };
}

/** No other flows but the standard ones. */
const ALONE = createFlowCatalogue([]);

/** An imported file: its path as shown in diagnostics, and its text. */
export type ImportedText = Pick<FlowFile, 'file' | 'text'>;

function listImportedTexts({ document: { imports = [] } }: FlowDraft): ImportedText[] {
  return imports.map(({ file, document: { text } }) => ({ file, text }));
}
