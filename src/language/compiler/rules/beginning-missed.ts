import { listTerms, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports searches with `indexOf` that overlook what a text begins with: its place is 0 then, and -1 if it is not there. */
export const beginningMissed: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!source.includes('ndexOf(')) continue;
      const term = draft.expressions().parse(source);
      for (const one of term === undefined ? [] : listTerms(term)) {
        const [searched] = one.kind === 'operation' ? one.args : [];
        if (searched === undefined || !isAboveZero(one)) continue;
        report({
          code: 'beginning-missed',
          message: 'a text that begins with what is looked for does not count: its place is 0 then',
          span: findReferenceSpan(draft.document, reference, {
            start: start + one.start,
            end: start + one.end,
          }),
          hint: `write ${source.slice(searched.start, searched.end)} >= 0, or contains(…)`,
        });
      }
    }
  },
};

/** True for a comparison of a place in a text that is true or false for all places but the first. */
function isAboveZero(term: Term): boolean {
  if (term.kind !== 'operation') return false;
  const [place, bound] = term.args;
  const isPlace = place?.kind === 'call' && (place.name === 'indexOf' || place.name === 'lastIndexOf');
  if (!isPlace || bound?.kind !== 'value') return false;
  const limit = Number(bound.value);
  return term.operator === '>' || term.operator === '<='
    ? limit === 0
    : (term.operator === '>=' || term.operator === '<') && limit === 1;
}
