import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findDomain } from './value-domains.ts';
import type { Source } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';

/**
 * Reports numbers that are compared as texts, character by character: "120" comes before "15". Texts whose values all
 * have the length of the other one have the order of their numbers and are left alone; so are parts of dates and times.
 */
export const textOrder: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!/[<>]/.test(source)) continue;
      // Comparisons of a text with a number are errors of their own.
      const expressions = draft.expressions();
      const term = expressions.check(source).ok ? expressions.parse(source) : undefined;
      for (const one of term === undefined ? [] : listTerms(term)) {
        const found = findTextOrder(one, source, draft);
        if (found === undefined) continue;
        const place = { start: start + one.start, end: start + one.end };
        report({ ...found, code: 'text-order', span: findReferenceSpan(draft.document, reference, place) });
      }
    }
  },
};

const ORDERS = new Set(['<', '<=', '>', '>=']);
const NUMBER = /^\d+(?:\.\d+)?$/;

function findTextOrder(
  term: Term,
  source: string,
  draft: FlowDraft,
): { message: string; hint: string } | undefined {
  if (term.kind !== 'operation' || !ORDERS.has(term.operator)) return undefined;
  const [left, right] = term.args;
  if (left === undefined || right === undefined) return undefined;
  const read = (one: Term) => source.slice(one.start, one.end);
  const constant = [left, right].map(readText).find((one) => one !== undefined);
  const operands = [left, right].filter((one) => readText(one) === undefined);
  const isFound =
    constant === undefined
      ? operands.some((one) => isTextOfNumbers(one, draft)) &&
        operands.every((one) => isTextVariable(one, draft))
      : operands.length === 1 &&
        NUMBER.test(constant) &&
        Number(constant) > 1 &&
        operands.every((one) => canHaveOtherLength(one, constant.length, draft));
  if (!isFound) return undefined;
  const message = `two texts are compared character by character, as words in a dictionary: ${describeExample(constant)}`;
  const parts = [left, right].map((one) => {
    const text = readText(one);
    return text ?? `${hasFraction(constant) ? 'double' : 'int'}(${read(one)})`;
  });
  return { message, hint: `compare the numbers: ${parts.join(` ${term.operator} `)}` };
}

function hasFraction(constant: string | undefined): boolean {
  return constant?.includes('.') === true;
}

function describeExample(constant = '15'): string {
  const [whole = ''] = constant.split('.');
  return Number(constant) > 9 && !constant.startsWith('9')
    ? `"9" is greater than "${constant}"`
    : `"1${'0'.repeat(whole.length)}" is less than "${constant}"`;
}

function readText(term: Term): string | undefined {
  return term.kind === 'value' && typeof term.value === 'string' ? term.value : undefined;
}

/** True for a text that may have another length than a constant, as far as known; parts of texts are not judged. */
function canHaveOtherLength(term: Term, length: number, draft: FlowDraft): boolean {
  if (term.kind === 'call') return term.on === undefined && term.name === 'string';
  const name = namePath(term);
  if (name === undefined || name.startsWith('call.')) return false;
  const domain = findDomain(draft, name);
  if (domain?.kind !== 'text') return true;
  const digits = (count: number) => '5'.repeat(count);
  const isOther = [...domain.texts].some((text) => NUMBER.test(text) && text.length !== length);
  const lengths = Array.from({ length: MAX_LENGTH }, (_, index) => index + 1);
  return (
    isOther ||
    domain.forms.some((form) => lengths.some((count) => count !== length && form.matches(digits(count))))
  );
}

const MAX_LENGTH = 20;

function isTextVariable(term: Term, draft: FlowDraft): boolean {
  const [holder, name = '', ...deeper] = namePath(term)?.split('.') ?? [];
  return holder === 'vars' && deeper.length === 0 && draft.vars[name]?.type === 'string';
}

/** True for a text variable that callers fill with numbers of different lengths. */
function isTextOfNumbers(term: Term, draft: FlowDraft): boolean {
  if (!isTextVariable(term, draft)) return false;
  const [, name = ''] = namePath(term)?.split('.') ?? [];
  const answers = (findSources(draft).get(name) ?? []).filter(
    (source): source is Source & { kind: 'answer' } => source.kind === 'answer',
  );
  return answers.some(({ body: { type, digits } }) => {
    const isOpen = typeof digits === 'object' && digits.max !== undefined && (digits.min ?? 1) < digits.max;
    return type === 'number' || type === 'currency' || ((type ?? 'digits') === 'digits' && isOpen);
  });
}
