/** Reads conditions as combinations of comparisons with constants. */
import { namePath, type Term, type Value } from '../../model/index.ts';

/** A comparison of a name with constants; an expression such as `int(vars.age)` is named by its source. */
export type Comparison = { name: string } & (
  | { kind: 'equals'; value: string | number }
  | { kind: 'begins' | 'ends' | 'contains'; text: string }
  /** Below the bound, or at most the bound; texts are compared character by character. */
  | { kind: 'below'; bound: string | number; isIncluded: boolean }
);

/** A comparison, or anything else as text, with the value that it must have. */
export interface Literal {
  isTrue: boolean;
  comparison?: Comparison;
  /** Distinguishes what is no comparison. */
  text: string;
}

/** A condition as alternatives, each a list of literals that must all hold; undefined when there are too many. */
export type Alternatives = readonly (readonly Literal[])[] | undefined;

/** Maximum number of alternatives of a condition. */
const MAX_ALTERNATIVES = 64;

/** Returns the alternatives in which a condition is true, or false. */
export function toAlternatives(term: Term, source: string, isTrue = true): Alternatives {
  if (term.kind === 'value' && typeof term.value === 'boolean') return term.value === isTrue ? [[]] : [];
  if (term.kind === 'operation') {
    const [left, right] = term.args;
    if (term.operator === '!' && left !== undefined) return toAlternatives(left, source, !isTrue);
    if ((term.operator === '&&' || term.operator === '||') && left !== undefined && right !== undefined) {
      const sides = [toAlternatives(left, source, isTrue), toAlternatives(right, source, isTrue)];
      return (term.operator === '&&') === isTrue ? conjoin(...sides) : disjoin(...sides);
    }
    if (term.operator === '!=') return toAlternatives({ ...term, operator: '==' }, source, !isTrue);
    if (
      term.operator === '==' &&
      left !== undefined &&
      right?.kind === 'value' &&
      typeof right.value === 'boolean'
    )
      return toAlternatives(left, source, right.value === isTrue);
    if (term.operator === 'in') return listMembers(term.args, isTrue) ?? [[toLiteral(term, source, isTrue)]];
  }
  return [[toLiteral(term, source, isTrue)]];
}

/** Returns the alternatives in which all conditions hold. */
export function conjoin(...conditions: readonly Alternatives[]): Alternatives {
  let joined: (readonly Literal[])[] = [[]];
  for (const one of conditions) {
    if (one === undefined) return undefined;
    joined = joined.flatMap((left) => one.map((right) => [...left, ...right]));
    if (joined.length > MAX_ALTERNATIVES) return undefined;
  }
  return joined;
}

function disjoin(...conditions: readonly Alternatives[]): Alternatives {
  const joined = conditions.flatMap((one) => one ?? []);
  return conditions.includes(undefined) || joined.length > MAX_ALTERNATIVES ? undefined : joined;
}

function listMembers([of, list]: readonly Term[], isTrue: boolean): Alternatives | null {
  const name = of && namePath(of);
  if (name === undefined || list?.kind !== 'list') return null;
  const values = list.items.map(readConstant);
  const literals = values.flatMap((value): Literal[] =>
    value === undefined ? [] : [{ isTrue, text: '', comparison: { kind: 'equals', name, value } }],
  );
  if (literals.length < values.length) return null;
  return isTrue ? disjoin(literals.map((one) => [one])) : [literals];
}

function toLiteral(term: Term, source: string, isTrue: boolean): Literal {
  const found = readComparison(term, source);
  const text = renderTerm(term, source);
  return found === undefined
    ? { isTrue, text }
    : found.isReversed
      ? { isTrue: !isTrue, text: `!(${text})`, comparison: found.comparison }
      : { isTrue, text, comparison: found.comparison };
}

/** Renders a term so that equal terms are equal texts: the opposite of a difference is an equation. */
function renderTerm(term: Term, source: string): string {
  const read = (one: Term) => source.slice(one.start, one.end);
  if (term.kind === 'operation' && term.operator === '==')
    return term.args.map((one) => `(${read(one)})`).join(' == ');
  return namePath(term) ?? read(term);
}

/** Returns the constant that a term is. */
function readConstant(term: Term): string | number | undefined {
  if (term.kind !== 'value') return undefined;
  if (typeof term.value === 'bigint') return Number(term.value);
  return typeof term.value === 'string' || typeof term.value === 'number' ? term.value : undefined;
}

interface Read {
  comparison: Comparison;
  /** True when the condition is the opposite of the comparison. */
  isReversed: boolean;
}

const MIRRORED: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '==' };
const TEXT_TESTS = { startsWith: 'begins', endsWith: 'ends', contains: 'contains' } as const;

/** Names what is compared; undefined for a constant. */
function nameOperand(term: Term, source: string): string | undefined {
  const isComputed = term.kind === 'call' || term.kind === 'operation';
  return namePath(term) ?? (isComputed ? source.slice(term.start, term.end) : undefined);
}

function readComparison(term: Term, source: string): Read | undefined {
  if (term.kind === 'call') return readTextTest(term, source);
  if (term.kind !== 'operation') return undefined;
  const [left, right] = term.args;
  if (left === undefined || right === undefined) return undefined;
  const mirrored = MIRRORED[term.operator];
  if (mirrored === undefined) return undefined;
  return (
    toComparison(nameOperand(left, source), term.operator, readConstant(right)) ??
    toComparison(nameOperand(right, source), mirrored, readConstant(left))
  );
}

function readTextTest(term: Term & { kind: 'call' }, source: string): Read | undefined {
  const name = term.on && nameOperand(term.on, source);
  const [first, ...others] = term.args;
  const text = first && readConstant(first);
  if (name === undefined || typeof text !== 'string' || others.length > 0) return undefined;
  if (!Object.hasOwn(TEXT_TESTS, term.name)) return undefined;
  const kind = TEXT_TESTS[term.name as keyof typeof TEXT_TESTS];
  return { comparison: { kind, name, text }, isReversed: false };
}

function toComparison(
  name: string | undefined,
  operator: string,
  value: string | number | undefined,
): Read | undefined {
  if (name === undefined || value === undefined) return undefined;
  if (operator === '==') return { comparison: { kind: 'equals', name, value }, isReversed: false };
  const isIncluded = operator === '<=' || operator === '>';
  const isReversed = operator === '>' || operator === '>=';
  return { comparison: { kind: 'below', name, bound: value, isIncluded }, isReversed };
}

/** True when a comparison holds for a value. */
export function holds(comparison: Comparison, value: Value): boolean {
  if (comparison.kind === 'equals') return comparison.value === value;
  if (comparison.kind === 'below') {
    const { bound, isIncluded } = comparison;
    return typeof value === typeof bound && (value < bound || (isIncluded && value === bound));
  }
  const { kind, text } = comparison;
  if (typeof value !== 'string') return false;
  if (kind === 'contains') return value.includes(text);
  return kind === 'begins' ? value.startsWith(text) : value.endsWith(text);
}
