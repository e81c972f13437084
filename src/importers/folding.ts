/** Makes translated flows shorter, as far as the comparison with their originals allows. */
import { compileFlow, createFlowCatalogue } from '../language/compiler/index.ts';
import type { Compilation, FlowCatalogue, FlowFile } from '../language/compiler/index.ts';
import { hasErrors } from '../language/diagnostics/index.ts';
import { compare, FlowSide } from '../verification/compare/index.ts';
import type { CompareLimits } from '../verification/compare/index.ts';
import { passes } from './passes/index.ts';
import type { Draft, ImportedFlow, TranslatedFlow } from './project/index.ts';
import { writeFlow } from './writing/index.ts';

/** An imported flow with what the compiler made of it. */
export interface JudgedFlow extends ImportedFlow {
  compilation: Compilation;
}

type Judged = Omit<JudgedFlow, 'draft'>;

/**
 * Applies the passes to the flows of a project.
 *
 * FOLD-1 A pass is kept only if the comparison with the original finds no more differences than without it.
 */
export class Folding {
  readonly #translated: readonly TranslatedFlow[];
  readonly #settings: Record<string, string>;
  readonly #limits: CompareLimits;
  /** Flows by their text and the texts of the flows that they run. */
  readonly #judged = new Map<string, Judged>();

  constructor(
    translated: readonly TranslatedFlow[],
    settings: Record<string, string>,
    limits: CompareLimits,
  ) {
    this.#translated = translated;
    this.#settings = settings;
    this.#limits = limits;
  }

  fold(): JudgedFlow[] {
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
  #judge(drafts: readonly Draft[]): JudgedFlow[] {
    const files = drafts.map((draft): FlowFile => ({
      file: `${draft.flow.name}.flow.yaml`,
      text: writeFlow(draft),
    }));
    const texts = files.map(({ text }) => text);
    const others = createFlowCatalogue(files);
    return files.flatMap((file, at) => {
      const [translated, draft] = [this.#translated[at], drafts[at]];
      if (translated === undefined || draft === undefined) return [];
      // A flow depends on the ones that it runs, and most passes change few flows.
      const key = JSON.stringify([at, listTextsBehind(at, drafts, texts)]);
      const known = this.#judged.get(key) ?? this.#judgeFile(file, translated, others);
      this.#judged.set(key, known);
      return [{ ...known, draft }];
    });
  }

  #judgeFile(file: FlowFile, { draft, original, isEntry }: TranslatedFlow, others: FlowCatalogue): Judged {
    const { name } = draft.flow;
    const compilation = compileFlow(file, { others });
    const { flow, diagnostics } = compilation;
    const searched = 'none' as const;
    const written = { name, text: file.text, diagnostics, faults: [], searched, compilation };
    if (flow === undefined || !isEntry) return written;
    const side = new FlowSide(flow, this.#settings);
    return { ...written, side, comparison: compare(original, side, this.#limits) };
  }
}

/** Lists the text of a flow, and those of the flows that it runs, directly or not. */
function listTextsBehind(at: number, drafts: readonly Draft[], texts: readonly string[]): string[] {
  const numbers = new Map(drafts.map(({ flow }, number) => [flow.name, number]));
  const found = new Set([at]);
  // The iterator of a set also visits elements added during the iteration.
  for (const one of found)
    for (const { run, goto } of Object.values(drafts[one]?.flow.steps ?? {})) {
      const other = numbers.get(run?.flow ?? goto?.flow ?? '');
      if (other !== undefined) found.add(other);
    }
  return [...found].map((one) => texts[one] ?? '');
}

function isNoWorse(after: readonly ImportedFlow[], before: readonly ImportedFlow[]): boolean {
  return after.every((flow, at) => {
    const than = before[at];
    if (hasErrors(flow.diagnostics) && !hasErrors(than?.diagnostics ?? [])) return false;
    return countDifferences(flow) <= countDifferences(than);
  });
}

/** True if a flow has no errors and equals its original. */
export function isFlawless(flow: ImportedFlow): boolean {
  return !hasErrors(flow.diagnostics) && countDifferences(flow) === 0;
}

function countDifferences(flow: ImportedFlow | undefined): number {
  return flow?.comparison?.differences.length ?? 0;
}
