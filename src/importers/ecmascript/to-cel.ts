/**
 * Translates expressions of ECMAScript to CEL, which has static types: each name has one, and nothing is ever undefined. A text
 * that was never set is empty text.
 */
import { evaluateExpression } from './evaluate.ts';
import { compareTerms, testType } from './comparisons.ts';
import { callMethod, charAt, itemAt, makeSize } from './methods.ts';
import { listNames } from './parts.ts';
import type { Expression } from './syntax.ts';
import {
  Binding,
  bracket,
  isNumber,
  joinConditions,
  makeConstant,
  makeTerm,
  negate,
  relate,
  toCondition,
  toNumber,
  toText,
  Untranslatable,
  withGuards,
} from './terms.ts';
import type { CelType, ResolveName, Term } from './terms.ts';

type Translation =
  /** `canFail`: true if a text has to be a number for it. */
  | { ok: true; cel: string; type: CelType; canFail: boolean }
  /** The expression uses something that CEL lacks, or a name that does not resolve. */
  | { ok: false };

/** Translates an expression whose value is used. */
export function toCel(expression: Expression, resolve: ResolveName): Translation {
  return attempt(() => translate(expression, resolve));
}

/** Translates an expression that decides: the result is a condition. */
export function toCelCondition(expression: Expression, resolve: ResolveName): Translation {
  return attempt(() => translateCondition(expression, resolve));
}

function attempt(compute: () => Term): Translation {
  try {
    const { cel, type, guards } = compute();
    const canFail = guards.length > 0;
    if (type === 'nothing') return { ok: true, cel, type: 'string', canFail };
    return type === 'list' ? { ok: false } : { ok: true, cel, type, canFail };
  } catch (error) {
    if (error instanceof Untranslatable) return { ok: false };
    throw error;
  }
}

function translateCondition(expression: Expression, resolve: ResolveName): Term {
  if (expression.kind === 'unary' && expression.operator === '!')
    return negate(translateCondition(expression.operand, resolve));
  if (expression.kind === 'logical' && expression.operator !== '??') {
    const { operator, left, right } = expression;
    return joinConditions(operator, translateCondition(left, resolve), translateCondition(right, resolve));
  }
  return toCondition(translate(expression, resolve));
}

function translate(expression: Expression, resolve: ResolveName): Term {
  if (expression.kind !== 'list' && expression.kind !== 'literal' && listNames(expression).length === 0)
    return translateConstant(expression);
  const convert = (part: Expression): Term => translate(part, resolve);
  switch (expression.kind) {
    case 'literal':
      return makeConstant(expression.value);
    case 'name':
      return translateName(expression.names, resolve);
    case 'list':
      return makeTerm(`[${expression.items.map((item) => toText(convert(item)).cel).join(', ')}]`, 'list');
    case 'unary':
      return translateUnary(expression, resolve);
    case 'binary':
      return translateBinary(expression, convert);
    case 'logical':
      return translateLogical(expression, resolve);
    case 'conditional':
      return choose(
        translateCondition(expression.test, resolve),
        convert(expression.then),
        convert(expression.otherwise),
      );
    case 'template':
      return expression.parts.map((part) => toText(convert(part))).reduce(concatenate);
    case 'length':
      return makeSize(convert(expression.of));
    case 'item':
      return itemAt(convert(expression.of), convert(expression.index));
    case 'method':
      return callMethod(expression.method, convert(expression.of), expression.arguments.map(convert));
    case 'function':
      return callFunction(expression, convert);
  }
}

function translateConstant(expression: Expression): Term {
  const result = evaluateExpression(expression, () => undefined);
  if (!result.ok || (typeof result.value === 'object' && result.value !== null)) throw new Untranslatable();
  return makeConstant(result.value);
}

/** Translates a name; `digits[0]` is the first character of a text if it is no name. */
function translateName(names: readonly string[], resolve: ResolveName): Term {
  const found = resolve(names);
  if (found !== undefined) return { ...makeTerm(found.cel, found.type), ...found };
  const last = names.at(-1) ?? '';
  const whole = names.length > 1 && /^\d+$/.test(last) ? resolve(names.slice(0, -1)) : undefined;
  if (whole?.type !== 'string') throw new Untranslatable();
  return charAt(makeTerm(whole.cel, 'string'), Number(last));
}

function translateUnary({ operator, operand }: Expression & { kind: 'unary' }, resolve: ResolveName): Term {
  if (operator === '!') return negate(translateCondition(operand, resolve));
  if (operator === 'typeof') throw new Untranslatable();
  const number = toNumber(translate(operand, resolve));
  if (operator === '+') return number;
  return makeTerm(`-${bracket(number, Binding.primary)}`, number.type, {
    binding: Binding.unary,
    guards: number.guards,
  });
}

function translateBinary(
  expression: Expression & { kind: 'binary' },
  convert: (part: Expression) => Term,
): Term {
  const { operator, left, right } = expression;
  if (operator === '+') return add(convert(left), convert(right));
  if (operator === '-' || operator === '*' || operator === '/' || operator === '%')
    return calculate(operator, toNumber(convert(left)), toNumber(convert(right)));
  return testType(operator, [left, right], convert) ?? compareTerms(operator, convert(left), convert(right));
}

function add(left: Term, right: Term): Term {
  if (left.type === 'string' || right.type === 'string') {
    const isUnclear =
      (left.isAnyValue === true && isNumber(right)) || (right.isAnyValue === true && isNumber(left));
    if (isUnclear || (left.isAnyValue === true && right.isAnyValue === true)) throw new Untranslatable();
    return concatenate(toText(left), toText(right));
  }
  if (!isNumber(left) || !isNumber(right)) throw new Untranslatable();
  return makeTerm(
    `${bracket(left, Binding.sum)} + ${bracket(right, Binding.product)}`,
    typeOfBoth(left, right),
    {
      binding: Binding.sum,
      guards: [...left.guards, ...right.guards],
    },
  );
}

function concatenate(left: Term, right: Term): Term {
  if (left.constant === '') return right;
  if (right.constant === '') return left;
  return makeTerm(`${bracket(left, Binding.sum)} + ${bracket(right, Binding.product)}`, 'string', {
    binding: Binding.sum,
    guards: [...left.guards, ...right.guards],
  });
}

function typeOfBoth(left: Term, right: Term): 'int' | 'double' {
  return left.type === 'int' && right.type === 'int' ? 'int' : 'double';
}

function calculate(operator: '-' | '*' | '/' | '%', left: Term, right: Term): Term {
  const guards = [...left.guards, ...right.guards];
  if (operator === '-') return subtract(left, right, guards);
  const product = { binding: Binding.product, guards };
  if (operator === '/') return makeTerm(`${toDouble(left)} / ${toDouble(right)}`, 'double', product);
  const type = typeOfBoth(left, right);
  if (operator === '%' && (type === 'double' || right.constant === 0)) throw new Untranslatable();
  return makeTerm(
    `${bracket(left, Binding.product)} ${operator} ${bracket(right, Binding.unary)}`,
    type,
    product,
  );
}

function subtract(left: Term, right: Term, guards: readonly string[]): Term {
  const cel = `${bracket(left, Binding.sum)} - ${bracket(right, Binding.product)}`;
  const term = makeTerm(cel, typeOfBoth(left, right), { binding: Binding.sum, guards });
  const { fromEnd } = left;
  return fromEnd !== undefined && right.type === 'int' && typeof right.constant === 'number'
    ? { ...term, fromEnd: { ...fromEnd, count: fromEnd.count + right.constant } }
    : term;
}

function toDouble(term: Term): string {
  if (term.type === 'double') return bracket(term, Binding.unary);
  return typeof term.constant === 'number' ? `${term.constant}.0` : `double(${term.cel})`;
}

function translateLogical(
  { operator, left, right }: Expression & { kind: 'logical' },
  resolve: ResolveName,
): Term {
  const first = translate(left, resolve);
  const second = translate(right, resolve);
  if (operator === '??') return first.type === 'string' ? choose(isSet(first), first, second) : first;
  if (first.type === 'bool' && second.type === 'bool') return joinConditions(operator, first, second);
  const isFirst = toCondition(first);
  return operator === '||' ? choose(isFirst, first, second) : choose(isFirst, second, first);
}

function isSet(term: Term): Term {
  return relate('!=', bracket(term, Binding.sum), '""');
}

/** Chooses between values, which must be of one type: numbers become decimal, anything else text. */
function choose(test: Term, then: Term, otherwise: Term): Term {
  if (test.constant !== undefined) return test.constant === true ? then : otherwise;
  const [first, second] = then.type === otherwise.type ? [then, otherwise] : alignTypes(then, otherwise);
  const isAnyValue = first.isAnyValue === true || second.isAnyValue === true;
  return {
    ...makeTerm(
      `${bracket(test, Binding.or)} ? ${bracket(first, Binding.or)} : ${bracket(second, Binding.conditional)}`,
      first.type,
      { binding: Binding.conditional, guards: [...first.guards, ...second.guards] },
    ),
    ...(isAnyValue && { isAnyValue }),
  };
}

function alignTypes(left: Term, right: Term): [Term, Term] {
  if (left.type === 'nothing') return [makeEmpty(right), right];
  if (right.type === 'nothing') return [left, makeEmpty(left)];
  if (isNumber(left) && isNumber(right))
    return [makeTerm(toDouble(left), 'double'), makeTerm(toDouble(right), 'double')];
  return [toText(left), toText(right)];
}

function makeEmpty({ type }: Term): Term {
  if (type !== 'string') throw new Untranslatable();
  return makeConstant('');
}

function callFunction(
  expression: Expression & { kind: 'function' },
  convert: (part: Expression) => Term,
): Term {
  const [value, ...more] = expression.arguments.map(convert);
  if (value === undefined) throw new Untranslatable();
  switch (expression.function) {
    case 'parseInt':
      return parseInteger(value, more);
    case 'parseFloat':
    case 'Number':
      return toNumber(value);
    case 'String':
      return toText(value);
    case 'Boolean':
      return toCondition(value);
    case 'isNaN':
      return negate(withGuards(toNumber(value).guards, makeConstant(true)));
  }
}

function parseInteger(value: Term, [base]: readonly Term[]): Term {
  if (base !== undefined && base.constant !== 10) throw new Untranslatable();
  if (value.type === 'int') return value;
  if (value.maxKeys !== undefined) return toNumber(value);
  if (value.type !== 'string' && value.type !== 'double') throw new Untranslatable();
  const guards = value.type === 'string' ? [`${bracket(value, Binding.primary)}.matches("^[0-9]+$")`] : [];
  return makeTerm(`int(${value.cel})`, 'int', { guards });
}
