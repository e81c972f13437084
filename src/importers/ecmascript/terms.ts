/** Parts of a translated expression: text of CEL, with what is known of its value. */
import { toCelText } from '../project/index.ts';
import type { Primitive } from './evaluate.ts';

export type CelType = 'string' | 'int' | 'double' | 'bool';

/** A name as an expression of CEL reads it. */
export interface CelName {
  cel: string;
  type: CelType;
  /** Only what a caller keys in, at most so many keys. */
  maxKeys?: number;
  /** True for a text that could have been a number, true/false or nothing in the original, such as a field of a response. */
  isAnyValue?: boolean;
  /** True for a text that the original never sets to empty text: where it is empty here, nothing is set there. */
  isUnsetIfEmpty?: boolean;
}

export type ResolveName = (names: readonly string[]) => CelName | undefined;

export interface Term extends Omit<CelName, 'type'> {
  type: CelType | 'list' | 'nothing';
  /** How strongly the outermost operator binds. */
  binding: Binding;
  /** Conditions without which a comparison with the value is false in the original: it is a number, or it is set. */
  guards: readonly string[];
  /** The value, if it is known. */
  constant?: Primitive;
  /** Of a comparison: the opposite one. */
  opposite?: string;
  /** Of a position counted from the end of a text: that text, and how far from its end. */
  fromEnd?: { of: string; count: number };
}

export const Binding = {
  conditional: 0,
  or: 1,
  and: 2,
  relation: 3,
  sum: 4,
  product: 5,
  unary: 6,
  primary: 7,
} as const;
export type Binding = (typeof Binding)[keyof typeof Binding];

/** Ends a translation that is not possible. */
export class Untranslatable extends Error {}

export function makeTerm(
  cel: string,
  type: Term['type'],
  { binding = Binding.primary, guards = [] }: { binding?: Binding; guards?: readonly string[] } = {},
): Term {
  return { cel, type, binding, guards };
}

/** Returns a term for a known value. */
export function makeConstant(value: Primitive): Term {
  if (value === undefined || value === null) return { ...makeTerm('""', 'nothing'), constant: value };
  if (typeof value === 'string') return { ...makeTerm(toCelText(value), 'string'), constant: value };
  if (typeof value === 'boolean') return { ...makeTerm(String(value), 'bool'), constant: value };
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Untranslatable();
  const binding = value < 0 ? Binding.unary : Binding.primary;
  const type = Number.isSafeInteger(value) ? 'int' : 'double';
  return { ...makeTerm(String(value), type, { binding }), constant: value };
}

/** Writes a term as an operand, in brackets if it binds less strongly than the operator around it. */
export function bracket(term: Term, binding: Binding): string {
  return term.binding < binding ? `(${term.cel})` : term.cel;
}

export function isNumber({ type }: Term): boolean {
  return type === 'int' || type === 'double';
}

/** Converts a term to a number. The guards say when the text is one. */
export function toNumber(term: Term): Term {
  if (isNumber(term)) return term;
  if (term.type !== 'string') throw new Untranslatable();
  if (typeof term.constant === 'string') return makeConstant(Number(term.constant));
  const text = bracket(term, Binding.primary);
  const pattern = term.maxKeys === undefined ? '^-?[0-9]+([.][0-9]+)?$' : '^[0-9]+$';
  const guards = [`${text}.matches("${pattern}")`];
  return (term.maxKeys ?? Infinity) > MAX_INT_DIGITS
    ? makeTerm(`double(${term.cel})`, 'double', { guards })
    : makeTerm(`int(${term.cel})`, 'int', { guards });
}

/** Numbers with more digits may be too large for an integer. */
const MAX_INT_DIGITS = 18;

/** Converts a term to text. */
export function toText(term: Term): Term {
  if (term.type === 'string') return term;
  if (term.type === 'list' || term.type === 'nothing') throw new Untranslatable();
  if (term.constant !== undefined) return makeConstant(String(term.constant));
  return makeTerm(`string(${term.cel})`, 'string', { guards: term.guards });
}

/** Converts a term to a condition: what ECMAScript takes for true. */
export function toCondition(term: Term): Term {
  if (term.type === 'bool') return term;
  if (term.type === 'nothing') return makeConstant(false);
  if (term.constant !== undefined) return makeConstant(Boolean(term.constant));
  if (term.type === 'list') return makeConstant(true);
  if (term.isAnyValue === true)
    return negate(makeTerm(`${bracket(term, Binding.sum)} in ["", "0", "false"]`, 'bool', relation));
  const empty = term.type === 'string' ? '""' : term.type === 'int' ? '0' : '0.0';
  return withGuards(term.guards, relate('!=', bracket(term, Binding.sum), empty));
}

/** Compares two operands. */
export function relate(operator: Comparison, left: string, right: string): Term {
  const opposite = operator === '==' ? '!=' : operator === '!=' ? '==' : undefined;
  return {
    ...makeTerm(`${left} ${operator} ${right}`, 'bool', relation),
    ...(opposite && { opposite: `${left} ${opposite} ${right}` }),
  };
}

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export const relation = { binding: Binding.relation };

export function negate(term: Term): Term {
  if (typeof term.constant === 'boolean') return makeConstant(!term.constant);
  if (term.opposite !== undefined)
    return { ...makeTerm(term.opposite, 'bool', relation), opposite: term.cel };
  return makeTerm(`!(${term.cel})`, 'bool', { binding: Binding.unary });
}

/** Combines conditions. */
export function joinConditions(operator: '&&' | '||', left: Term, right: Term): Term {
  const binding = operator === '&&' ? Binding.and : Binding.or;
  return makeTerm(`${bracket(left, binding)} ${operator} ${bracket(right, binding)}`, 'bool', { binding });
}

/** Makes a condition false where a guard is. */
export function withGuards(guards: readonly string[], condition: Term): Term {
  return guards.reduceRight((term, guard) => joinConditions('&&', makeTerm(guard, 'bool'), term), condition);
}

/** Returns the condition under which a text is set in the original, if that is not always so. */
export function listSetGuards(term: Term): string[] {
  return term.isUnsetIfEmpty === true ? [relate('!=', bracket(term, Binding.sum), '""').cel] : [];
}
