/** Decides conditions of which some values are known. */
import { ExpressionError, type Expressions, type Scope, type Value } from '../../model/index.ts';

/** A value of which something is known. */
export interface Known {
  /** Absent: it may be any. */
  value?: Value;
  /** Values that it does not have. */
  not?: readonly Value[];
}

/** Name → what is known of its value, such as `vars.tries` → 0; what is missing may have any value. */
type KnownValues = ReadonlyMap<string, Known>;

/** Returns the value of a condition; undefined when it depends on a value that is not known, or fails. */
export function decide(condition: string, known: KnownValues, expressions: Expressions): boolean | undefined {
  const alternatives = splitAtTop(condition, '||');
  if (alternatives.length > 1)
    return joinDecisions(
      alternatives.map((one) => decide(one, known, expressions)),
      true,
    );
  const conjuncts = splitAtTop(condition, '&&');
  if (conjuncts.length > 1)
    return joinDecisions(
      conjuncts.map((one) => decide(one, known, expressions)),
      false,
    );
  const inner = removeBrackets(condition);
  if (inner !== undefined) return decide(inner, known, expressions);
  const value = evaluateKnown(condition, known, expressions);
  if (typeof value === 'boolean') return value;
  const compared = readComparison(condition);
  const isOther = compared !== undefined && known.get(compared.name)?.not?.includes(compared.value) === true;
  return isOther ? !compared.isEqual : undefined;
}

/** Adds what follows for unknown values from a condition that is true, or false. */
export function learn<Held extends Known>(
  condition: string,
  isTrue: boolean,
  known: ReadonlyMap<string, Held>,
): ReadonlyMap<string, Held> {
  // All parts of a true conjunction are true, all of a false alternative are false.
  const parts = splitAtTop(condition, isTrue ? '&&' : '||');
  if (parts.length > 1) return parts.reduce((learned, one) => learn(one, isTrue, learned), known);
  const inner = removeBrackets(condition);
  if (inner !== undefined) return learn(inner, isTrue, known);
  const compared = readComparison(condition);
  const before = compared && known.get(compared.name);
  if (compared === undefined || before === undefined || before.value !== undefined) return known;
  const { name, value, isEqual } = compared;
  const { not = [] } = before;
  const after =
    isEqual === isTrue
      ? { ...before, value, not: [] }
      : { ...before, not: not.includes(value) ? not : [...not, value] };
  return new Map([...known, [name, after]]);
}

interface Comparison {
  name: string;
  value: Value;
  isEqual: boolean;
}

const COMPARED =
  /^(?<not>!?)\s*(?<name>(?:vars|params)\.\w+)(?:\s*(?<operator>[!=]=)\s*(?:"(?<double>[^"\\]*)"|'(?<single>[^'\\]*)'|(?<plain>-?\d+|true|false)))?$/;

/** Reads `vars.tier == "gold"`, and a variable that is true or false by itself. */
function readComparison(condition: string): Comparison | undefined {
  const { not, name, operator, double, single, plain } = COMPARED.exec(condition.trim())?.groups ?? {};
  if (name === undefined) return undefined;
  if (operator === undefined) return { name, value: true, isEqual: not === '' };
  if (not !== '') return undefined;
  const value =
    double ?? single ?? (plain === 'true' || plain === 'false' ? plain === 'true' : Number(plain));
  return { name, value, isEqual: operator === '==' };
}

/** Joins parts of which one that is `decisive` decides alone. */
function joinDecisions(parts: readonly (boolean | undefined)[], decisive: boolean): boolean | undefined {
  if (parts.includes(decisive)) return decisive;
  return parts.includes(undefined) ? undefined : !decisive;
}

/** Returns the value of an expression; undefined when it reads a value that is not known, or fails. */
export function evaluateKnown(
  source: string,
  known: KnownValues,
  expressions: Expressions,
): Value | undefined {
  if (!expressions.check(source).ok) return undefined;
  const reads = expressions.findReads(source);
  for (const name of reads) if (known.get(name)?.value === undefined) return undefined;
  try {
    return expressions.evaluate(source, toScope(reads, known));
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** Builds a scope that has only these names. */
function toScope(names: ReadonlySet<string>, known: KnownValues): Scope {
  const scope: Record<string, Record<string, unknown>> = {};
  for (const holder of ['vars', 'params', 'env', 'call', 'error', 'message', 'room']) scope[holder] = {};
  for (const name of names) {
    const [holder = '', field = ''] = name.split('.');
    const fields = scope[holder];
    if (fields) fields[field] = known.get(name)?.value;
  }
  return scope as unknown as Scope;
}

const BRACKETS: Record<string, number> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };
/** Matches a string, or any other single character. */
const TOKEN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^]/g;

/** Splits an expression at an operator outside of brackets; a conditional expression is not split. */
function splitAtTop(source: string, operator: '||' | '&&'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    depth += BRACKETS[token] ?? 0;
    if (depth > 0) continue;
    if (token === '?') return [source];
    if (index < from || !source.startsWith(operator, index)) continue;
    parts.push(source.slice(from, index).trim());
    from = index + operator.length;
  }
  return [...parts, source.slice(from).trim()];
}

/** Returns the content of brackets around a whole expression. */
function removeBrackets(source: string): string | undefined {
  const text = source.trim();
  if (!text.startsWith('(') || !text.endsWith(')')) return undefined;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    depth += BRACKETS[token] ?? 0;
    if (depth === 0) return index === text.length - 1 ? text.slice(1, -1) : undefined;
  }
  return undefined;
}
