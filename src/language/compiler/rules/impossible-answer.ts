import { formatCount } from '../../text/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { findKeyedLength, type Length } from '../verbs/parts/collected.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { findNonDigit, findPatternProblem, matchesWhole, measurePattern } from '../verbs/parts/patterns.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, type Collect } from './questions.ts';

/**
 * Reports answers that a collect accepts but callers cannot enter. Of steps that listen to speech only the greatest number
 * is judged: callers may say it, but those who use the keys get another one.
 */
export const impossibleAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const collect of listCollects(draft)) {
      checkMoments(collect, draft, report);
      const length = findKeyedLength(collect.body);
      if (length === undefined) continue;
      checkRange({ collect, length }, draft, report);
      if ((collect.body.speech ?? false) !== false) continue;
      checkPattern({ collect, length }, draft, report);
    }
  },
};

interface KeyedCollect {
  collect: Collect;
  length: Length;
}

const WITH_DIGITS: readonly unknown[] = [undefined, 'digits', 'number', 'currency'];

function checkRange({ collect, length }: KeyedCollect, { document }: FlowDraft, report: Report): void {
  const { body, path } = collect;
  if (!WITH_DIGITS.includes(body.type)) return;
  const { min, max } = body.range ?? {};
  const greatest = 10 ** length.max - 1;
  const findBoundSpan = (bound: string) => spanAt(document, [...path, 'range', bound]);
  const digits = describeDigits(length.max);
  const isSpoken = (body.speech ?? false) !== false;
  if (min !== undefined && Number(min) > greatest && !isSpoken)
    report({
      code: 'impossible-answer',
      message: `no answer of ${digits} reaches the minimum ${min}`,
      span: findBoundSpan('min'),
    });
  else if (max !== undefined && Number(max) > greatest)
    report({
      code: 'range-out-of-reach',
      message: `the largest answer of ${digits} is ${greatest}, so ${max} cannot be keyed in`,
      span: findBoundSpan('max'),
    });
  else if (max !== undefined && /^9{2,}$/.test(String(max)) && String(max).length < length.max)
    report({
      code: 'range-out-of-reach',
      message: `answers may have ${digits}, but the range refuses all that are longer than ${max}`,
      span: findBoundSpan('max'),
      hint: `a range that ends at ${max} belongs to ${describeDigits(String(max).length)}`,
    });
}

function checkPattern({ collect, length }: KeyedCollect, { document }: FlowDraft, report: Report): void {
  const { type = 'digits', pattern } = collect.body;
  if (pattern === undefined || type !== 'digits' || findPatternProblem(pattern, 'u') !== undefined) return;
  const span = spanAt(document, [...collect.path, 'pattern']);
  const other = findNonDigit(pattern);
  if (other !== undefined)
    report({
      code: 'impossible-answer',
      message: `the pattern requires ${other}, which is not a digit, so no caller can key it in`,
      span,
      hint: /[*#]/.test(other)
        ? 'the key that ends an answer is not part of it: set it as the "terminator"'
        : 'use digits, or let callers say it: type: text beside speech: true',
    });
  const asked = other === undefined ? measurePattern(pattern) : undefined;
  if (asked === undefined || (asked.min <= length.max && asked.max >= length.min)) return;
  const found =
    asked.min > length.max ? describeDigits(asked.min, 'at least') : describeDigits(asked.max, 'at most');
  report({
    code: 'impossible-answer',
    message: `the pattern requires ${found}, but the step accepts ${describeLength(length)}`,
    span,
  });
}

/** Reports patterns of dates and times that match none of them as it is stored. */
function checkMoments({ body, path }: Collect, { document }: FlowDraft, report: Report): void {
  const { type, pattern } = body;
  if ((type !== 'time' && type !== 'date') || pattern === undefined) return;
  if (findPatternProblem(pattern, 'u') !== undefined) return;
  const { first, count, stepMs, format } = MOMENTS[type];
  for (let at = 0; at < count; at += 1)
    if (matchesWhole(format(new Date(first + at * stepMs).toISOString()), pattern)) return;
  report({
    code: 'impossible-answer',
    message: `no ${type} matches the pattern, which is compared with the whole value, such as ${type === 'time' ? '09:30' : '2026-12-24'}`,
    span: spanAt(document, [...path, 'pattern']),
    hint: 'let the pattern begin and end as the value does; .* stands for any characters',
  });
}

/** All times of a day, and the days of two centuries. */
const MOMENTS = {
  time: { first: 0, count: 1_440, stepMs: 60_000, format: (iso: string) => iso.slice(11, 16) },
  date: {
    first: Date.UTC(1900, 0, 1),
    count: 73_414,
    stepMs: 86_400_000,
    format: (iso: string) => iso.slice(0, 10),
  },
};

function describeLength({ min, max }: Length): string {
  return min === max ? describeDigits(max) : `${min} to ${describeDigits(max)}`;
}

function describeDigits(count: number, how = ''): string {
  return `${how} ${formatCount(count, 'digit')}`.trim();
}
