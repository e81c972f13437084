import { REPEAT } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { Readable } from '../types.ts';
import type { MenuStep } from '../../../../schemas/types/flow.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';

/**
 * Reports menus whose choices all lead to the same step, so that it makes no difference what callers press. A choice
 * that sets something, or only repeats the question, makes a difference of its own.
 */
export const choicesAlike: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, body, path } of listMenus(draft)) {
      const choices = body.choices ?? [];
      const leading = choices.filter((choice) => choice?.goto !== REPEAT);
      const [first, second] = leading;
      if (first?.goto === undefined || second === undefined) continue;
      if (!leading.every((choice) => choice?.goto === first.goto) || leading.some(doesMore)) continue;
      const keys = leading.map((choice) => `"${choice?.key ?? choice?.goto ?? ''}"`);
      report({
        code: 'choices-alike',
        message: `it makes no difference what callers press: ${keys.join(' and ')} of menu "${step.name}" lead to step "${first.goto}"`,
        span: spanAt(draft.document, [...path, 'choices', choices.indexOf(second), 'goto']),
        hint: 'lead each key to a step of its own',
      });
    }
  },
};

/** Keys of a choice that say how it is chosen and where it leads. */
const ROUTING = new Set(['key', 'phrases', 'goto']);

function doesMore(choice: Readable<MenuStep['choices'][number]> | undefined): boolean {
  return Object.keys(choice ?? {}).some((key) => !ROUTING.has(key));
}
