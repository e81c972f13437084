import { listTerms, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import { LETTER_CASES } from './answer-forms.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports texts in other letters than those of `lowerAscii()` or `upperAscii()`, with whose result they are compared. */
export const letterCase: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!/Ascii\s*\(/.test(source)) continue;
      const term = draft.expressions().parse(source);
      for (const { constant, by } of term === undefined ? [] : listTerms(term).flatMap(listCompared)) {
        const form = LETTER_CASES[by];
        const text = constant.kind === 'value' ? String(constant.value) : '';
        if (form?.convert === undefined || form.matches(text)) continue;
        report({
          code: 'impossible-condition',
          message: `${by}() gives a ${form.description} and never "${text}", so this comparison is decided beforehand`,
          span: findReferenceSpan(draft.document, reference, {
            start: start + constant.start,
            end: start + constant.end,
          }),
          hint: `did you mean "${form.convert(text)}"?`,
        });
      }
    }
  },
};

/** A constant text and the function with whose result it is compared. */
interface Compared {
  constant: Term;
  by: string;
}

function listCompared(term: Term): Compared[] {
  if (term.kind === 'call' && term.name === 'startsWith' && term.on !== undefined)
    return toCompared(term.on, term.args);
  if (term.kind !== 'operation' || !['==', '!=', 'in'].includes(term.operator)) return [];
  const [left, right] = term.args;
  if (left === undefined || right === undefined) return [];
  if (term.operator === 'in') return right.kind === 'list' ? toCompared(left, right.items) : [];
  return [...toCompared(left, [right]), ...toCompared(right, [left])];
}

function toCompared(converted: Term, others: readonly Term[]): Compared[] {
  if (converted.kind !== 'call' || !Object.hasOwn(LETTER_CASES, converted.name)) return [];
  const texts = others.filter((one) => one.kind === 'value' && typeof one.value === 'string');
  return texts.map((constant) => ({ constant, by: converted.name }));
}
