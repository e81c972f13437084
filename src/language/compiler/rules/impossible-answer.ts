import { formatCount } from '../../text/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { keyedLength, type Length } from '../verbs/parts/collected.ts';
import { rangeAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { notDigits, patternLength, patternProblem } from '../verbs/parts/patterns.ts';
import type { FlowRule } from './flow-rule.ts';
import { collectsOf, type Collect } from './questions.ts';

/** Reports answers that a collect accepts but callers cannot enter; steps that listen to speech are exempt. */
export const impossibleAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const collect of collectsOf(draft)) {
      const length = keyedLength(collect.body);
      if (length === undefined || (collect.body.speech ?? false) !== false) continue;
      checkRange({ collect, length }, draft, report);
      checkPattern({ collect, length }, draft, report);
    }
  },
};

interface Keyed {
  collect: Collect;
  length: Length;
}

const WITH_DIGITS: readonly unknown[] = [undefined, 'digits', 'number', 'currency'];

function checkRange({ collect, length }: Keyed, { document }: FlowDraft, report: Report): void {
  const { body, path } = collect;
  if (!WITH_DIGITS.includes(body.type)) return;
  const { min, max } = body.range ?? {};
  const greatest = 10 ** length.max - 1;
  const span = (bound: string) => document.span(rangeAt(document.root, [...path, 'range', bound]));
  const digits = inDigits(length.max);
  if (min !== undefined && Number(min) > greatest)
    report({
      code: 'impossible-answer',
      message: `no answer of ${digits} is as great as ${min}`,
      span: span('min'),
    });
  else if (max !== undefined && Number(max) > greatest)
    report({
      code: 'range-out-of-reach',
      message: `the greatest answer of ${digits} is ${greatest}, so ${max} cannot be entered`,
      span: span('max'),
    });
}

function checkPattern({ collect, length }: Keyed, { document }: FlowDraft, report: Report): void {
  const { type = 'digits', pattern } = collect.body;
  if (pattern === undefined || type !== 'digits' || patternProblem(pattern, 'u') !== undefined) return;
  const span = document.span(rangeAt(document.root, [...collect.path, 'pattern']));
  const other = notDigits(pattern);
  if (other !== undefined)
    report({
      code: 'impossible-answer',
      message: `the pattern asks for ${other}, which no digit is: nobody can key that in`,
      span,
      hint: /[*#]/.test(other)
        ? 'the key that ends an answer is no part of it: name it as the "terminator"'
        : 'take digits, or let callers say it: type: text beside speech: true',
    });
  const asked = other === undefined ? patternLength(pattern) : undefined;
  if (asked === undefined || (asked.min <= length.max && asked.max >= length.min)) return;
  const found = asked.min > length.max ? inDigits(asked.min, 'at least') : inDigits(asked.max, 'at most');
  report({
    code: 'impossible-answer',
    message: `the pattern asks for ${found}, but the step takes ${lengthInWords(length)}`,
    span,
  });
}

function lengthInWords({ min, max }: Length): string {
  return min === max ? inDigits(max) : `${min} to ${inDigits(max)}`;
}

function inDigits(count: number, how = ''): string {
  return `${how} ${formatCount(count, 'digit')}`.trim();
}
