/** Expressions of Architect as expressions (CEL) and texts of a flow. */
import { toCelText, toTemplate } from '../../project/index.ts';
import type { Piece } from '../../project/index.ts';
import { atom, bracket, convert, term, toConstant, Untranslatable } from './cel.ts';
import type { Cel } from './cel.ts';
import { isEmpty, writeCall } from './functions.ts';
import type { Expression, Operator } from './syntax.ts';

export interface Names {
  /** Returns the expression for a variable or something of the call; undefined if there is none. */
  find: (path: readonly string[]) => Cel | undefined;
  /** Returns a text such as `${env.VALUE}` for a placeholder. */
  placeholder: (name: string) => string;
}

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

/** Reads what a placeholder became: `${env.NAME}`, or a text of the answers. */
function toPlaceholder(written: string): Cel {
  const setting = /^\$\{([\w.]+)\}$/.exec(written)?.[1];
  return setting === undefined ? atom(toCelText(written), 'string') : atom(setting, 'string');
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

function toCall(name: string, parts: readonly Expression[], names: Names): Cel {
  if (name.toLowerCase() === 'if') return toChoice(parts, names);
  return writeCall(
    name,
    parts.map((part) => toCel(part, names)),
  );
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
