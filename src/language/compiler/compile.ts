/**
 * A flow's source → its compiled form: text → document → checked against the schema → draft with graph → rules →
 * machine. Each arrow takes what the one before could make of the text, so all mistakes of a file are told in one run.
 */
import {
  collectDiagnostics,
  distinct,
  hasErrors,
  sortDiagnostics,
  type Diagnostic,
  type Report,
} from '../diagnostics/index.ts';
import type { CompiledFlow, FlowPart, Graph } from '../model/index.ts';
import type { CheckedFlow, FlowDraft, FlowFile } from './types.ts';
import { fileOf, keyRangeAt, type Document } from './read/document.ts';
import { withoutDoubtfulFixes } from './rules/doubtful-fixes.ts';
import { finish } from './emit/finish.ts';
import { machineOf } from './emit/machine.ts';
import { memoized } from '../model/memoized.ts';
import { partsOf } from './check/parts.ts';
import { readDraft, readFragment, type Surroundings } from './passes.ts';
import { heedIgnoreComments } from './rules/ignore-comments.ts';
import { flowRules } from './rules/index.ts';
import { versionOf } from './emit/version.ts';

/** What came of a flow file. */
export interface Compilation {
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

/** Compiles one flow. Never throws for what a file holds. */
export function compileFlow(source: FlowFile, surroundings: Surroundings = {}): Compilation {
  const { draft, parts, diagnostics } = inspectWithParts(source, surroundings);
  if (!draft) return { diagnostics, imports: [] };
  const { graph } = draft;
  const imports = importsOf(draft);
  if (hasErrors(diagnostics)) return { graph, diagnostics, imports };
  const graphs = Object.fromEntries(parts.map((part) => [part.source.name ?? '', part.graph]));
  return { flow: compiled(finish(draft), parts), graph, graphs, diagnostics, imports };
}

/** What is wrong with a flow file. */
export interface Verdict extends Pick<Compilation, 'diagnostics' | 'imports'> {
  /** The flow's name; absent when there is an error. */
  name?: string;
}

/** Says what is wrong with one flow, and makes nothing of it. Never throws for what a file holds. */
export function checkFlow(source: FlowFile, surroundings: Surroundings = {}): Verdict {
  const { draft, diagnostics } = inspectWithParts(source, surroundings);
  const name = hasErrors(diagnostics) ? undefined : draft?.source.name;
  return { diagnostics, imports: draft ? importsOf(draft) : [], ...(name === undefined ? {} : { name }) };
}

/** Reads and checks one flow with those that it runs; what is wrong with them is told by themselves, and here only that something is. */
export function inspectWithParts(
  source: FlowFile,
  surroundings: Surroundings = {},
): Inspection & { parts: readonly FlowDraft[] } {
  const { draft, diagnostics } = inspectFlow(source, surroundings);
  if (!draft) return { diagnostics, parts: [] };
  const { report, diagnostics: ofParts } = collectDiagnostics(source.file);
  const parts = partsOf(draft, report);
  return { draft, parts, diagnostics: sortDiagnostics([...diagnostics, ...ofParts]) };
}

/** A file that a flow imports: its path as diagnostics tell it, and what was read. */
export type ImportedText = Pick<FlowFile, 'file' | 'text'>;

function importsOf({ document: { imports = [] } }: FlowDraft): ImportedText[] {
  return imports.map(({ file, document: { text } }) => ({ file, text }));
}

/** What can be said of a flow file without making a machine of it. */
export interface Inspection {
  /** Absent when nothing could be read. */
  draft?: FlowDraft;
  /** In the order of the file. */
  diagnostics: Diagnostic[];
}

/** Reads and checks one flow. Never throws for what a file holds. */
export function inspectFlow(source: FlowFile, surroundings: Surroundings = {}): Inspection {
  const { file } = source;
  const { report, diagnostics } = collectDiagnostics(file);
  const draft = readDraft(source, report, surroundings);
  if (!draft) return { diagnostics: sortDiagnostics(distinct(diagnostics)) };
  applyRules(draft, report);
  const told = withoutDoubtfulFixes(heeded(distinct(diagnostics), draft, file), draft);
  return { draft, diagnostics: sortDiagnostics([...told, ...untold(told, draft, file)]) };
}

/** Reads and checks a file that flows import, as far as that is possible without a flow. */
export function inspectFragment(source: FlowFile, surroundings: Surroundings = {}): Inspection {
  const { report, diagnostics } = collectDiagnostics(source.file);
  const draft = readFragment(source, report, surroundings);
  return { ...(draft && { draft }), diagnostics: sortDiagnostics(distinct(diagnostics)) };
}

/** Each file has comments of its own; whether one of an imported file is needed, other flows may know. */
function heeded(diagnostics: readonly Diagnostic[], { document }: FlowDraft, file: string): Diagnostic[] {
  const { imports = [], own = document } = document;
  const byFile = Map.groupBy(diagnostics, (diagnostic) => diagnostic.file);
  const files = [{ file, document: own }, ...imports];
  const left = files.flatMap((one) => {
    const told = heedIgnoreComments({ ...one, diagnostics: byFile.get(one.file) ?? [] });
    return one.file === file ? told : told.filter(({ code }) => code !== 'ignore-unused');
  });
  // What is told of other files has no comments here.
  for (const { file: known } of files) byFile.delete(known);
  return [...left, ...[...byFile.values()].flat()];
}

/** What is not whole never runs, whatever became of the reason. */
function untold(told: readonly Diagnostic[], { document }: FlowDraft, file: string): Diagnostic[] {
  if (document.isPartial !== true || hasErrors(told)) return [];
  const { report, diagnostics } = collectDiagnostics(file);
  const span = document.span(keyRangeAt(document.root, ['imports']));
  report({ code: 'unknown-import', message: 'not all that this flow needs could be read', span });
  return diagnostics;
}

function applyRules(draft: FlowDraft, report: Report): void {
  const { document } = draft;
  for (const rule of flowRules) {
    if (rule.needsAll && document.isFaulty) continue;
    rule.check(draft, soundly(document, report));
  }
}

/** Keeps back findings about what a syntax error may have spoilt. */
function soundly(document: Document, report: Report): Report {
  return (finding) => {
    const { start, end } = finding.span;
    const isDoubtful = fileOf(document, finding.span).isDoubtful({ from: start.offset, to: end.offset });
    if (!isDoubtful) report(finding);
  };
}

function compiled(flow: CheckedFlow, parts: readonly FlowDraft[]): CompiledFlow {
  const others = parts.map(madeOnce);
  const content = {
    ...partOf(flow),
    format: 1 as const,
    env: Object.assign({}, ...[...others, flow].map(({ env }) => env)) as CompiledFlow['env'],
    limits: flow.limits,
  };
  const flowsBy = <Value>(value: (made: MadePart) => Value) =>
    Object.fromEntries(others.map((made) => [made.part.name, value(made)]));
  // What names a part names its content, so the parts themselves need not be gone through again.
  const version = versionOf({ ...content, flows: flowsBy((made) => made.version) });
  return { ...content, flows: flowsBy(({ part }) => part), version };
}

/** What a flow is for those that run it. */
interface MadePart {
  part: FlowPart;
  version: string;
  env: CompiledFlow['env'];
}

/** However many flows run it, one that was read once is made once. */
const madeOnce = memoized((draft: FlowDraft): MadePart => {
  const flow = finish(draft);
  const part = partOf(flow);
  return { part, version: versionOf(part), env: flow.env };
});

function partOf(flow: CheckedFlow): FlowPart {
  return {
    name: flow.name,
    languages: flow.languages,
    ...(flow.voice === undefined ? {} : { voice: flow.voice }),
    vars: flow.vars,
    params: flow.params,
    returns: flow.returns,
    prompts: flow.prompts,
    hours: flow.hours,
    tables: flow.tables,
    steps: Object.fromEntries(
      flow.graph.steps.map(({ name, verb, file, span, edges }) => [
        name,
        {
          verb,
          line: span.start.line,
          ...(file === undefined ? {} : { file }),
          outcomes: edges.map(({ outcome }) => outcome),
        },
      ]),
    ),
    machine: machineOf(flow),
  };
}
