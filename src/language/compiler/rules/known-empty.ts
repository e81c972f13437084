import type { Edge } from '../../model/index.ts';
import type { Alternatives } from '../check/condition-formula.ts';
import { listConditions, type Condition } from '../check/known-values.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';

/** Verbs by which somebody hears, gets or is reached by a value. */
const USING = new Set(['say', 'http', 'sms', 'connect', 'collect', 'menu', 'voicemail']);

/**
 * Reports steps that say, dial or send a value to which the only way is the one on which a switch has found it empty:
 * the condition is the wrong way round.
 */
export const knownEmpty: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const arrivals = countArrivals(draft);
    for (const [name, conditions] of listConditions(draft))
      for (const edge of findStep(draft, name)?.edges ?? []) {
        const empty = findEmpty(edge, conditions);
        const target = findStep(draft, edge.to);
        if (empty === undefined || target === undefined || arrivals.get(edge.to) !== 1) continue;
        if (!USING.has(target.verb) || !findStepReads(draft, target.name).has(empty.name)) continue;
        report({
          code: 'read-before-set',
          message: `step "${target.name}" uses "${empty.name}", but step "${name}" leads there only when it is empty`,
          span: spanAt(draft.document, empty.path),
          hint: 'turn the condition round, or exchange the targets',
        });
      }
  },
};

/** Counts the ways to each step; the call comes to the first one from outside. */
function countArrivals({ graph }: FlowDraft): ReadonlyMap<string, number> {
  const targets = [graph.entry, ...graph.steps.flatMap(({ edges }) => edges.map(({ to }) => to))];
  return new Map([...Map.groupBy(targets, (to) => to)].map(([to, all]) => [to, all.length]));
}

/** Returns the variable that is empty for all calls that leave a switch by an edge, and the place of the condition. */
function findEmpty(
  { outcome }: Edge,
  conditions: readonly Condition[],
): { name: string; path: Path } | undefined {
  const [first] = conditions;
  const taken = conditions[Number(/^case_(\d+)$/.exec(outcome)?.[1] ?? 0) - 1];
  const condition = taken ?? (outcome === 'otherwise' && conditions.length === 1 ? first : undefined);
  const name = condition && readEmpty(taken === undefined ? condition.isFalse : condition.isTrue);
  return condition === undefined || name === undefined ? undefined : { name, path: condition.path };
}

/** Returns the variable that must equal the empty text. */
function readEmpty(alternatives: Alternatives): string | undefined {
  const [literals = [], ...others] = alternatives ?? [];
  const found = literals.find(
    ({ isTrue, comparison }) => isTrue && comparison?.kind === 'equals' && comparison.value === '',
  );
  const name = others.length === 0 ? found?.comparison?.name : undefined;
  return name?.startsWith('vars.') === true ? name : undefined;
}
