/**
 * Values of expressions by the rules of Architect.
 *
 * EVALUATE-1 An operation on nothing gives nothing, except equality, which nothing shares with itself alone.
 * EVALUATE-2 Texts are compared with their case.
 */
import type { Expression, Operator } from './syntax.ts';

/** Part of what is played. */
type Sound =
  { kind: 'text'; text: string } | { kind: 'prompt'; name: string } | { kind: 'silence'; length: number };

export type Value = null | string | number | boolean | readonly Sound[];

/** Thrown for what no rule is known of. */
export class UnknownRule extends Error {}

export interface Scope {
  /** Returns the value of a variable or of something of the call; undefined if it is unknown. */
  find: (path: readonly string[]) => Value | undefined;
  placeholder: (name: string) => string;
}

export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'unset':
      return null;
    case 'constant':
      return expression.value;
    case 'placeholder':
      return scope.placeholder(expression.name);
    case 'broken':
      throw new UnknownRule(expression.code);
    case 'path':
      return findPath(expression.path, scope);
    case 'operation':
      return operate(expression.operator, expression.parts, scope);
    case 'call':
      return callFunction(expression.name, expression.parts, scope);
  }
}

function findPath(path: readonly string[], scope: Scope): Value {
  if (/^prompt(user|system)?$/i.test(path[0] ?? ''))
    return [{ kind: 'prompt', name: path.slice(1).join('.') }];
  const value = scope.find(path);
  if (value === undefined) throw new UnknownRule(path.join('.'));
  return value;
}

function operate(operator: Operator, parts: readonly Expression[], scope: Scope): Value {
  const [left, right] = parts;
  const first = left === undefined ? null : evaluate(left, scope);
  const second = () => (right === undefined ? null : evaluate(right, scope));
  switch (operator) {
    case 'and':
      return first === true && second() === true;
    case 'or':
      return first === true || second() === true;
    case 'not':
      return first === null ? null : first !== true;
    case 'negate':
      return first === null ? null : -toNumber(first);
    case '==':
      return isSame(first, second());
    case '!=':
      return !isSame(first, second());
    default:
      return calculate(operator, first, second());
  }
}

function isSame(left: Value, right: Value): boolean {
  return left === right;
}

function calculate(operator: Operator, left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string'))
    return toText(left) + toText(right);
  if (typeof left === 'string' && typeof right === 'string')
    return compare(operator, left < right ? -1 : left > right ? 1 : 0);
  const [first, second] = [toNumber(left), toNumber(right)];
  switch (operator) {
    case '+':
      return first + second;
    case '-':
      return first - second;
    case '*':
      return first * second;
    case '/':
      return second === 0 ? null : first / second;
    case '%':
      return second === 0 ? null : first % second;
    default:
      return compare(operator, first - second);
  }
}

function compare(operator: Operator, difference: number): boolean {
  switch (operator) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    default:
      throw new UnknownRule(operator);
  }
}

function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  throw new UnknownRule('a number is wanted here');
}

export function toText(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'object')
    return value.map((sound) => (sound.kind === 'text' ? sound.text : '')).join('');
  return String(value);
}

/** Returns what is played for a value: a text is spoken. */
export function toSounds(value: Value): readonly Sound[] {
  if (value === null) return [];
  return typeof value === 'object' ? value : [{ kind: 'text', text: toText(value) }];
}

type Call = (values: readonly Value[]) => Value;

const text = (values: readonly Value[], at = 0): string => toText(values[at] ?? null);
const whole = (value: Value | undefined): number => {
  if (typeof value !== 'number') throw new UnknownRule('a number is wanted here');
  return Math.trunc(value);
};
/** A function of a text that gives nothing for nothing. */
const ofText =
  (change: (given: string, values: readonly Value[]) => Value): Call =>
  (values) =>
    values[0] === null || values[0] === undefined ? null : change(text(values), values);

const calls: Readonly<Record<string, Call>> = {
  isset: ([value]) => (value ?? null) !== null,
  isnotset: ([value]) => (value ?? null) === null,
  isnotsetorempty: (values) => text(values) === '',
  isnullorempty: (values) => text(values) === '',
  append: (values) =>
    values.some((value) => typeof value === 'object' && value !== null)
      ? values.flatMap((value) => toSounds(value))
      : values.map((value) => toText(value)).join(''),
  contains: ofText((given, values) => given.includes(text(values, 1))),
  startswith: ofText((given, values) => given.startsWith(text(values, 1))),
  endswith: ofText((given, values) => given.endsWith(text(values, 1))),
  trim: ofText((given) => given.trim()),
  lower: ofText((given) => given.toLowerCase()),
  upper: ofText((given) => given.toUpperCase()),
  length: ofText((given) => given.length),
  left: ofText((given, values) => given.slice(0, Math.max(whole(values[1]), 0))),
  right: ofText((given, values) => {
    const count = Math.max(whole(values[1]), 0);
    return count === 0 ? '' : given.slice(-count);
  }),
  substring: ofText((given, values) => {
    const start = Math.max(whole(values[1]), 0);
    return values[2] === undefined
      ? given.slice(start)
      : given.slice(start, start + Math.max(whole(values[2]), 0));
  }),
  replace: ofText((given, values) =>
    text(values, 1) === '' ? given : given.replaceAll(text(values, 1), text(values, 2)),
  ),
  toint: ofText((given, values) => {
    if (typeof values[0] === 'number') return Math.trunc(values[0]);
    return /^\s*[-+]?\d+\s*$/.test(given) ? Number(given) : null;
  }),
  todecimal: ofText((given, values) => (typeof values[0] === 'number' ? values[0] : toDecimal(given))),
  tonumber: ofText((given, values) => (typeof values[0] === 'number' ? values[0] : toDecimal(given))),
  tobool: ofText((given, values) =>
    typeof values[0] === 'boolean' ? values[0] : given.toLowerCase() === 'true',
  ),
  tostring: ([value = null]) => (value === null ? null : toText(value)),
  tophonenumber: ([value = null]) => (value === null ? null : toText(value)),
  '.e164': ([value = null]) => (value === null ? null : toText(value)),
  '.dialstring': ([value = null]) => (value === null ? null : toText(value)),
  toaudio: ([value = null]) => toSounds(value),
  toaudiotts: ([value = null]) => toSounds(toText(value)),
  toaudionumber: ([value = null]) => toSounds(toText(value)),
  tocommunication: ([value = null]) => toSounds(value),
  audioplaybackoptions: ([value = null]) => toSounds(value),
  toaudioblank: ([value = null]) => [{ kind: 'silence', length: typeof value === 'number' ? value : 0 }],
  toduration: ([value = null]) => value,
  abs: ([value = null]) => (value === null ? null : Math.abs(toNumber(value))),
};

function toDecimal(given: string): number | null {
  const number = Number(given.trim());
  return given.trim() === '' || !Number.isFinite(number) ? null : number;
}

function callFunction(name: string, parts: readonly Expression[], scope: Scope): Value {
  const key = name.toLowerCase();
  if (key === 'if') {
    const [condition, yes, no] = parts;
    const chosen = condition !== undefined && evaluate(condition, scope) === true ? yes : no;
    return chosen === undefined ? null : evaluate(chosen, scope);
  }
  const call = Object.hasOwn(calls, key) ? calls[key] : undefined;
  if (call === undefined) throw new UnknownRule(name);
  return call(parts.map((part) => evaluate(part, scope)));
}
