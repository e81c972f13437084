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

type Compiled = Omit<JudgedFlow, 'draft'>;

/**
 * Applies the passes to the flows of a project.
 *
 * FOLD-1 The passes are kept if their result equals the original. Otherwise each is kept only if its result equals the flow as it
 *    was translated.
 */
export class Folding {
  readonly #translated: readonly TranslatedFlow[];
  readonly #settings: Record<string, string>;
  readonly #limits: CompareLimits;
  /** Flows by their text and the texts of the flows that they run. */
  readonly #compiled = new Map<string, Compiled>();

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
    const whole = this.#compile(passes.reduce((drafts, { apply }) => drafts.map(apply), plain));
    const after = this.#compareWithOriginals(whole);
    if (after.every(isFlawless)) return after;
    const before = this.#compile(plain);
    if (this.#isSame(whole, before)) return after;
    let kept = { drafts: plain, flows: before };
    for (const { apply } of passes) {
      const drafts = kept.drafts.map(apply);
      const flows = this.#compile(drafts);
      if (this.#isSame(flows, before)) kept = { drafts, flows };
    }
    return this.#compareWithOriginals(kept.flows);
  }

  #compile(drafts: readonly Draft[]): JudgedFlow[] {
    const files = drafts.map((draft): FlowFile => ({
      file: `${draft.flow.name}.flow.yaml`,
      text: writeFlow(draft),
    }));
    const texts = files.map(({ text }) => text);
    const others = createFlowCatalogue(files);
    const uncompared = new Set(
      drafts.flatMap(({ about }) => Object.keys(about).filter((step) => about[step]?.todo !== undefined)),
    );
    return files.flatMap((file, at) => {
      const [translated, draft] = [this.#translated[at], drafts[at]];
      if (translated === undefined || draft === undefined) return [];
      // A flow depends on the ones that it runs, and most passes change few flows.
      const key = JSON.stringify([at, listTextsBehind(at, drafts, texts)]);
      const known = this.#compiled.get(key) ?? this.#compileFile(file, translated, { others, uncompared });
      this.#compiled.set(key, known);
      return [{ ...known, draft }];
    });
  }

  #compileFile(
    file: FlowFile,
    { draft, isEntry }: TranslatedFlow,
    { others, uncompared }: { others: FlowCatalogue; uncompared: ReadonlySet<string> },
  ): Compiled {
    const { name } = draft.flow;
    const compilation = compileFlow(file, { others });
    const { flow, diagnostics } = compilation;
    const searched = 'none' as const;
    const compiled = { name, text: file.text, diagnostics, faults: [], searched, compilation };
    return flow === undefined || !isEntry
      ? compiled
      : { ...compiled, side: new FlowSide(flow, this.#settings, uncompared) };
  }

  #compareWithOriginals(flows: readonly JudgedFlow[]): JudgedFlow[] {
    return flows.map((flow, at) => {
      const original = this.#translated[at]?.original;
      if (original === undefined || flow.side === undefined) return flow;
      return { ...flow, comparison: compare(original, flow.side, this.#limits) };
    });
  }

  /** True if nobody notices which of the two is called. */
  #isSame(after: readonly JudgedFlow[], before: readonly JudgedFlow[]): boolean {
    return after.every(({ side, diagnostics }, at) => {
      const than = before[at];
      if (hasErrors(diagnostics) && !hasErrors(than?.diagnostics ?? [])) return false;
      if (side === undefined || than?.side === undefined || side === than.side) return true;
      return compare(than.side, side, this.#limits).differences.length === 0;
    });
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

/** True if a flow has no errors and equals its original. */
export function isFlawless(flow: ImportedFlow): boolean {
  return !hasErrors(flow.diagnostics) && (flow.comparison?.differences ?? []).length === 0;
}
