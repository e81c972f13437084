import { namePath } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findUnasked } from './unasked-ways.ts';
import { listCollects } from './questions.ts';
import { newsPatterns } from './words/outcome-words.ts';
import { groupSaidByStep } from './words/said.ts';

/**
 * Reports comparisons of an answer whose branches are exchanged: callers whose answer is the right one hear that it is
 * wrong, and only they.
 */
export const branchesExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const asked = new Set(listCollects(draft).map(({ body }) => `vars.${body.save ?? ''}`));
    for (const { name, verb, edges, span } of draft.graph.steps) {
      const [one, other, ...more] = edges.filter(({ failure }) => !failure);
      if (verb !== 'switch' || one === undefined || other === undefined || more.length > 0) continue;
      const term = draft.expressions().parse(one.meaning ?? '');
      if (term?.kind !== 'operation' || (term.operator !== '==' && term.operator !== '!=')) continue;
      const names = term.args.map((part) => namePath(part));
      if (names.includes(undefined) || !names.some((part) => asked.has(part ?? ''))) continue;
      const [equal, unequal] = term.operator === '==' ? [one, other] : [other, one];
      if (!isToldWrong(equal.to, draft) || isToldWrong(unequal.to, draft)) continue;
      report({
        code: 'branches-exchanged',
        message: `in step "${name}" callers whose answer is right hear that it is wrong, and all others go on to step "${unequal.to}"`,
        span: one.span ?? span,
        hint: `write ${String(names[0])} ${term.operator === '==' ? '!=' : '=='} ${String(names[1])}, or exchange the targets`,
      });
    }
  },
};

function isToldWrong(to: string, draft: FlowDraft): boolean {
  const said = groupSaidByStep(draft);
  return [...findUnasked(draft, to).values()].some(
    ({ name, waits }) =>
      waits !== 'caller' &&
      (said.get(name) ?? []).some(({ pieces }) =>
        pieces.some(({ text }) => newsPatterns.notFitting.test(text)),
      ),
  );
}
