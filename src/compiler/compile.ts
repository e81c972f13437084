/**
 * A flow's source → its compiled form: text → document → checked against the schema → draft with graph → rules →
 * machine. Each arrow takes what the one before could make of the text, so all mistakes of a file are told in one run.
 */
import {
  collectDiagnostics,
  hasErrors,
  sortDiagnostics,
  type Diagnostic,
  type Report,
} from '../diagnostics/index.ts';
import type { CompiledFlow, Graph } from '../flow/index.ts';
import { checkDocument } from './check.ts';
import type { CheckedFlow } from './checked-flow.ts';
import { parseDocument, type Document } from './document.ts';
import { draftOf, type FlowDraft } from './draft.ts';
import { finish } from './finish.ts';
import { flowRule } from './flow-schema.ts';
import { machineOf } from './machine.ts';
import { heedIgnoreComments } from './rules/ignore-comments.ts';
import { flowRules } from './rules/index.ts';
import { versionOf } from './version.ts';

/** A flow file. */
export interface FlowFile {
  /** Its path, for diagnostics only. */
  file: string;
  text: string;
}

/** What came of a flow file. */
export interface Compilation {
  /** Absent when there is an error. */
  flow?: CompiledFlow;
  /** Of the steps that could be read; absent when none could. */
  graph?: Graph;
  /** In the order of the file. */
  diagnostics: Diagnostic[];
}

/** Compiles one flow. Never throws for what a file holds. */
export function compileFlow(source: FlowFile): Compilation {
  const { draft, diagnostics } = inspectFlow(source);
  if (!draft) return { diagnostics };
  const { graph } = draft;
  if (hasErrors(diagnostics)) return { graph, diagnostics };
  return { flow: compiled(finish(draft)), graph, diagnostics };
}

/** What can be said of a flow file without making a machine of it. */
export interface Inspection {
  /** Absent when nothing could be read. */
  draft?: FlowDraft;
  /** In the order of the file. */
  diagnostics: Diagnostic[];
}

/** Reads and checks one flow. Never throws for what a file holds. */
export function inspectFlow({ file, text }: FlowFile): Inspection {
  const { report, diagnostics } = collectDiagnostics(file);
  const draft = readDraft(text, report);
  if (!draft) return { diagnostics: sortDiagnostics(diagnostics) };
  applyRules(draft, report);
  const left = heedIgnoreComments({ file, document: draft.document, diagnostics });
  return { draft, diagnostics: sortDiagnostics(left) };
}

/** What can be read of a flow's text; mistakes of form go to `report`. */
export function readDraft(text: string, report: Report): FlowDraft | undefined {
  const document = parseDocument(text, report);
  return document && draftOf(document, checkDocument(document, flowRule, report));
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
    if (!document.isDoubtful({ from: start.offset, to: end.offset })) report(finding);
  };
}

function compiled(flow: CheckedFlow): CompiledFlow {
  const content = {
    format: 1 as const,
    name: flow.name,
    languages: flow.languages,
    ...(flow.voice === undefined ? {} : { voice: flow.voice }),
    vars: flow.vars,
    params: flow.params,
    env: flow.env,
    returns: {},
    flows: {},
    prompts: flow.prompts,
    limits: flow.limits,
    steps: Object.fromEntries(
      flow.graph.steps.map(({ name, verb, span, edges }) => [
        name,
        { verb, line: span.start.line, outcomes: edges.map(({ outcome }) => outcome) },
      ]),
    ),
    machine: machineOf(flow),
  };
  return { ...content, version: versionOf(content) };
}
