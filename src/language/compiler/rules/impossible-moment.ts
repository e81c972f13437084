import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { listParts, listTerms, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import { keySpanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findGetterRange } from './getter-ranges.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports conditions on a part of a moment that always or never hold: a Sunday as 7, December as 12, hours from 22 and
 * before 6 at once. A bound that merely repeats the end of the range is left alone.
 */
export const impossibleMoment: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const term = source.includes('.get') ? draft.expressions().parse(source) : undefined;
      for (const { at, message, hint } of term === undefined ? [] : findProblems(term, source))
        report({
          code: 'impossible-condition',
          message,
          span: findReferenceSpan(draft.document, reference, {
            start: start + at.start,
            end: start + at.end,
          }),
          ...(hint !== undefined && { hint }),
        });
    }
    for (const { path, literal, getter } of listCases(draft)) {
      const value = Number(literal);
      const range = findGetterRange(getter);
      if (range === undefined || Number.isNaN(value) || (value >= range.min && value <= range.max)) continue;
      report({
        code: 'impossible-condition',
        message: `${getter}() is never ${literal}, so this case is never chosen: it ${range.counts}`,
        span: keySpanAt(draft.document, path),
      });
    }
  },
};

/** Lists the cases of the switches on a part of a moment. */
function listCases(draft: FlowDraft): { path: (string | number)[]; literal: string; getter: string }[] {
  return listMapSteps<Extract<SwitchStep, { cases: unknown }>>(draft, 'switch').flatMap(({ path, body }) => {
    const { value = '', cases = {} } = body;
    const term = value.includes('.get') ? draft.expressions().parse(value) : undefined;
    const getter = term && readGetter(term);
    return getter === undefined
      ? []
      : Object.keys(cases).map((literal) => ({ path: [...path, 'cases', literal], literal, getter }));
  });
}

/** Returns the name of the function of moments that a term calls; durations have no time zone and are not told apart. */
function readGetter(term: Term): string | undefined {
  if (term.kind !== 'call' || term.on === undefined || findGetterRange(term.name) === undefined)
    return undefined;
  // The difference of two moments is a duration.
  const isDuration = listTerms(term.on).some(
    (one) =>
      (one.kind === 'operation' && one.operator === '-') || (one.kind === 'call' && one.name === 'duration'),
  );
  return isDuration ? undefined : term.name;
}

interface Problem {
  at: Term;
  message: string;
  hint?: string;
}

/** A condition on one call of a getter: true for some of its values. */
interface Judged {
  getter: string;
  /** The call as it is written. */
  call: string;
  holds: (value: number) => boolean;
}

function findProblems(term: Term, source: string): Problem[] {
  const items = findListProblems(term);
  if (items.length > 0) return items;
  const judged = judge(term, source);
  const constant = judged && findConstant(judged);
  const parts = listParts(term).flatMap((one) => findProblems(one, source));
  if (parts.length > 0 || judged === undefined || constant === undefined) return parts;
  const range = findGetterRange(judged.getter);
  if (range === undefined || isHarmless(term, judged.getter, constant)) return [];
  const how = constant ? 'always' : 'never';
  const isJoined = term.kind === 'operation' && (term.operator === '&&' || term.operator === '||');
  return [
    isJoined
      ? {
          at: term,
          message: `this condition ${how} holds: no value of ${judged.getter}() makes a difference`,
          hint: `did you mean ${term.operator === '&&' ? '||' : '&&'} instead of ${term.operator}?`,
        }
      : { at: term, message: `this condition ${how} holds: ${judged.getter}() ${range.counts}` },
  ];
}

/** Finds values in lists that the getter never has. */
function findListProblems(term: Term): Problem[] {
  if (term.kind !== 'operation' || term.operator !== 'in') return [];
  const [of, list] = term.args;
  const getter = of && readGetter(of);
  const range = getter === undefined ? undefined : findGetterRange(getter);
  if (getter === undefined || range === undefined || list?.kind !== 'list') return [];
  return list.items.flatMap((at) => {
    const value = readNumber(at);
    return value === undefined || (value >= range.min && value <= range.max)
      ? []
      : [{ at, message: `${getter}() is never ${value}, so this value changes nothing: it ${range.counts}` }];
  });
}

function readNumber(term: Term | undefined): number | undefined {
  if (term?.kind !== 'value') return undefined;
  return typeof term.value === 'bigint' || typeof term.value === 'number' ? Number(term.value) : undefined;
}

const COMPARISONS: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** Reads a condition that depends on one call of a getter alone. */
function judge(term: Term, source: string): Judged | undefined {
  if (term.kind !== 'operation') return undefined;
  const { operator, args } = term;
  const [left, right] = args;
  if (left === undefined) return undefined;
  if (operator === '!') {
    const one = judge(left, source);
    return one && { ...one, holds: (value) => !one.holds(value) };
  }
  if (right === undefined) return undefined;
  if (operator === '&&' || operator === '||') {
    const [one, other] = [judge(left, source), judge(right, source)];
    if (one === undefined || one.call !== other?.call) return undefined;
    const isBoth = operator === '&&';
    return {
      ...one,
      holds: (value) =>
        isBoth ? one.holds(value) && other.holds(value) : one.holds(value) || other.holds(value),
    };
  }
  return judgeComparison(term, source);
}

function judgeComparison(term: Term & { kind: 'operation' }, source: string): Judged | undefined {
  const [left, right] = term.args;
  if (left === undefined || right === undefined) return undefined;
  const write = (one: Term) => source.slice(one.start, one.end).replace(/\s/g, '');
  if (term.operator === 'in') {
    const values = right.kind === 'list' ? right.items.map(readNumber) : [undefined];
    const getter = readGetter(left);
    return getter === undefined || values.includes(undefined)
      ? undefined
      : { getter, call: write(left), holds: (value) => values.includes(value) };
  }
  const compare = COMPARISONS[term.operator];
  if (compare === undefined) return undefined;
  const [first, second] = [readGetter(left), readGetter(right)];
  const [least, most] = [readNumber(left), readNumber(right)];
  if (first !== undefined && most !== undefined)
    return { getter: first, call: write(left), holds: (value) => compare(value, most) };
  if (second !== undefined && least !== undefined)
    return { getter: second, call: write(right), holds: (value) => compare(least, value) };
  return undefined;
}

/** Returns the truth of a condition that is the same for all values. */
function findConstant({ getter, holds }: Judged): boolean | undefined {
  const range = findGetterRange(getter);
  if (range === undefined) return undefined;
  const first = holds(range.min);
  for (let value = range.min + 1; value <= range.max; value += 1)
    if (holds(value) !== first) return undefined;
  return first;
}

/** Getters that people count from another number. */
const OFTEN_MISCOUNTED = new Set(['getDayOfWeek', 'getMonth', 'getDayOfMonth', 'getDayOfYear']);

/** True for a bound that repeats the end of the range, such as `< 24`. */
function isHarmless(term: Term, getter: string, constant: boolean): boolean {
  if (!constant || term.kind !== 'operation' || !/^[<>]/.test(term.operator)) return false;
  if (!OFTEN_MISCOUNTED.has(getter)) return true;
  const range = findGetterRange(getter);
  const bound = term.args.map(readNumber).find((one) => one !== undefined);
  const isInside = bound !== undefined && bound >= (range?.min ?? 0) && bound <= (range?.max ?? 0);
  return isInside || (bound === (range?.max ?? 0) + 1 && !term.operator.includes('='));
}
