/**
 * The compiler's passes in order. Each pass continues with what the previous one could read, so a single run reports
 * all mistakes of a file.
 */
import {
  collectDiagnostics,
  hasErrors,
  sortDiagnostics,
  type Diagnostic,
  type Report,
} from '../diagnostics/index.ts';
import type { CompiledFlow, NamedCapabilities } from '../model/index.ts';
import { checkDocument } from './check/check.ts';
import { createDraft } from './check/draft.ts';
import { joinImports } from './check/imports.ts';
import { listUsedNames } from './check/names.ts';
import { collectParts } from './check/parts.ts';
import { toCompiledFlow } from './emit/compiled-flow.ts';
import { applyDefaults } from './mend/defaults.ts';
import { regroupKeys } from './mend/misplaced.ts';
import { correctSpelling } from './mend/correct-spelling.ts';
import { expandShorthands } from './mend/shorthands.ts';
import { moveBodiesIntoSteps } from './mend/step-bodies.ts';
import { entryOf, type Document } from './read/document.ts';
import { parseDocument } from './read/parse-document.ts';
import { lackWarnings, reportLacks } from './needs/find-lacks.ts';
import { listNeeds } from './needs/list-needs.ts';
import type { Need } from './needs/need.ts';
import { applyRules, settleDiagnostics, suppressDoubtful } from './rules/apply-rules.ts';
import { flowRule, fragmentRule } from './schema/flow-schema.ts';
import { namedKinds } from './schema/name-forms.ts';
import type { Rule } from './schema/schema.ts';
import type { Checked, CheckedDocument, FlowDraft, FlowFile, FlowCatalogue } from './types.ts';

/** A file on its way through the passes. */
export interface Work {
  source: FlowFile;
  /** The schema to check against: that of flows, or that of imported files. */
  rule: Rule;
  /** The other flows that this one can run. */
  others: FlowCatalogue;
  /** The carriers to check against; absent: the default one. */
  carriers?: readonly NamedCapabilities[];
  report: Report;
  /** The findings so far; sorted in file order after the rules pass. */
  diagnostics: Diagnostic[];
  document?: Document;
  draft?: FlowDraft;
  /** What the flow itself needs of a carrier. */
  needs?: readonly Need[];
  /** The flows that it runs, directly or indirectly. */
  parts?: readonly FlowDraft[];
  flow?: CompiledFlow;
}

interface Pass {
  name: string;
  /** Returns undefined when there is nothing left to process. */
  run: (work: Work) => Work | undefined;
}

const passes = [
  { name: 'read', run: readText },
  { name: 'mend', run: mendDocument },
  { name: 'check', run: checkFile },
  { name: 'rules', run: runRules },
  { name: 'link', run: linkParts },
  { name: 'emit', run: emitFlow },
] as const satisfies readonly Pass[];

/** Runs the passes up to and including `last`, or until one has nothing left to process. */
export function runPasses(work: Work, last: (typeof passes)[number]['name']): Work {
  let done = work;
  for (const { name, run } of passes) {
    const next = run(done);
    if (next === undefined) break;
    done = next;
    if (name === last) break;
  }
  return done;
}

function readText(work: Work): Work | undefined {
  const document = parseDocument(work.source.text, work.report);
  return document && { ...work, document };
}

function mendDocument(work: Work): Work | undefined {
  const { document, report } = work;
  return document && { ...work, document: mendOne(document, report) };
}

/** Corrects what its author clearly meant, expands short forms, and adds the verbs' defaults to the steps. */
function mendOne(document: Document, report: Report): Document {
  const indented = moveBodiesIntoSteps(document, report);
  const inPlace = regroupKeys(correctSpelling(indented, listNamesUsedIn), report);
  return applyDefaults(expandShorthands(inPlace, report));
}

function listNamesUsedIn(document: Document): ReturnType<typeof listUsedNames> {
  return listUsedNames(document, checkDocument(document, flowRule, () => undefined).references);
}

/** Checks the file and everything that it imports against the schemas. */
function checkFile(work: Work): Work | undefined {
  const { source, rule, others, report, document } = work;
  if (document === undefined) return undefined;
  const { file, read } = source;
  const check = (written: Document) => checkOne(mendOne(written, report), fragmentRule, report);
  const whole = joinImports(checkOne(document, rule, report), { file, read, report, check });
  return {
    ...work,
    draft: createDraft(renameFlow(whole.checked, source), { document: whole.document, others, read }),
  };
}

/** Gives a standard flow the name by which other flows run it. */
function renameFlow(checked: Checked, { name }: FlowFile): Checked {
  if (name === undefined || typeof checked.value !== 'object') return checked;
  return { ...checked, value: { ...checked.value, name } };
}

function checkOne(document: Document, rule: Rule, report: Report): CheckedDocument {
  const named = hasUnreadableNames(document, rule) ? { ...document, isPartial: true } : document;
  const checked = checkDocument(named, rule, report);
  const isPartial = named.isPartial === true || checked.broken.some(([section]) => section === 'imports');
  return { document: isPartial ? { ...named, isPartial } : named, checked };
}

/** True when a section of names is required or present but unreadable: any name may be one of them. */
function hasUnreadableNames({ root }: Document, { required }: Rule): boolean {
  return Object.keys(namedKinds).some((section) => {
    const entry = entryOf(root, section);
    return entry === undefined ? required.includes(section) : entry.value.kind !== 'map';
  });
}

function runRules(work: Work): Work | undefined {
  const { source, report, diagnostics, draft, carriers } = work;
  if (draft === undefined) return undefined;
  applyRules(draft, report);
  const needs = listNeeds(draft);
  reportLacks(needs, carriers, suppressDoubtful(draft.document, report));
  const neededElsewhere = carriers === undefined ? (['carrier-does-less'] as const) : lackWarnings;
  const settled = settleDiagnostics(diagnostics, draft, { file: source.file, neededElsewhere });
  return { ...work, needs, diagnostics: sortDiagnostics(settled) };
}

function linkParts(work: Work): Work | undefined {
  if (work.draft === undefined) return undefined;
  const { report, diagnostics } = collectDiagnostics(work.source.file);
  const parts = collectParts(work.draft, report);
  return { ...work, parts, diagnostics: sortDiagnostics([...work.diagnostics, ...diagnostics]) };
}

function emitFlow(work: Work): Work | undefined {
  const { draft, parts = [], diagnostics } = work;
  return draft && !hasErrors(diagnostics) ? { ...work, flow: toCompiledFlow(draft, parts) } : undefined;
}
