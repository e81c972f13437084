/** Computes the numbers that an expression can have. In doubt it can have any. */
import type { Term } from '../../model/index.ts';
import { namePath } from '../../model/index.ts';
import { findGetterRange } from './getter-ranges.ts';

/** Numbers between two bounds; the bounds belong to it. */
interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Some ranges; none of them: there is no such number. */
export type NumberRanges = readonly NumberRange[];

export const ANY_NUMBER: NumberRanges = [{ min: -Infinity, max: Infinity }];

/** Maximum number of ranges that are kept apart. */
const MAX_RANGES = 12;

/** The values of the names of an expression. */
export interface NamedRanges {
  /** Returns the numbers that a name can have. */
  find: (name: string) => NumberRanges;
  /** True for a name of whole numbers. */
  isWhole: (name: string) => boolean;
  /** Returns what is known of the texts that a name can have. */
  findText?: (name: string) => TextNumbers | undefined;
}

/** The lengths of texts, and the numbers that they are when each of them is one. */
export interface TextNumbers {
  lengths: NumberRanges;
  values: NumberRanges;
}

/** Joins ranges; many of them become one. */
export function joinRanges(...ranges: readonly NumberRange[]): NumberRanges {
  const sorted = ranges.filter(({ min, max }) => min <= max).toSorted((a, b) => a.min - b.min);
  const joined: NumberRange[] = [];
  for (const one of sorted) {
    const last = joined.at(-1);
    if (last === undefined || one.min > last.max) joined.push(one);
    else joined[joined.length - 1] = { min: last.min, max: Math.max(last.max, one.max) };
  }
  const hull = joined.length > MAX_RANGES ? toHull(joined) : undefined;
  return hull === undefined ? joined : [hull];
}

/** Returns the smallest range around all ranges; undefined when there are none. */
export function toHull(ranges: NumberRanges): NumberRange | undefined {
  if (ranges.length === 0) return undefined;
  return {
    min: Math.min(...ranges.map(({ min }) => min)),
    max: Math.max(...ranges.map(({ max }) => max)),
  };
}

/** Returns the numbers that a term can have. */
export function computeRanges(term: Term, named: NamedRanges): NumberRanges {
  const name = namePath(term);
  if (name?.includes('.') === true) return named.find(name);
  if (term.kind === 'value') return toPoint(term.value);
  if (term.kind === 'call') return computeCall(term, named);
  if (term.kind !== 'operation') return ANY_NUMBER;
  const [first, second, third] = term.args;
  if (first === undefined) return ANY_NUMBER;
  if (second === undefined)
    return term.operator === '-'
      ? joinRanges(...computeRanges(first, named).map(({ min, max }) => ({ min: -max, max: -min })))
      : ANY_NUMBER;
  if (term.operator === '?:' && third !== undefined)
    return joinRanges(
      ...computeRanges(second, narrowNames(first, true, named)),
      ...computeRanges(third, narrowNames(first, false, named)),
    );
  const compute = OPERATIONS[term.operator];
  if (compute === undefined) return ANY_NUMBER;
  const [left, right] = [computeRanges(first, named), computeRanges(second, named)];
  return joinRanges(...left.flatMap((one) => right.map((other) => compute(one, other))));
}

function toPoint(value: unknown): NumberRanges {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber ? [{ min: Number(value), max: Number(value) }] : ANY_NUMBER;
}

function computeCall(term: Term & { kind: 'call' }, named: NamedRanges): NumberRanges {
  const [first] = term.args;
  const text = findTextNumbers(term.on ?? first, named);
  if (term.name === 'size') return text?.lengths ?? [{ min: 0, max: Infinity }];
  if (term.on !== undefined) {
    const getter = findGetterRange(term.name);
    return getter === undefined ? ANY_NUMBER : [getter];
  }
  if (first === undefined || (term.name !== 'int' && term.name !== 'double')) return ANY_NUMBER;
  const given = text?.values ?? computeRanges(first, named);
  return term.name === 'double' ? given : joinRanges(...given.map(truncate));
}

function findTextNumbers(term: Term | undefined, named: NamedRanges): TextNumbers | undefined {
  const name = term && namePath(term);
  return name === undefined ? undefined : named.findText?.(name);
}

function truncate({ min, max }: NumberRange): NumberRange {
  return { min: Math.trunc(min), max: Math.trunc(max) };
}

/** Operations on two ranges. A division may be one of whole numbers, so that its bounds are rounded outwards. */
const OPERATIONS: Record<string, (one: NumberRange, other: NumberRange) => NumberRange> = {
  '+': (one, other) => toRange(one.min + other.min, one.max + other.max),
  '-': (one, other) => toRange(one.min - other.max, one.max - other.min),
  '*': (one, other) => toRange(...listCorners(one, other, (a, b) => (a === 0 || b === 0 ? 0 : a * b))),
  '/': (one, other) =>
    other.min <= 0 && other.max >= 0
      ? toRange(NaN)
      : toRange(
          ...listCorners(one, other, (a, b) => a / b).flatMap((corner) => [Math.trunc(corner), corner]),
        ),
  '%': (one, other) => {
    const most = Math.max(Math.abs(other.min), Math.abs(other.max));
    return toRange(one.min < 0 ? -most : 0, one.max > 0 ? Math.min(most, one.max) : 0);
  },
};

function listCorners(
  one: NumberRange,
  other: NumberRange,
  compute: (a: number, b: number) => number,
): number[] {
  return [one.min, one.max].flatMap((a) => [other.min, other.max].map((b) => compute(a, b)));
}

function toRange(...corners: number[]): NumberRange {
  return corners.some(Number.isNaN)
    ? { min: -Infinity, max: Infinity }
    : { min: Math.min(...corners), max: Math.max(...corners) };
}

const OPPOSITES: Record<string, string> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};

/** Returns the values of names when a condition holds, or when it does not. */
export function narrowNames(condition: Term, isTrue: boolean, named: NamedRanges): NamedRanges {
  if (condition.kind !== 'operation') return named;
  const { operator } = condition;
  const [first, second] = condition.args;
  if (first === undefined) return named;
  if (operator === '!') return narrowNames(first, !isTrue, named);
  if (second === undefined) return named;
  if (operator === (isTrue ? '&&' : '||'))
    return narrowNames(second, isTrue, narrowNames(first, isTrue, named));
  const held = isTrue ? operator : OPPOSITES[operator];
  if (held === undefined || OPPOSITES[operator] === undefined) return named;
  const after = narrowName(first, { operator: held, other: computeRanges(second, named) }, named);
  return narrowName(second, { operator: mirror(held), other: computeRanges(first, named) }, after);
}

function mirror(operator: string): string {
  return operator.replace(/[<>]/, (one) => (one === '<' ? '>' : '<'));
}

function narrowName(
  term: Term,
  { operator, other }: { operator: string; other: NumberRanges },
  named: NamedRanges,
): NamedRanges {
  const name = namePath(term);
  const hull = toHull(other);
  if (name?.startsWith('vars.') !== true) return named;
  const step = named.isWhole(name) ? 1 : Number.MIN_VALUE;
  const narrowed = joinRanges(
    ...named
      .find(name)
      .flatMap((range) => (hull === undefined ? [] : narrowRange(range, { operator, other: hull, step }))),
  );
  return { ...named, find: (one) => (one === name ? narrowed : named.find(one)) };
}

/** A comparison with another number; `step` is the distance to the next number. */
interface Bound {
  operator: string;
  other: NumberRange;
  step: number;
}

/** Narrows a range by a comparison. An excluded bound other than 0 stays in the range of numbers with a fraction. */
function narrowRange({ min, max }: NumberRange, { operator, other, step }: Bound): NumberRange[] {
  switch (operator) {
    case '<':
      return [{ min, max: Math.min(max, other.max - step) }];
    case '<=':
      return [{ min, max: Math.min(max, other.max) }];
    case '>':
      return [{ min: Math.max(min, other.min + step), max }];
    case '>=':
      return [{ min: Math.max(min, other.min), max }];
    case '==':
      return [{ min: Math.max(min, other.min), max: Math.min(max, other.max) }];
    default:
      return removePoint({ min, max }, other, step);
  }
}

function removePoint({ min, max }: NumberRange, other: NumberRange, step: number): NumberRange[] {
  if (other.min !== other.max || other.min < min || other.min > max) return [{ min, max }];
  if (min === max) return [];
  return [
    { min, max: other.min - step },
    { min: other.min + step, max },
  ];
}

/** Decides a comparison of numbers; undefined when both is possible, or there is no such number. */
export function compareRanges(
  operator: string,
  left: NumberRanges,
  right: NumberRanges,
): boolean | undefined {
  const [one, other] = [toHull(left), toHull(right)];
  if (one === undefined || other === undefined) return undefined;
  switch (operator) {
    case '<':
      return one.max < other.min ? true : one.min >= other.max ? false : undefined;
    case '<=':
      return one.max <= other.min ? true : one.min > other.max ? false : undefined;
    case '>':
    case '>=':
      return compareRanges(mirror(operator), right, left);
    case '==':
    case '!=':
      if (isDisjoint(left, right)) return operator === '!=';
      return one.min === one.max && other.min === other.max ? operator === '==' : undefined;
    default:
      return undefined;
  }
}

function isDisjoint(left: NumberRanges, right: NumberRanges): boolean {
  return left.every((one) => right.every((other) => one.max < other.min || one.min > other.max));
}
