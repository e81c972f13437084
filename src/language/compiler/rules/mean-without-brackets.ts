import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';
import { findRange } from './value-domains.ts';

/**
 * Reports a sum of answers within the same bounds of which only the last is divided: a mean without its brackets, such as
 * `vars.first + vars.second / 2`.
 */
export const meanWithoutBrackets: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!/\+.*\//s.test(source)) continue;
      const term = draft.expressions().parse(source);
      const sum = term === undefined ? undefined : listTerms(term).find((one) => isHalfDivided(one, draft));
      if (sum?.kind !== 'operation') continue;
      const [left, division] = sum.args;
      const [last, divisor] = division?.kind === 'operation' ? division.args : [];
      if (left === undefined || last === undefined || divisor === undefined) continue;
      const read = (one: Term): string => source.slice(one.start, one.end);
      const place = { start: start + sum.start, end: start + sum.end };
      report({
        code: 'mean-without-brackets',
        message: `only ${read(last)} is divided by ${read(divisor)}, and ${read(left)} is added as a whole`,
        span: findReferenceSpan(draft.document, reference, place),
        hint: `write (${read(left)} + ${read(last)}) / ${read(divisor)}`,
      });
    }
  },
};

function isHalfDivided(term: Term, draft: FlowDraft): boolean {
  if (term.kind !== 'operation' || term.operator !== '+') return false;
  const [left, division] = term.args;
  if (left === undefined || division?.kind !== 'operation' || division.operator !== '/') return false;
  const before = left.kind === 'operation' && left.operator === '+' ? left.args[1] : left;
  const [one, other] = [before, division.args[0]].map((value) => value && findBounds(value, draft));
  return one !== undefined && one === other;
}

/** Returns the bounds of the question whose answer a term is, as a text; undefined for anything else. */
function findBounds(term: Term, draft: FlowDraft): string | undefined {
  const [converted] = term.kind === 'call' && term.on === undefined ? term.args : [];
  const name = namePath(converted ?? term);
  const collect = listCollects(draft).find(({ body: { save = '' } }) => `vars.${save}` === name);
  if (collect?.body.range === undefined) return undefined;
  const { min, max } = findRange(collect.body);
  return `${min} to ${max}`;
}
