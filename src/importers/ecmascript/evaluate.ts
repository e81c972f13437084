/**
 * Evaluates an expression by the rules of ECMAScript.
 *
 * EVALUATE-1 Only own fields of data are read; no name has a meaning of its own.
 * EVALUATE-2 Texts are bounded, and an expression has no loops, so evaluation ends soon.
 */
import type { Expression } from './syntax.ts';

/** A value of a variable: JSON, or undefined for what is not set. */
export type Value =
  string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value };

/** `type_error`: a method of nothing, or of a value that does not have it. */
type Evaluation = { ok: true; value: Value } | { ok: false; failure: 'type_error' | 'too_large' };

/** Returns the value of a variable and of the fields behind it. */
type ReadName = (names: readonly string[]) => Value;

const MAX_CHARACTERS = 65_536;

/** Evaluates an expression. A field of something that is not set is not set: the systems that are imported allow it. */
export function evaluateExpression(expression: Expression, read: ReadName): Evaluation {
  try {
    return { ok: true, value: evaluate(expression, read) };
  } catch (error) {
    if (error instanceof Failure) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** Returns a field of a value, and a field of that; undefined if there is none. */
export function readField(value: Value, names: readonly string[]): Value {
  let found = value;
  for (const name of names) {
    if (typeof found === 'string' && /^\d+$/.test(name)) found = found[Number(name)];
    else if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    else found = (found as Readonly<Record<string, Value>>)[name];
  }
  return found;
}

/** Converts a value to text as ECMAScript does, but nothing that is set becomes empty text: so it is heard. */
export function toSpokenText(value: Value): string {
  return value === undefined || value === null ? '' : toJsText(value);
}

/** Converts a value to text by the rules of `String`. */
export function toJsText(value: Value): string {
  if (isList(value)) return value.map((item) => toSpokenText(item)).join(',');
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value);
}

/** True where ECMAScript takes a value for true. */
export function isTruthy(value: Value): boolean {
  return Boolean(value);
}

class Failure extends Error {
  readonly failure: 'type_error' | 'too_large';

  constructor(failure: 'type_error' | 'too_large') {
    super(failure);
    this.failure = failure;
  }
}

/** A value without parts. */
export type Primitive = string | number | boolean | null | undefined;

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function toPrimitive(value: Value): Primitive {
  return typeof value === 'object' && value !== null ? toJsText(value) : value;
}

function bound<Result extends Value>(value: Result): Result {
  if (typeof value === 'string' && value.length > MAX_CHARACTERS) throw new Failure('too_large');
  return value;
}

function evaluate(expression: Expression, read: ReadName): Value {
  const compute = (part: Expression): Value => evaluate(part, read);
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'name':
      return read(expression.names);
    case 'list':
      return expression.items.map(compute);
    case 'unary':
      return applyUnary(expression.operator, compute(expression.operand));
    case 'binary':
      return bound(applyBinary(expression.operator, compute(expression.left), compute(expression.right)));
    case 'logical':
      return applyLogical(expression, compute);
    case 'conditional':
      return compute(isTruthy(compute(expression.test)) ? expression.then : expression.otherwise);
    case 'template':
      return bound(expression.parts.map((part) => toJsText(compute(part))).join(''));
    case 'length':
      return readLength(compute(expression.of));
    case 'item':
      return readItem(compute(expression.of), compute(expression.index));
    case 'method':
      return bound(
        callMethod(expression.method, {
          of: compute(expression.of),
          given: expression.arguments.map(compute),
        }),
      );
    case 'function':
      return callFunction(expression.function, expression.arguments.map(compute));
  }
}

function applyUnary(operator: (Expression & { kind: 'unary' })['operator'], operand: Value): Value {
  if (operator === '!') return !isTruthy(operand);
  if (operator === 'typeof') return typeof operand;
  const number = Number(toPrimitive(operand));
  return operator === '-' ? -number : number;
}

function applyLogical(
  { operator, left, right }: Expression & { kind: 'logical' },
  compute: (part: Expression) => Value,
): Value {
  const first = compute(left);
  const isDecided =
    operator === '&&'
      ? !isTruthy(first)
      : operator === '||'
        ? isTruthy(first)
        : first !== undefined && first !== null;
  return isDecided ? first : compute(right);
}

type Binary = Expression & { kind: 'binary' };

function applyBinary(operator: Binary['operator'], left: Value, right: Value): Value {
  switch (operator) {
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return isLooselyEqual(left, right);
    case '!=':
      return !isLooselyEqual(left, right);
    case '+':
      return add(toPrimitive(left), toPrimitive(right));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(operator, toPrimitive(left), toPrimitive(right));
    default:
      return calculate(operator, Number(toPrimitive(left)), Number(toPrimitive(right)));
  }
}

function isLooselyEqual(left: Value, right: Value): boolean {
  if (typeof left === 'object' && typeof right === 'object') return left === right;
  return arePlainEqual(toPrimitive(left), toPrimitive(right));
}

function arePlainEqual(left: Primitive, right: Primitive): boolean {
  const isLeftEmpty = left === undefined || left === null;
  const isRightEmpty = right === undefined || right === null;
  if (isLeftEmpty || isRightEmpty) return isLeftEmpty && isRightEmpty;
  return typeof left === typeof right ? left === right : Number(left) === Number(right);
}

function add(left: Primitive, right: Primitive): Value {
  return typeof left === 'string' || typeof right === 'string'
    ? `${String(left)}${String(right)}`
    : Number(left) + Number(right);
}

function compare(operator: '<' | '<=' | '>' | '>=', left: Primitive, right: Primitive): boolean {
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const [first, second] = areTexts ? [left, right] : [Number(left), Number(right)];
  if (operator === '<') return first < second;
  if (operator === '<=') return first <= second;
  return operator === '>' ? first > second : first >= second;
}

function calculate(operator: '-' | '*' | '/' | '%', left: number, right: number): number {
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  return operator === '/' ? left / right : left % right;
}

function readLength(value: Value): Value {
  if (typeof value === 'string' || isList(value)) return value.length;
  return readField(value, ['length']);
}

function readItem(value: Value, index: Value): Value {
  return readField(value, [toJsText(index)]);
}

type Method = (Expression & { kind: 'method' })['method'];

function callMethod(method: Method, { of, given }: { of: Value; given: readonly Value[] }): Value {
  if (isList(of)) return callListMethod(method, of, given);
  if (method === 'toString' && (typeof of === 'number' || typeof of === 'boolean')) return String(of);
  if (typeof of !== 'string') throw new Failure('type_error');
  return callTextMethod(method, of, given);
}

function callListMethod(method: Method, list: readonly Value[], given: readonly Value[]): Value {
  const separator = given[0] === undefined ? ',' : toJsText(given[0]);
  if (method === 'join') return list.map((item) => toSpokenText(item)).join(separator);
  if (method === 'toString') return toJsText(list);
  if (method === 'includes') return list.includes(given[0]);
  if (method === 'indexOf') return list.indexOf(given[0]);
  if (method === 'slice') return list.slice(...given.slice(0, 2).map(toInteger));
  throw new Failure('type_error');
}

function callTextMethod(method: Method, text: string, given: readonly Value[]): Value {
  const searched = toJsText(given[0]);
  switch (method) {
    case 'toUpperCase':
      return text.toUpperCase();
    case 'toLowerCase':
      return text.toLowerCase();
    case 'toString':
      return text;
    case 'trim':
      return text.trim();
    case 'substring':
      return text.substring(toInteger(given[0]) ?? 0, toInteger(given[1]));
    case 'slice':
      return text.slice(toInteger(given[0]), toInteger(given[1]));
    case 'charAt':
      return text.charAt(toInteger(given[0]) ?? 0);
    case 'includes':
      return text.includes(searched);
    case 'startsWith':
      return text.startsWith(searched);
    case 'endsWith':
      return text.endsWith(searched);
    case 'indexOf':
      return text.indexOf(searched);
    case 'split':
      return given[0] === undefined ? [text] : text.split(searched);
    case 'concat':
      return given.reduce<string>((joined, part) => bound(joined + toJsText(part)), text);
    case 'join':
      throw new Failure('type_error');
  }
}

function toInteger(value: Value): number | undefined {
  return value === undefined ? undefined : Number(toPrimitive(value));
}

function callFunction(name: (Expression & { kind: 'function' })['function'], given: readonly Value[]): Value {
  const value = toPrimitive(given[0]);
  switch (name) {
    case 'parseInt':
      return Number.parseInt(String(value), toInteger(given[1]));
    case 'parseFloat':
      return Number.parseFloat(String(value));
    case 'Number':
      return given.length === 0 ? 0 : Number(value);
    case 'String':
      return given.length === 0 ? '' : toJsText(given[0]);
    case 'Boolean':
      return isTruthy(given[0]);
    case 'isNaN':
      return Number.isNaN(Number(value));
  }
}
