import { findReachable, indexSteps, namePath } from '../../model/index.ts';
import { listConditions } from '../check/known-values.ts';
import type { Source } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';
import { keyRangeAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports counters that a step counts on from another counter: on a circle through this step and the condition on the
 * counter nothing changes the other one, so that the counter stays and callers go round for ever. A number that follows
 * from another one is left alone, unless conditions compare both with a bound.
 */
export const counterOfAnother: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [name, sources] of findSources(draft))
      for (const source of sources) {
        const other = readOther(source, draft);
        const { step } = source;
        if (step === undefined || other === undefined || !isCounter(other, draft)) continue;
        const decides = findCircle({ name, other, step }, draft);
        if (decides === undefined) continue;
        report({
          code: 'counter-stands-still',
          message: `step "${step}" counts "${name}" on from "${other}", so it stays the same however often callers come to step "${decides}", which waits for it`,
          span: draft.document.span(keyRangeAt(draft.document.root, ['steps', step])),
          hint: `write \${vars.${name} + 1}`,
        });
      }
  },
};

/** Returns the variable to which a step adds a number in order to set another one. */
function readOther(source: Source, draft: FlowDraft): string | undefined {
  if (source.kind !== 'expression' || !source.isSet) return undefined;
  const term = draft.expressions().parse(source.source);
  if (term?.kind !== 'operation' || (term.operator !== '+' && term.operator !== '-')) return undefined;
  const [left, right] = term.args;
  const [, other] = /^vars\.(\w+)$/.exec((left && namePath(left)) ?? '') ?? [];
  return right?.kind === 'value' && other !== source.variable ? other : undefined;
}

/** True for a variable that a step counts on, and that some condition compares with a bound. */
function isCounter(name: string, draft: FlowDraft): boolean {
  const sources = findSources(draft).get(name) ?? [];
  const isCounted = sources.some(({ isSet, reads }) => isSet && reads.has(`vars.${name}`));
  return isCounted && listDeciding(name, draft).length > 0;
}

/** Returns the switches that compare a variable with a bound. */
function listDeciding(name: string, draft: FlowDraft): string[] {
  const bounded = new RegExp(String.raw`\bvars\.${name}\s*(?:[<>]|==)\s*=?\s*\d`);
  return [...listConditions(draft)]
    .filter(([, conditions]) => conditions.some(({ source }) => bounded.test(source)))
    .map(([step]) => step);
}

/** Returns a switch on the counter that lies on a circle through its step, on which neither of the two is written. */
function findCircle(
  { name, other, step }: { name: string; other: string; step: string },
  draft: FlowDraft,
): string | undefined {
  const steps = indexSteps(draft.graph);
  const writing = new Set(
    [name, other].flatMap((one) => (findSources(draft).get(one) ?? []).map((source) => source.step)),
  );
  const follow = (from: string): Set<string> =>
    findReachable(
      steps,
      (steps.get(from)?.edges ?? []).map(({ to }) => to).filter((to) => to === step || !writing.has(to)),
      ({ to }, at) => at !== step && (to === step || !writing.has(to)),
    );
  const behind = follow(step);
  return listDeciding(name, draft).find((decides) => behind.has(decides) && follow(decides).has(step));
}
