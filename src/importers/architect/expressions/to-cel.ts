/** Expressions of Architect as expressions (CEL) and texts of a flow. */
import { toCelText, toTemplate } from '../../project/index.ts';
import type { Piece } from '../../project/index.ts';
import type { Expression, Operator } from './syntax.ts';

export type CelType = 'string' | 'int' | 'double' | 'bool';

export interface Cel {
  code: string;
  type: CelType;
  /** True if it needs no brackets as a part of another expression. */
  isAtom: boolean;
  /** The value as a text, for a number or boolean that is kept as one; an empty text is no value. */
  text?: string;
}

/** Thrown for what has no counterpart. */
export class Untranslatable extends Error {}

export interface Names {
  /** Returns the expression for a variable or something of the call; undefined if there is none. */
  find: (path: readonly string[]) => Cel | undefined;
  /** Returns a text such as `${env.VALUE}` for a placeholder. */
  placeholder: (name: string) => string;
}

const atom = (code: string, type: CelType): Cel => ({ code, type, isAtom: true });
const term = (code: string, type: CelType): Cel => ({ code, type, isAtom: false });

/** Writes an expression. */
export function toCel(expression: Expression, names: Names): Cel {
  switch (expression.kind) {
    case 'unset':
      return atom('""', 'string');
    case 'constant':
      return toConstant(expression.value);
    case 'placeholder':
      return toPlaceholder(names.placeholder(expression.name));
    case 'broken':
      throw new Untranslatable(expression.code);
    case 'path': {
      const found = names.find(expression.path);
      if (found === undefined) throw new Untranslatable(expression.path.join('.'));
      return found;
    }
    case 'operation':
      return toOperation(expression.operator, expression.parts, names);
    case 'call':
      return toCall(expression.name, expression.parts, names);
  }
}

function toConstant(value: string | number | boolean): Cel {
  if (typeof value === 'string') return atom(toCelText(value), 'string');
  if (typeof value === 'boolean') return atom(String(value), 'bool');
  if (Number.isInteger(value)) return value < 0 ? term(String(value), 'int') : atom(String(value), 'int');
  return atom(String(value), 'double');
}

/** Reads what a placeholder became: `${env.NAME}`, or a text of the answers. */
function toPlaceholder(written: string): Cel {
  const setting = /^\$\{([\w.]+)\}$/.exec(written)?.[1];
  return setting === undefined ? atom(toCelText(written), 'string') : atom(setting, 'string');
}

function bracket({ code, isAtom }: Cel): string {
  return isAtom ? code : `(${code})`;
}

/** Converts a value for a place that wants another type. */
export function convert(cel: Cel, type: CelType): Cel {
  if (cel.type === type || (type === 'double' && cel.type === 'int')) return cel;
  if (cel.code === '""') return toConstant(type === 'bool' ? false : type === 'string' ? '' : 0);
  if (type === 'string') return atom(cel.text ?? `string(${cel.code})`, 'string');
  if (type === 'bool') return atom(`bool(${cel.code})`, 'bool');
  if (cel.type === 'bool') throw new Untranslatable(cel.code);
  return atom(`${type}(${cel.code})`, type);
}

const signs: Partial<Record<Operator, string>> = { or: '||', and: '&&' };

function toOperation(operator: Operator, parts: readonly Expression[], names: Names): Cel {
  const [left, right] = parts;
  if (left === undefined) throw new Untranslatable(operator);
  if (operator === 'not') return toNot(toCel(left, names));
  const first = toCel(left, names);
  if (operator === 'negate') return term(`-${bracket(first)}`, first.type);
  if (right === undefined) throw new Untranslatable(operator);
  if (operator === '==' || operator === '!=') return toEquality(operator, [left, right], names);
  const second = toCel(right, names);
  const sign = signs[operator];
  if (sign !== undefined) {
    const [one, other] = [convert(first, 'bool'), convert(second, 'bool')];
    return term(
      `${joinCondition(one, left, operator)} ${sign} ${joinCondition(other, right, operator)}`,
      'bool',
    );
  }
  return calculate(operator, first, second);
}

/** Writes a condition within others; brackets only where they are needed. */
function joinCondition(cel: Cel, source: Expression, operator: Operator): string {
  const isOther =
    source.kind === 'operation' &&
    (source.operator === 'or' || source.operator === 'and') &&
    source.operator !== operator;
  const isChoice = source.kind === 'call' && source.name.toLowerCase() === 'if';
  return isOther || isChoice ? bracket(cel) : cel.code;
}

function toNot(cel: Cel): Cel {
  const condition = convert(cel, 'bool');
  const comparison = /^(\S+) (==|!=) (\S+|"[^"]*")$/.exec(condition.code);
  if (comparison !== null)
    return term(
      `${comparison[1] ?? ''} ${comparison[2] === '==' ? '!=' : '=='} ${comparison[3] ?? ''}`,
      'bool',
    );
  return atom(`!${bracket(condition)}`, 'bool');
}

/** Writes the comparison of a text’s beginning or end as such; undefined for other comparisons. */
function toAffix(sides: readonly [Expression, Expression], names: Names): Cel | undefined {
  const [call, constant] = sides[0].kind === 'call' ? sides : [sides[1], sides[0]];
  if (call.kind !== 'call' || constant.kind !== 'constant' || typeof constant.value !== 'string')
    return undefined;
  const name = call.name.toLowerCase();
  const [text, ...numbers] = call.parts;
  const [start, count] =
    name === 'substring' ? numbers : [{ kind: 'constant' as const, value: 0 }, numbers[0]];
  const isFit = isWhole(start, 0) && isWhole(count, constant.value.length) && constant.value !== '';
  if (text === undefined || !isFit || !/^(left|right|substring)$/.test(name)) return undefined;
  const method = name === 'right' ? 'endsWith' : 'startsWith';
  return atom(
    `${bracket(convert(toCel(text, names), 'string'))}.${method}(${toCelText(constant.value)})`,
    'bool',
  );
}

function isWhole(expression: Expression | undefined, value: number): boolean {
  return expression?.kind === 'constant' && expression.value === value;
}

function toEquality(operator: '==' | '!=', sides: readonly [Expression, Expression], names: Names): Cel {
  const affix = toAffix(sides, names);
  if (affix !== undefined) return operator === '==' ? affix : toNot(affix);
  const [left, right] = sides.map((side) => toCel(side, names)) as [Cel, Cel];
  if (sides.some(({ kind }) => kind === 'unset'))
    return isEmpty(operator)([sides[0].kind === 'unset' ? right : left]);
  if (left.type === 'bool' && right.type === 'bool') {
    const [value, other] = isBoolean(right) ? [right, left] : [left, right];
    if (isBoolean(value)) return (value.code === 'true') === (operator === '==') ? other : toNot(other);
  }
  const type = left.type === right.type || isNumber(left, right) ? left.type : 'string';
  const [first, second] = type === left.type ? [left, right] : [convert(left, type), convert(right, type)];
  return term(`${bracket(first)} ${operator} ${bracket(second)}`, 'bool');
}

function isBoolean({ code }: Cel): boolean {
  return code === 'true' || code === 'false';
}

function isNumber(...values: Cel[]): boolean {
  return values.every(({ type }) => type === 'int' || type === 'double');
}

function calculate(operator: Operator, left: Cel, right: Cel): Cel {
  const isComparison = ['<', '<=', '>', '>='].includes(operator);
  if (operator === '+' && (left.type === 'string' || right.type === 'string'))
    return term(`${bracket(convert(left, 'string'))} + ${bracket(convert(right, 'string'))}`, 'string');
  if (isComparison && left.type === 'string' && right.type === 'string')
    return term(`${bracket(left)} ${operator} ${bracket(right)}`, 'bool');
  const numeric = (value: Cel) => (value.type === 'string' ? convert(value, 'int') : value);
  const [first, second] = [numeric(left), numeric(right)];
  if (!isNumber(first, second)) throw new Untranslatable(operator);
  const isWhole = first.type === 'int' && second.type === 'int';
  const one = operator === '/' && isWhole ? convertToDouble(first) : bracket(first);
  return term(
    `${one} ${operator} ${bracket(second)}`,
    isComparison ? 'bool' : isWhole && operator !== '/' ? 'int' : 'double',
  );
}

function convertToDouble({ code }: Cel): string {
  return `double(${code})`;
}

type Write = (parts: readonly Cel[]) => Cel;

const textOf = (parts: readonly Cel[], at: number): string => {
  const part = parts[at];
  if (part === undefined) throw new Untranslatable('a part is missing');
  return bracket(convert(part, 'string'));
};
const wholeOf = (parts: readonly Cel[], at: number): string => {
  const part = parts[at];
  if (part?.type !== 'int') throw new Untranslatable('a whole number is wanted here');
  return bracket(part);
};
const same: Write = ([value]) => {
  if (value === undefined) throw new Untranslatable('a part is missing');
  return value;
};
const method =
  (name: string, type: CelType, count = 0): Write =>
  (parts) => {
    const given = Array.from({ length: count }, (_, at) =>
      textOf(parts, at + 1).replace(/^\((.*)\)$/s, '$1'),
    );
    return atom(`${textOf(parts, 0)}.${name}(${given.join(', ')})`, type);
  };
const isEmpty =
  (operator: '==' | '!='): Write =>
  ([value]) => {
    if (value === undefined) throw new Untranslatable('a part is missing');
    if (value.text !== undefined) return term(`${value.text} ${operator} ""`, 'bool');
    if (value.type !== 'string') return atom(String(operator === '!='), 'bool');
    return term(`${bracket(value)} ${operator} ""`, 'bool');
  };

const calls: Readonly<Record<string, Write>> = {
  isset: isEmpty('!='),
  isnotset: isEmpty('=='),
  isnotsetorempty: isEmpty('=='),
  isnullorempty: isEmpty('=='),
  append: (parts) => term(parts.map((_, at) => textOf(parts, at)).join(' + '), 'string'),
  contains: method('contains', 'bool', 1),
  startswith: method('startsWith', 'bool', 1),
  endswith: method('endsWith', 'bool', 1),
  trim: method('trim', 'string'),
  lower: method('lowerAscii', 'string'),
  upper: method('upperAscii', 'string'),
  length: (parts) => atom(`size(${textOf(parts, 0)})`, 'int'),
  left: (parts) => {
    const [text, count] = [textOf(parts, 0), wholeOf(parts, 1)];
    return term(`size(${text}) > ${count} ? ${text}.substring(0, ${count}) : ${text}`, 'string');
  },
  right: (parts) => {
    const [text, count] = [textOf(parts, 0), wholeOf(parts, 1)];
    return term(`size(${text}) > ${count} ? ${text}.substring(size(${text}) - ${count}) : ${text}`, 'string');
  },
  substring: writeSubstring,
  replace: (parts) =>
    atom(`${textOf(parts, 0)}.split(${textOf(parts, 1)}).join(${textOf(parts, 2)})`, 'string'),
  toint: (parts) => convert(same(parts), 'int'),
  todecimal: (parts) => convert(same(parts), 'double'),
  tonumber: (parts) => convert(same(parts), 'double'),
  tobool: (parts) =>
    parts[0]?.type === 'bool' ? parts[0] : term(`${textOf(parts, 0)}.lowerAscii() == "true"`, 'bool'),
  tostring: (parts) => convert(same(parts), 'string'),
  tophonenumber: (parts) => convert(same(parts), 'string'),
  '.e164': same,
  '.dialstring': same,
  toduration: same,
};

function writeSubstring(parts: readonly Cel[]): Cel {
  const [text, start] = [textOf(parts, 0), wholeOf(parts, 1)];
  if (parts[2] === undefined)
    return term(`size(${text}) > ${start} ? ${text}.substring(${start}) : ""`, 'string');
  const [from, count] = [Number(start), Number(wholeOf(parts, 2))];
  const end =
    Number.isFinite(from) && Number.isFinite(count)
      ? String(from + count)
      : `${start} + ${wholeOf(parts, 2)}`;
  const rest = start === '0' ? text : `size(${text}) > ${start} ? ${text}.substring(${start}) : ""`;
  return term(`size(${text}) > ${end} ? ${text}.substring(${start}, ${end}) : ${rest}`, 'string');
}

function toCall(name: string, parts: readonly Expression[], names: Names): Cel {
  const key = name.toLowerCase();
  if (key === 'if') return toChoice(parts, names);
  const write = Object.hasOwn(calls, key) ? calls[key] : undefined;
  if (write === undefined) throw new Untranslatable(name);
  return write(parts.map((part) => toCel(part, names)));
}

function toChoice(parts: readonly Expression[], names: Names): Cel {
  const [condition, yes, no] = parts.map((part) => toCel(part, names));
  if (condition === undefined || yes === undefined || no === undefined) throw new Untranslatable('If');
  const type =
    yes.type === no.type
      ? yes.type
      : isNumber(yes, no)
        ? 'double'
        : yes.code === '""'
          ? no.type
          : no.code === '""'
            ? yes.type
            : 'string';
  const [first, second] = [convert(yes, type), convert(no, type)];
  const part = (cel: Cel) => (cel.code.includes(' ? ') ? bracket(cel) : cel.code);
  return term(`${convert(condition, 'bool').code} ? ${part(first)} : ${second.code}`, type);
}

/** Writes a text with the values of an expression in it. */
export function toText(expression: Expression, names: Names): string {
  return toTemplate(toPieces(expression, names));
}

function toPieces(expression: Expression, names: Names): Piece[] {
  switch (expression.kind) {
    case 'unset':
      return [];
    case 'constant':
      return [String(expression.value)];
    case 'placeholder': {
      const cel = toCel(expression, names);
      return cel.code.startsWith('"') ? [names.placeholder(expression.name)] : [{ expr: cel.code }];
    }
    case 'call':
      if (/^(append|tostring|toaudiotts|toaudio)$/i.test(expression.name))
        return expression.parts.flatMap((part) => toPieces(part, names));
      break;
    case 'operation':
      if (expression.operator === '+' && toCel(expression, names).type === 'string')
        return expression.parts.flatMap((part) => toPieces(part, names));
  }
  const cel = toCel(expression, names);
  return [{ expr: cel.text ?? cel.code }];
}
