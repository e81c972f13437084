import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports numbers that callers enter and that `+` joins as texts before `int(…)` or `double(…)` reads them: 2 and 3 become
 * 23. Parts of two or more fixed digits, such as hours and minutes, are joined on purpose.
 */
export const joinedDigits: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const term = /(?:int|double)\s*\([^)]*\+/.test(source) ? draft.expressions().parse(source) : undefined;
      for (const one of term === undefined ? [] : listTerms(term)) {
        const joined = findJoined(one, draft);
        if (joined === undefined || one.kind !== 'call') continue;
        const place = { start: start + one.start, end: start + one.end };
        report({
          code: 'joined-digits',
          message: `${joined.join(' and ')} are texts, which "+" joins: of 2 and 3 it makes 23`,
          span: findReferenceSpan(draft.document, reference, place),
          hint: `make each of them a number first: ${joined.map((name) => `${one.name}(${name})`).join(' + ')}`,
        });
      }
    }
  },
};

/** Returns the names that a call joins before it makes a number of them. */
function findJoined(term: Term, draft: FlowDraft): string[] | undefined {
  const isNumber = term.kind === 'call' && (term.name === 'int' || term.name === 'double');
  const [sum] = isNumber ? term.args : [];
  if (sum?.kind !== 'operation' || sum.operator !== '+') return undefined;
  const names = sum.args.map((side) => namePath(side) ?? '');
  return names.every((name) => isEnteredAmount(name, draft)) ? names : undefined;
}

/** True for a text that holds what callers enter, unless it has a fixed length of two or more. */
function isEnteredAmount(name: string, draft: FlowDraft): boolean {
  const [holder, variable = ''] = name.split('.');
  if (holder !== 'vars' || draft.vars[variable]?.type !== 'string') return false;
  return listCollects(draft).some(({ body }) => {
    if (body.save !== variable || !['digits', 'number', undefined].includes(body.type)) return false;
    const length = findKeyedLength(body);
    return length !== undefined && (length.min !== length.max || length.max === 1);
  });
}
