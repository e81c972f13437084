import { findReachable, indexSteps } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';
import { findWrites } from './variable-uses.ts';

/**
 * Reports choices that leave a value as callers set it by another choice of the same menu, when they come back to it and
 * decide otherwise. Only values that nothing else sets are judged, at choices that set nothing and lead to the same step:
 * choices that each set a value of their own may add up.
 */
export const valueKept: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    for (const { step, body, path } of listMenus(draft)) {
      const choices = body.choices ?? [];
      for (const [index, choice] of choices.entries()) {
        if (choice?.set !== undefined) continue;
        const siblings = choices.filter((one) => one !== choice && one?.goto === choice?.goto);
        const kept = siblings
          .flatMap((one) => Object.entries(one?.set ?? {}))
          .find(
            ([name, value]) => value !== draft.vars[name]?.initial && isSetByMenu(name, step.name, draft),
          );
        if (kept === undefined || !findReachable(steps, [choice?.goto ?? '']).has(step.name)) continue;
        const [name, value] = kept;
        report({
          code: 'value-kept',
          message: `callers who come back to menu "${step.name}" and press "${choice?.key ?? ''}" keep "${name}" as ${JSON.stringify(value)}, which another choice has set`,
          span: spanAt(draft.document, [...path, 'choices', index]),
          hint: `write set: { ${name}: ${JSON.stringify(draft.vars[name]?.initial)} }`,
        });
      }
    }
  },
};

/** True for a variable that no other step fills. */
function isSetByMenu(name: string, menu: string, draft: FlowDraft): boolean {
  return [...findWrites(draft)].every(([step, written]) => step === menu || !written.has(name));
}
