import { namePath, type Edge, type Term } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports conditions by which callers are asked for what is known, and only they: `vars.number != ""` leads to the question
 * that keeps `number`, and callers without a number pass it by.
 */
export const askedWhenKnown: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const questions = new Map(listCollects(draft).map(({ step, body }) => [step.name, body.save]));
    for (const { name, verb, edges, span } of draft.graph.steps) {
      const [one, other, ...more] = edges.filter(({ failure }) => !failure);
      if (verb !== 'switch' || one === undefined || other === undefined || more.length > 0) continue;
      const asked = readEmptiness(draft.expressions().parse(one.meaning ?? ''));
      if (asked === undefined) continue;
      const [known, empty]: [Edge, Edge] = asked.isKnown ? [one, other] : [other, one];
      if (questions.get(known.to) !== asked.variable || questions.get(empty.to) === asked.variable) continue;
      report({
        code: 'branches-exchanged',
        message: `in step "${name}" callers whose "${asked.variable}" is known are asked for it, and those without it go on to step "${empty.to}"`,
        span: one.span ?? span,
        hint: `write vars.${asked.variable} ${asked.isKnown ? '==' : '!='} "", or exchange the targets`,
      });
    }
  },
};

/** Reads `vars.x != ""` and `vars.x == ""`. */
function readEmptiness(term: Term | undefined): { variable: string; isKnown: boolean } | undefined {
  if (term?.kind !== 'operation' || !/^[!=]=$/.test(term.operator)) return undefined;
  const [left, right] = term.args;
  const [, variable] = /^vars\.(\w+)$/.exec((left && namePath(left)) ?? '') ?? [];
  const isEmpty = right?.kind === 'value' && right.value === '';
  return variable === undefined || !isEmpty ? undefined : { variable, isKnown: term.operator === '!=' };
}
