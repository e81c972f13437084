/** Translates Liquid to expressions (CEL). What cannot be said in them is undefined. */
import { toCelText, toTemplate, type Piece } from '../../project/index.ts';
import type { Filter, Filtered, LiquidNode, Logic, Operand, Path } from '../liquid/syntax.ts';

export interface CelValue {
  code: string;
  type: 'string' | 'int' | 'list';
  /** True if the code needs no brackets as part of another expression. */
  isAtom: boolean;
  /** True for texts that have no capital letters and no spaces around them, such as keys. */
  isPlain?: boolean;
}

/** Finds the expression for what a path names; undefined if it cannot be said. */
export type FindCel = (path: Path) => CelValue | undefined;

/** Translates a template to pieces of a text; undefined if a part has no counterpart. */
function toPieces(nodes: readonly LiquidNode[], find: FindCel): Piece[] | undefined {
  const pieces = nodes.map((node): Piece | undefined => {
    if (node.kind === 'text') return node.text;
    const value = translateNode(node, find);
    if (value === undefined || value.type === 'list') return undefined;
    const literal = /^"(?:[^"\\]|\\.)*"$/.test(value.code) ? (JSON.parse(value.code) as string) : undefined;
    return literal ?? { expr: value.code };
  });
  return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
}

/** Translates a template to one value: a whole number where it is one, else a text. */
export function toValue(nodes: readonly LiquidNode[], find: FindCel): CelValue | undefined {
  const inner = nodes.filter((node) => node.kind !== 'text' || node.text.trim() !== '');
  const [only] = inner;
  if (inner.length === 1 && only !== undefined) {
    if (only.kind === 'text' && /^\s*(0|-?[1-9]\d{0,8})\s*$/.test(only.text))
      return { code: only.text.trim(), type: 'int', isAtom: true };
    const value = only.kind === 'text' ? undefined : translateNode(only, find);
    if (value?.type === 'int' || (value !== undefined && nodes.length === 1)) return value;
  }
  return joinNodes(nodes, find);
}

function translateNode(node: LiquidNode, find: FindCel): CelValue | undefined {
  if (node.kind === 'output') return translateFiltered(node.value, find);
  if (node.kind === 'if') return translateIf(node, find);
  return node.kind === 'text' ? toLiteral(node.text) : undefined;
}

function joinNodes(nodes: readonly LiquidNode[], find: FindCel): CelValue | undefined {
  const values = nodes.map((node) => translateNode(node, find));
  const known = values.flatMap((value) => (value === undefined || value.type === 'list' ? [] : [value]));
  if (known.length < values.length) return undefined;
  const [first = toLiteral(''), ...rest] = known.map(asText);
  return rest.length === 0
    ? first
    : { code: [first, ...rest].map(bracket).join(' + '), type: 'string', isAtom: false };
}

function translateIf({ branches }: Extract<LiquidNode, { kind: 'if' }>, find: FindCel): CelValue | undefined {
  const otherwise: CelValue = toLiteral('');
  const translated = branches.map(({ test, body }) => ({
    test: test === undefined ? 'true' : translateLogic(test, find),
    body: toValue(body, find),
  }));
  let result: CelValue = otherwise;
  for (const { test, body } of translated.toReversed()) {
    if (test === undefined || body === undefined || body.type === 'list') return undefined;
    result = test === 'true' ? body : choose(test, body, result);
  }
  return result;
}

function choose(test: string, yes: CelValue, no: CelValue): CelValue {
  const counted = simplifyCounting(test, yes, no);
  if (counted !== undefined) return counted;
  const [first, second] = yes.type === no.type ? [yes, no] : [asText(yes), asText(no)];
  return { code: `${test} ? ${bracket(first)} : ${bracket(second)}`, type: first.type, isAtom: false };
}

/** `n != 0 ? n + 1 : 1` is `n + 1`. */
function simplifyCounting(test: string, yes: CelValue, no: CelValue): CelValue | undefined {
  const [, name, sign, step] = /^([\w.]+) ([+-]) (\d+)$/.exec(yes.code) ?? [];
  if (name === undefined || test !== `${name} != 0`) return undefined;
  return no.code === (sign === '-' ? `-${step}` : step) ? yes : undefined;
}

function translateOperand(operand: Operand, find: FindCel): CelValue | undefined {
  if (operand.kind === 'path') return find(operand.path);
  const { value } = operand;
  if (typeof value === 'number')
    return Number.isInteger(value) ? { code: String(value), type: 'int', isAtom: true } : undefined;
  return typeof value === 'string' || value === null ? toLiteral(value ?? '') : undefined;
}

function translateFiltered({ operand, filters }: Filtered, find: FindCel): CelValue | undefined {
  let value = translateOperand(operand, find);
  for (const filter of filters) value = value && applyFilter(value, filter, find);
  return value;
}

function applyFilter(value: CelValue, filter: Filter, find: FindCel): CelValue | undefined {
  const operands = filter.arguments.map((operand) => translateOperand(operand, find));
  const [first, second] = operands;
  if (operands.includes(undefined)) return undefined;
  const text = bracket(asText(value));
  const [firstText, secondText] = [first, second].map((one) => one && asText(one).code);
  switch (filter.name) {
    case 'append':
      return toText(`${text} + ${first === undefined ? '' : bracket(asText(first))}`, false);
    case 'prepend':
      return toText(`${first === undefined ? '' : bracket(asText(first))} + ${text}`, false);
    case 'default':
      return toText(`${text} == "" ? ${firstText ?? ''} : ${text}`, false);
    case 'downcase':
      return toText(`${text}.lowerAscii()`);
    case 'upcase':
      return toText(`${text}.upperAscii()`);
    case 'strip':
      return toText(`${text}.trim()`);
    case 'plus':
    case 'minus':
    case 'times':
      return first && calculate(value, { plus: '+', minus: '-', times: '*' }[filter.name], first);
    case 'split':
      return { code: `${text}.split(${firstText ?? ''})`, type: 'list', isAtom: true };
    case 'join':
      return value.type === 'list' ? toText(`${value.code}.join(${firstText ?? '" "'})`) : undefined;
    case 'size':
      return { code: `size(${asText(value).code})`, type: 'int', isAtom: true };
    case 'replace':
      return toText(`${text}.split(${firstText ?? ''}).join(${secondText ?? ''})`);
    case 'remove':
      return toText(`${text}.split(${firstText ?? ''}).join("")`);
    case 'to_json':
      return value;
  }
}

function calculate(left: CelValue, sign: string, right: CelValue): CelValue {
  return {
    code: `${bracket(asNumber(left))} ${sign} ${bracket(asNumber(right))}`,
    type: 'int',
    isAtom: false,
  };
}

/** What is no number counts as 0. */
function asNumber(value: CelValue): CelValue {
  if (value.type === 'int') return value;
  const text = bracket(value);
  return {
    code: `${text}.matches("^ *-?[0-9]+ *$") ? int(${text}.trim()) : 0`,
    type: 'int',
    isAtom: false,
  };
}

/** Converts a value to text. */
export function asText(value: CelValue): CelValue {
  if (value.type !== 'int') return value;
  return /^-?\d+$/.test(value.code) ? toLiteral(value.code) : toText(`string(${value.code})`);
}

function toText(code: string, isAtom = true): CelValue {
  return { code, type: 'string', isAtom };
}

function toLiteral(text: string): CelValue {
  return { code: toCelText(text), type: 'string', isAtom: true };
}

function bracket({ code, isAtom }: CelValue): string {
  return isAtom ? code : `(${code})`;
}

type LogicComparison = Extract<Logic, { kind: 'compare' }>;

function translateLogic(logic: Logic, find: FindCel): string | undefined {
  if (logic.kind === 'and' || logic.kind === 'or') {
    const [left, right] = [translateLogic(logic.left, find), translateLogic(logic.right, find)];
    if (left === undefined || right === undefined) return undefined;
    return logic.kind === 'and' ? `(${left}) && (${right})` : `(${left}) || (${right})`;
  }
  if (logic.kind === 'is_true') {
    const value = translateOperand(logic.operand, find);
    if (value === undefined || value.type === 'list') return undefined;
    return `${bracket(value)} ${logic.isNot ? '==' : '!='} ${value.type === 'int' ? '0' : '""'}`;
  }
  return translateComparison(logic as LogicComparison, find);
}

function translateComparison({ op, left, right }: LogicComparison, find: FindCel): string | undefined {
  const [first, second] = [translateOperand(left, find), translateOperand(right, find)];
  if (first === undefined || second === undefined) return undefined;
  if (first.type === 'list' || second.type === 'list') return undefined;
  if (op === 'contains') return `${bracket(asText(first))}.contains(${asText(second).code})`;
  const isNumeric = first.type === 'int' && second.type === 'int';
  if (op === '==' || op === '!=' || op === '<>') {
    const [a, b] = isNumeric ? [first, second] : [asText(first), asText(second)];
    return `${bracket(a)} ${op === '==' ? '==' : '!='} ${bracket(b)}`;
  }
  return `${bracket(asNumber(first))} ${op} ${bracket(asNumber(second))}`;
}

/** Writes a template as a text of a flow; undefined if a part has no counterpart. */
export function toFlowText(nodes: readonly LiquidNode[], find: FindCel): string | undefined {
  const pieces = toPieces(nodes, find);
  return pieces && toTemplate(pieces);
}
