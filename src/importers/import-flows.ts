/**
 * Imports flows of other systems: reads them, translates them, makes the result shorter where callers notice nothing, and compares
 * it with the original path by path. Pure: no file is read or written.
 */
import { compileFlow, createFlowCatalogue } from '../language/compiler/index.ts';
import type { FlowFile } from '../language/compiler/index.ts';
import { hasErrors, sortDiagnostics } from '../language/diagnostics/index.ts';
import { compare, FlowSide, writeCoveringSuite } from '../verification/compare/index.ts';
import type { CompareLimits } from '../verification/compare/index.ts';
import { passes } from './passes/index.ts';
import { Project } from './project/index.ts';
import type {
  Answers,
  Draft,
  Imported,
  ImportedFlow,
  NodeResult,
  System,
  SystemId,
  TranslatedFlow,
} from './project/index.ts';
import { readSource } from './reading/index.ts';
import type { ReadSource, SourceFile } from './reading/index.ts';
import { systems } from './systems.ts';
import { writeFlow } from './writing/index.ts';

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
  const project = new Project(answers);
  const sources = files.flatMap((file) => readFile(file, project));
  const system = findSystem(sources, project, from);
  const translated = system?.translate(sources, project) ?? [];
  const settings = Object.fromEntries(project.settings);
  const folded = new Folding(translated, settings, limits).fold();
  const flows = folded.map((flow) => addScenarios(flow, settings));
  return {
    ...(system !== undefined && { system }),
    flows,
    nodes: nameSteps(project.nodes, flows),
    losses: project.losses,
    questions: project.questions,
    diagnostics: sortDiagnostics(project.diagnostics),
    settings,
  };
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

/**
 * Applies the passes to the flows of a project.
 *
 * FOLD-1 A pass is kept only if the comparison with the original finds no more differences than without it.
 */
class Folding {
  readonly #translated: readonly TranslatedFlow[];
  readonly #settings: Record<string, string>;
  readonly #limits: CompareLimits;

  constructor(
    translated: readonly TranslatedFlow[],
    settings: Record<string, string>,
    limits: CompareLimits,
  ) {
    this.#translated = translated;
    this.#settings = settings;
    this.#limits = limits;
  }

  fold(): ImportedFlow[] {
    const plain = this.#translated.map(({ draft }) => draft);
    const whole = passes.reduce((drafts, { apply }) => drafts.map(apply), plain);
    const after = this.#judge(whole);
    if (after.every(isFlawless)) return after;
    const before = this.#judge(plain);
    if (isNoWorse(after, before)) return after;
    let kept = { drafts: plain, flows: before };
    for (const { apply } of passes) {
      const drafts = kept.drafts.map(apply);
      const flows = this.#judge(drafts);
      if (isNoWorse(flows, kept.flows)) kept = { drafts, flows };
    }
    return kept.flows;
  }

  /** Compiles flows and compares them with their originals. */
  #judge(drafts: readonly Draft[]): ImportedFlow[] {
    const files = drafts.map((draft): FlowFile => ({
      file: `${draft.flow.name}.flow.yaml`,
      text: writeFlow(draft),
    }));
    const others = createFlowCatalogue(files);
    return files.map((file, at) => {
      const { draft, original, isEntry } = { ...this.#translated[at], draft: drafts[at] } as TranslatedFlow;
      const { flow, diagnostics } = compileFlow(file, { others });
      const written = { name: draft.flow.name, text: file.text, draft, diagnostics };
      if (flow === undefined || !isEntry) return written;
      const side = new FlowSide(flow, this.#settings);
      return { ...written, side, comparison: compare(original, side, this.#limits) };
    });
  }
}

/** Adds scenarios that cover the steps of a flow. */
function addScenarios(imported: ImportedFlow, settings: Record<string, string>): ImportedFlow {
  const { side, comparison, name, draft } = imported;
  if (side === undefined || comparison === undefined) return imported;
  const env = Object.fromEntries(Object.entries(settings).filter(([key]) => key in (draft.flow.env ?? {})));
  const scenarios = writeCoveringSuite(comparison, { side, file: `${name}.flow.yaml`, env });
  return { ...imported, ...(scenarios !== undefined && { scenarios }) };
}

function isNoWorse(after: readonly ImportedFlow[], before: readonly ImportedFlow[]): boolean {
  return after.every((flow, at) => {
    const than = before[at];
    if (hasErrors(flow.diagnostics) && !hasErrors(than?.diagnostics ?? [])) return false;
    return countDifferences(flow) <= countDifferences(than);
  });
}

function isFlawless(flow: ImportedFlow): boolean {
  return !hasErrors(flow.diagnostics) && countDifferences(flow) === 0;
}

function countDifferences(flow: ImportedFlow | undefined): number {
  return flow?.comparison?.differences.length ?? 0;
}
