import { findReachable, indexSteps } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';

/** Steps that only decide where the call goes on. */
const DECIDING = new Set(['hours', 'switch', 'lookup']);

/**
 * Reports choices from which a call comes back to their menu through steps that only decide and say nothing, so that the
 * key seems dead. A choice that leads straight to its menu repeats it on purpose, and one that sets something, or passes
 * a step that does, changes what callers hear next.
 */
export const deadChoice: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    for (const { step, body, path } of listMenus(draft))
      body.choices?.forEach((choice, index) => {
        const first = steps.get(choice?.goto ?? '');
        if (first === undefined || choice?.set !== undefined || choice?.language !== undefined) return;
        if (!DECIDING.has(first.verb)) return;
        const silent = new Map([...steps].filter(([, { verb }]) => DECIDING.has(verb)));
        const passed = findReachable(silent, [first.name]);
        const last = [...passed].find((name) => steps.get(name)?.edges.some(({ to }) => to === step.name));
        if (last === undefined) return;
        const named = choice?.key === undefined ? 'a choice' : `the key "${choice.key}"`;
        report({
          code: 'dead-choice',
          message: `${named} of menu "${step.name}" seems dead: from step "${last}" callers hear the same menu again, without a word why`,
          span: spanAt(draft.document, [...path, 'choices', index]),
          hint: `lead step "${last}" to a step that says why, or to another party`,
        });
      });
  },
};
