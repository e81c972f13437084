import { BACK, REPEAT } from '../../model/index.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listMenus } from './questions.ts';
import { findEdge, followOnlyWay } from './unasked-ways.ts';

/**
 * Reports menus in which the pound key chooses something and which follow an answer of a fixed number of digits: that
 * answer ends with its last digit, and the pound key that many callers press behind it counts at the menu.
 */
export const poundBehindAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const menus = new Map(listMenus(draft).map((menu) => [menu.step.name, menu]));
    for (const { step, body } of listCollects(draft)) {
      const length = findKeyedLength(body);
      if (length === undefined || length.min !== length.max || hasConfirmation(body)) continue;
      const next = followOnlyWay(draft, findEdge(draft, step.name, 'filled')?.to);
      const isQuick = next.slice(0, -1).every(({ waits }) => waits === 'nothing');
      const menu = isQuick ? menus.get(next.at(-1)?.name ?? '') : undefined;
      const at = (menu?.body.choices ?? []).findIndex((choice) => String(choice?.key) === '#');
      const target = menu?.body.choices?.[at]?.goto;
      if (menu === undefined || at < 0 || target === REPEAT || target === BACK) continue;
      report({
        code: 'pound-behind-answer',
        message: `callers who press the pound key behind the last digit of step "${step.name}", as many do, choose "${target ?? ''}" at step "${menu.step.name}" without having heard the question`,
        span: spanAt(draft.document, [...menu.path, 'choices', at, 'key']),
        hint: "use another key, and lead the pound key to repeat: { key: '#', goto: repeat }",
      });
    }
  },
};

function hasConfirmation({ confirm }: { confirm?: unknown }): boolean {
  return confirm !== undefined && confirm !== false;
}
