import type { Edge } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { groupSaidByStep } from './words/said.ts';

/**
 * Reports cases of a `switch` that run on into the next case: a step that only speaks has no `next`, and the step below
 * belongs to another case alone, so that callers hear what is true of both. Where two cases share their steps, something
 * else leads there too, or the others run on as well.
 */
export const caseFallsThrough: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const entries = Map.groupBy(
      draft.graph.steps.flatMap(({ name, edges }) => edges.map((edge) => ({ from: name, edge }))),
      ({ edge }) => edge.to,
    );
    for (const { name, verb, edges } of draft.graph.steps) {
      const targets = new Set(edges.filter(({ kind }) => kind === 'goto').map(({ to }) => to));
      if (verb !== 'switch' || targets.size < MIN_CASES) continue;
      const isEntry = ({ from, edge }: { from: string; edge: Edge }): boolean =>
        from === name && edge.kind === 'goto';
      for (const target of targets) {
        const below = findFallThrough(target, draft);
        if (below === undefined || !targets.has(below)) continue;
        const isOwn = [target, below].every((to) =>
          entries.get(to)?.every((entry) => isEntry(entry) || (to === below && entry.from === target)),
        );
        const others = [...targets].filter((one) => one !== target && one !== below);
        if (!isOwn || !others.some((one) => hasNext(one, draft)) || !groupSaidByStep(draft).has(below))
          continue;
        report({
          code: 'case-falls-through',
          message: `callers for whom step "${name}" goes to "${target}" hear step "${below}" as well, which is another case`,
          span: draft.document.span(findDraft(target, draft)?.nameRange ?? { from: 0, to: 0 }),
          hint: `give step "${target}" a "next"`,
        });
      }
    }
  },
};

/** Two cases may be meant as one that says more and one that says less. */
const MIN_CASES = 3;

function findDraft(name: string, draft: FlowDraft): FlowDraft['steps'][number] | undefined {
  return draft.steps.find((step) => step.name === name);
}

function hasNext(name: string, draft: FlowDraft): boolean {
  return findDraft(name, draft)?.next !== undefined;
}

/** Returns the step below a speaking step without `next`. */
function findFallThrough(name: string, draft: FlowDraft): string | undefined {
  const step = draft.graph.steps.find((one) => one.name === name);
  if (step?.verb !== 'say' || hasNext(name, draft)) return undefined;
  return step.edges.find(({ kind }) => kind === 'next')?.to;
}
