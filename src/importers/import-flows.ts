/**
 * Imports flows of other systems: reads them, translates them, makes the result shorter where callers notice nothing, and compares
 * it with the original path by path. Pure: no file is read or written.
 */
import { sortDiagnostics } from '../language/diagnostics/index.ts';
import { writeCoveringSuite } from '../verification/compare/index.ts';
import type { CompareLimits } from '../verification/compare/index.ts';
import { listDifferingNodes } from './differing-nodes.ts';
import { Folding } from './folding.ts';
import { answerMailboxes } from './mailboxes.ts';
import { noteOriginalFaults } from './original-faults.ts';
import { breakLoops, listReached } from './passes/index.ts';
import { Project, UsedAnswers } from './project/index.ts';
import type {
  Answers,
  Imported,
  ImportedFlow,
  NodeId,
  NodeResult,
  System,
  SystemId,
  TranslatedFlow,
} from './project/index.ts';
import { readSource } from './reading/index.ts';
import type { ReadSource, SourceFile } from './reading/index.ts';
import { systems } from './systems.ts';

/** Options of an import. */
interface ImportOptions {
  /** Default: the content decides. */
  from?: SystemId;
  answers: Answers;
  limits: CompareLimits;
}

/** Imports the files of one project. Never throws because of what is in them. */
export function importFlows(
  files: readonly SourceFile[],
  { from, answers, limits }: ImportOptions,
): Imported {
  const used = new UsedAnswers(answers);
  const project = new Project(used.answers);
  const sources = files.flatMap((file) => readFile(file, project));
  const system = findSystem(sources, project, from);
  const mailboxes = (system?.translate(sources, project) ?? []).map((flow) => answerMailboxes(flow, project));
  const answered = new Set(mailboxes.flatMap((one) => one.answered));
  const translated = mailboxes.map(({ flow }) => endLoops(flow, project));
  for (const node of listUnwritten(translated))
    project.lowerNode(node, { grade: 'dropped', reason: 'ONLY_BEHIND_STUB' });
  for (const source of sources) tellEntities(source, project);
  const settings = Object.fromEntries(project.settings);
  const folded = noteOriginalFaults(new Folding(translated, settings, limits).fold());
  for (const node of folded.flatMap((flow) => [...listDifferingNodes(flow)]))
    project.lowerNode(node, { grade: 'near', reason: 'DIFFERS' });
  const flows = folded.map((flow) => addScenarios(flow, settings));
  return {
    ...(system !== undefined && { system }),
    flows,
    nodes: nameSteps(project.nodes, flows).map((node) =>
      answered.has(node.id) && node.grade === 'stub' ? { ...node, grade: 'near' } : node,
    ),
    losses: project.losses,
    questions: project.questions,
    unusedAnswers: used.listUnused(),
    diagnostics: sortDiagnostics(project.diagnostics),
    settings,
  };
}

/** Ends loops in which nobody is asked, and tells the project where they are. */
function endLoops(translated: TranslatedFlow, project: Project): TranslatedFlow {
  const { draft, looping } = breakLoops(translated.draft);
  for (const reason of ['ENDLESS_LOOP', 'LOOP_OF_STUB'] as const)
    for (const node of new Set(looping[reason])) project.lowerNode(node, { grade: 'near', reason });
  return { ...translated, draft };
}

/** Lists nodes whose steps no call can reach, because a step before them is left to the author: they are not written. */
function listUnwritten(translated: readonly TranslatedFlow[]): ReadonlySet<NodeId> {
  const [written, all] = [new Set<NodeId>(), new Set<NodeId>()];
  for (const { draft } of translated) {
    const reached = listReached(draft);
    const isLeft = [...reached].some((name) => draft.about[name]?.todo !== undefined);
    for (const [name, { nodes }] of Object.entries(draft.about))
      for (const node of nodes)
        if (reached.has(name)) written.add(node);
        else if (isLeft) all.add(node);
  }
  return all.difference(written);
}

/** Tells of entities whose text the import does not know, and of the innermost nodes in which they stand. */
function tellEntities(source: ReadSource, project: Project): void {
  if (source.format !== 'xml') return;
  const { file } = source;
  for (const { name, span } of source.unread) {
    const message = `the text of the entity "&${name};" is not known, so its name stands in its place`;
    const hint = 'write the text there; of what a document type declares, only plain text is read';
    project.report(file, { code: 'import-broken-node', message, span, hint });
    const [start, end] = [span.start.offset, span.end.offset];
    const [node] = project.nodes
      .filter((one) => one.file === file && one.span.start.offset <= start && end <= one.span.end.offset)
      .toSorted((one, other) => other.span.start.offset - one.span.start.offset);
    if (node !== undefined) project.lowerNode(node.id, { grade: 'near', reason: 'ENTITY_ELSEWHERE' });
  }
}

function readFile(file: SourceFile, project: Project): ReadSource[] {
  const source = readSource(file);
  if (!('code' in source)) return [source];
  project.report(file.file, source);
  return [];
}

function findSystem(
  sources: readonly ReadSource[],
  project: Project,
  from: SystemId | undefined,
): System | undefined {
  if (from !== undefined) return systems.find(({ id }) => id === from);
  const found = sources.map((source) => ({
    source,
    fitting: systems.filter((one) => one.recognise(source)),
  }));
  const all = new Set(found.flatMap(({ fitting }) => fitting));
  for (const { source, fitting } of found) {
    if (fitting.length > 0) continue;
    const hint = `name the system with --from ${systems.map(({ id }) => id).join('|')}`;
    const message = 'this is not a flow of a system that can be imported';
    project.report(source.file, { code: 'import-unknown-system', message, span: source.root.span, hint });
  }
  const [system, ...others] = all;
  const [first] = sources;
  if (others.length > 0 && first !== undefined)
    project.report(first.file, {
      code: 'import-unknown-system',
      message: `the files are of several systems: ${[...all].map(({ name }) => name).join(', ')}`,
      span: first.root.span,
      hint: 'import the files of each system alone, or name one with --from',
    });
  return others.length > 0 ? undefined : system;
}

/** Adds to each node the steps that it became. */
function nameSteps(nodes: readonly NodeResult[], flows: readonly ImportedFlow[]): NodeResult[] {
  const steps = new Map<string, string>();
  for (const { draft } of flows)
    for (const [step, { nodes: from }] of Object.entries(draft.about))
      for (const node of from) if (!steps.has(node)) steps.set(node, step);
  return nodes.map((node) => {
    const step = steps.get(node.id);
    return step === undefined ? node : { ...node, step };
  });
}

/** Adds scenarios that cover the steps of a flow. */
function addScenarios(imported: ImportedFlow, settings: Record<string, string>): ImportedFlow {
  const { side, comparison, name, draft } = imported;
  if (side === undefined || comparison === undefined) return imported;
  const env = Object.fromEntries(Object.entries(settings).filter(([key]) => key in (draft.flow.env ?? {})));
  const scenarios = writeCoveringSuite(comparison, { side, file: `${name}.flow.yaml`, env });
  return { ...imported, ...(scenarios !== undefined && { scenarios }) };
}
