import { listTerms, namePath, scanTemplate, type Term } from '../../model/index.ts';
import { listReferences, stepNameOf } from '../check/references.ts';
import { getStepValues } from '../check/step-values.ts';
import { listValuePlaces } from '../check/value-places.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { toHull } from './number-ranges.ts';
import { findRangesAt } from './variable-ranges.ts';

/**
 * Reports items of a list that are spoken, sent or dialled where the list may be too short for them: the request saves
 * them only from a certain size on, and the switch that looks at the size lets smaller lists pass.
 */
export const missingItem: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const told = new Set<string>();
    for (const { variable, counter, size, list } of listItems(draft)) {
      if (isDecidedOn(variable, draft) || !isDecidedOn(counter, draft)) continue;
      for (const { step, purpose, names, span } of listValuePlaces(draft)) {
        const key = `${step} ${variable}`;
        const least = toHull(findRangesAt(draft, step).find(`vars.${counter}`))?.min;
        if (purpose === 'argument' || !names.has(`vars.${variable}`) || told.has(key)) continue;
        if (least === undefined || least < 0 || least >= size) continue;
        told.add(key);
        report({
          code: 'read-before-set',
          message: `step "${step}" uses "${variable}", which is empty unless ${list} has ${size}, but "${counter}" may be ${least} here`,
          span: span(),
          hint: `let the switch before it take out whoever has fewer: vars.${counter} < ${size}`,
        });
      }
    }
  },
};

/** An item of an answer that is saved when its list is long enough. */
interface Item {
  variable: string;
  /** The variable with the size of the list. */
  counter: string;
  /** The smallest size of a list that has the item. */
  size: number;
  /** The list as it is written. */
  list: string;
}

interface Saved {
  step: string;
  variable: string;
  source: string;
  term: Term;
}

function listItems(draft: FlowDraft): Item[] {
  const saved = listReferences(draft, 'answer').flatMap((reference) => readSaved(reference, draft));
  const counters = saved.flatMap((one) => {
    const list = readSizedList(one.term, one.source);
    return list === undefined ? [] : [{ ...one, list }];
  });
  return saved.flatMap((one) => {
    const guard = readGuard(one);
    const counter = counters.find(({ step, list }) => step === one.step && list === guard?.list);
    return guard === undefined || counter === undefined
      ? []
      : [{ variable: one.variable, counter: counter.variable, ...guard }];
  });
}

function readSaved(reference: ReturnType<typeof listReferences>[number], draft: FlowDraft): Saved[] {
  const step = stepNameOf(reference);
  const [part, ...others] = scanTemplate(reference.text).parts;
  const source = typeof part === 'object' && others.length === 0 ? part.expr : undefined;
  const term = source === undefined ? undefined : draft.expressions().parse(source);
  if (step === undefined || source === undefined || term === undefined) return [];
  return [{ step, variable: String(reference.path.at(-1)), source, term }];
}

/** Returns the list of `size(list)` or `list.size()`. */
function readSizedList(term: Term, source: string): string | undefined {
  if (term.kind !== 'call' || term.name !== 'size') return undefined;
  const list = term.on ?? term.args[0];
  return list === undefined || namePath(list) === undefined ? undefined : source.slice(list.start, list.end);
}

/** Reads `size(list) > 1 ? list[1] : ""`. */
function readGuard({ term, source }: Saved): Pick<Item, 'size' | 'list'> | undefined {
  if (term.kind !== 'operation' || term.operator !== '?:') return undefined;
  const [condition, item, otherwise] = term.args;
  if (otherwise?.kind !== 'value' || otherwise.value !== '' || condition?.kind !== 'operation')
    return undefined;
  const [left, right] = condition.args;
  const list = left === undefined ? undefined : readSizedList(left, source);
  const bound = right?.kind === 'value' && typeof right.value === 'bigint' ? Number(right.value) : undefined;
  const isItem = item !== undefined && listTerms(item).some((one) => one.kind === 'part');
  if (list === undefined || bound === undefined || !isItem) return undefined;
  if (condition.operator === '>') return { size: bound + 1, list };
  return condition.operator === '>=' ? { size: bound, list } : undefined;
}

/** True for a variable on which a switch decides. */
function isDecidedOn(variable: string, draft: FlowDraft): boolean {
  return draft.graph.steps.some(
    ({ name, verb }) => verb === 'switch' && getStepValues(draft, name).reads.has(`vars.${variable}`),
  );
}
