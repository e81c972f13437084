/** Comparisons: what ECMAScript converts without being asked, CEL has to be told. */
import type { Comparison, Expression } from './syntax.ts';
import {
  Binding,
  bracket,
  isNumber,
  listSetGuards,
  makeConstant,
  makeTerm,
  negate,
  relate,
  toNumber,
  Untranslatable,
  withGuards,
} from './terms.ts';
import type { Term } from './terms.ts';

export function compareTerms(operator: Comparison, left: Term, right: Term): Term {
  if (operator === '==' || operator === '===') return equate(operator === '===', left, right);
  if (operator === '!=' || operator === '!==') return negate(equate(operator === '!==', left, right));
  if (
    left.type === 'string' &&
    right.type === 'string' &&
    left.isAnyValue !== true &&
    right.isAnyValue !== true
  )
    return withGuards([left, right].flatMap(listSetGuards), relateTerms(operator, left, right));
  const [first, second] = [toNumber(left), toNumber(right)];
  return withGuards([...first.guards, ...second.guards], relateTerms(operator, first, second));
}

/** Translates `typeof x == "undefined"`, which asks whether a text is set; undefined for any other comparison. */
export function testType(
  operator: Comparison,
  [left, right]: readonly [Expression, Expression],
  convert: (part: Expression) => Term,
): Term | undefined {
  const [asked, expected] = left.kind === 'unary' ? [left, right] : [right, left];
  if (asked.kind !== 'unary' || asked.operator !== 'typeof') return undefined;
  if (expected.kind !== 'literal' || expected.value !== 'undefined') throw new Untranslatable();
  return compareTerms(operator, convert(asked.operand), makeConstant(undefined));
}

function relateTerms(operator: Parameters<typeof relate>[0], left: Term, right: Term): Term {
  return relate(operator, bracket(left, Binding.sum), bracket(right, Binding.sum));
}

function equate(isStrict: boolean, left: Term, right: Term): Term {
  if (right.type === 'nothing') return equateNothing(left);
  if (left.type === 'nothing') return equateNothing(right);
  if (isNumber(left) && isNumber(right))
    return withGuards([...left.guards, ...right.guards], relateTerms('==', left, right));
  if (left.type === 'list' || right.type === 'list') throw new Untranslatable();
  if (left.type === right.type) return relateTerms('==', left, right);
  if (left.type === 'string') return equateText(isStrict, left, right);
  if (right.type === 'string') return equateText(isStrict, right, left);
  throw new Untranslatable();
}

function equateNothing(term: Term): Term {
  if (term.type === 'nothing') return makeConstant(true);
  return term.type === 'string' ? relateTerms('==', term, makeConstant('')) : makeConstant(false);
}

/** Compares a text with a number or with true/false. */
function equateText(isStrict: boolean, text: Term, other: Term): Term {
  if (text.isAnyValue === true && other.constant !== undefined)
    return relateTerms('==', text, makeConstant(String(other.constant)));
  if (isStrict && text.isAnyValue !== true) return makeConstant(false);
  if (!isNumber(other)) throw new Untranslatable();
  if (Number.isSafeInteger(other.constant)) return equateDigits(text, Number(other.constant));
  const number = toNumber(text);
  return withGuards([...number.guards, ...other.guards], relateTerms('==', number, other));
}

/** Compares a text with a whole number: 07 is 7, where a caller can enter a zero before it. */
function equateDigits(text: Term, number: number): Term {
  const digits = String(number);
  if (text.maxKeys !== undefined && text.maxKeys <= digits.length)
    return relateTerms('==', text, makeConstant(digits));
  return makeTerm(`${bracket(text, Binding.primary)}.matches("^0*${digits}$")`, 'bool');
}
