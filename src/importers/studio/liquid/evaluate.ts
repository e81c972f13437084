/** Evaluates Liquid templates by Liquid’s own rules: what is not there is nil, and nil is rendered as nothing. */
import type { Filter, Filtered, LiquidNode, Logic, Operand, Path } from './syntax.ts';

/** A value of Liquid: plain data; undefined is nil. */
type LiquidValue = unknown;

/** Finds the value at a path; undefined if there is none. */
export type Lookup = (path: Path) => LiquidValue;

/** Signals that a template uses more than can be evaluated. */
export class UnsupportedLiquid extends Error {}

/** Renders a template. Throws `UnsupportedLiquid`. */
export function renderLiquid(nodes: readonly LiquidNode[], lookup: Lookup): string {
  return nodes.map((node) => renderNode(node, lookup)).join('');
}

function renderNode(node: LiquidNode, lookup: Lookup): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'output':
      return toText(evaluateFiltered(node.value, lookup));
    case 'if': {
      const branch = node.branches.find(({ test }) => test === undefined || holds(test, lookup));
      return renderLiquid(branch?.body ?? [], lookup);
    }
    case 'unsupported':
      throw new UnsupportedLiquid(node.source);
  }
}

/** Converts a value to text as Liquid prints it. */
function toText(value: LiquidValue): string {
  if (Array.isArray(value)) return value.map(toText).join('');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const isPrinted = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPrinted ? String(value) : '';
}

/** Walks down plain data. Only own fields count. */
export function follow(value: LiquidValue, path: Path): LiquidValue {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    if (Array.isArray(current) && (part === 'first' || part === 'last'))
      current = current.at(part === 'first' ? 0 : -1);
    else if (Array.isArray(current) && part === 'size') current = current.length;
    else current = Object.hasOwn(current, part) ? (current as Record<string, unknown>)[part] : undefined;
  }
  return current;
}

function evaluateOperand(operand: Operand, lookup: Lookup): LiquidValue {
  return operand.kind === 'literal' ? operand.value : lookup(operand.path);
}

function evaluateFiltered({ operand, filters }: Filtered, lookup: Lookup): LiquidValue {
  return filters.reduce(
    (value, filter) => applyFilter(filter, value, lookup),
    evaluateOperand(operand, lookup),
  );
}

function applyFilter({ name, arguments: operands }: Filter, value: LiquidValue, lookup: Lookup): LiquidValue {
  const [first, second] = operands.map((operand) => evaluateOperand(operand, lookup));
  const text = toText(value);
  switch (name) {
    case 'append':
      return text + toText(first);
    case 'prepend':
      return toText(first) + text;
    case 'default':
      return value === undefined || value === null || value === '' || value === false ? first : value;
    case 'downcase':
      return text.toLowerCase();
    case 'upcase':
      return text.toUpperCase();
    case 'strip':
      return text.trim();
    case 'plus':
      return toNumber(value) + toNumber(first);
    case 'minus':
      return toNumber(value) - toNumber(first);
    case 'times':
      return toNumber(value) * toNumber(first);
    case 'split':
      return splitText(text, toText(first));
    case 'join':
      return Array.isArray(value) ? value.map(toText).join(first === undefined ? ' ' : toText(first)) : text;
    case 'size':
      return Array.isArray(value) ? value.length : text.length;
    case 'replace':
      return text.replaceAll(toText(first), () => toText(second));
    case 'remove':
      return text.replaceAll(toText(first), '');
    case 'to_json':
      return JSON.stringify(value ?? null);
  }
}

/** Liquid drops empty texts at the end, as Ruby does. */
function splitText(text: string, separator: string): string[] {
  if (text === '') return [];
  const parts = separator === ' ' ? text.trim().split(/\s+/) : text.split(separator);
  while (parts.at(-1) === '') parts.pop();
  return parts;
}

/** Reads a number as Liquid does: what is none counts as 0. */
function toNumber(value: LiquidValue): number {
  if (typeof value === 'number') return value;
  const [number] = /^\s*-?\d+(\.\d+)?/.exec(toText(value)) ?? ['0'];
  return Number(number);
}

function holds(logic: Logic, lookup: Lookup): boolean {
  switch (logic.kind) {
    case 'and':
      return holds(logic.left, lookup) && holds(logic.right, lookup);
    case 'or':
      return holds(logic.left, lookup) || holds(logic.right, lookup);
    case 'is_true': {
      const value = evaluateOperand(logic.operand, lookup);
      const isTrue = value !== undefined && value !== null && value !== false;
      return isTrue !== logic.isNot;
    }
    case 'compare':
      return compare(logic.op, evaluateOperand(logic.left, lookup), evaluateOperand(logic.right, lookup));
  }
}

function compare(
  op: Extract<Logic, { kind: 'compare' }>['op'],
  left: LiquidValue,
  right: LiquidValue,
): boolean {
  switch (op) {
    case '==':
      return isEqual(left, right);
    case '!=':
    case '<>':
      return !isEqual(left, right);
    case 'contains':
      return Array.isArray(left)
        ? left.some((item) => isEqual(item, right))
        : toText(left).includes(toText(right));
    default:
      return compareNumbers(op, parseNumber(left), parseNumber(right));
  }
}

/** Returns a number, also one written as text; NaN for anything else, which is neither less nor greater. */
function parseNumber(value: LiquidValue): number {
  const text = toText(value).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

/** Values of variables are texts: a number is compared with them as text. */
function isEqual(left: LiquidValue, right: LiquidValue): boolean {
  return toText(left) === toText(right);
}

function compareNumbers(op: '<' | '>' | '<=' | '>=', left: number, right: number): boolean {
  return op === '<' ? left < right : op === '>' ? left > right : op === '<=' ? left <= right : left >= right;
}
