import type { Expressions, ExpressionType } from './expressions.ts';
import type { Value, VarType } from './values.ts';
import { scanTemplate, parseTemplate, type TemplatePart } from './template.ts';
import type { Assignment, SavedValues } from './vocabulary.ts';

type ReadAssignment = { ok: true; value: Assignment['value'] } | { ok: false; message: string };

/**
 * Reads a new value for a variable of this type from a flow: text variables accept text with expressions, the
 * others a literal or exactly one `${…}`. Numbers arrive as their source text. The types of expressions are not
 * checked.
 */
export function readAssignment(raw: Value, type: VarType): ReadAssignment {
  if (typeof raw === 'boolean') return toLiteral(type, type === 'bool' ? raw : undefined, raw);
  const text = String(raw);
  const scanned = scanTemplate(text);
  if (!scanned.ok) return { ok: false, message: scanned.faults[0].message };
  if (type === 'string') return { ok: true, value: toTextValue(text, scanned.parts) };
  const [only, ...others] = scanned.parts;
  if (typeof only === 'object' && others.length === 0) return { ok: true, value: { expression: only.expr } };
  return toLiteral(type, readNumber(text, type), text);
}

/** Parses plain text as a number of this type; undefined when it is none. */
export function readNumber(text: string, type: VarType): number | undefined {
  const form = type === 'int' ? /^[-+]?\d+$/ : /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
  if (type === 'string' || type === 'bool' || !form.test(text)) return undefined;
  const value = Number(text);
  const isExact = type === 'int' ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isExact ? value : undefined;
}

/** The description of each type in messages. */
export const typeDescriptions: Record<VarType, string> = {
  string: 'text',
  int: 'a whole number',
  double: 'a number',
  bool: 'true or false',
};

function toTextValue(text: string, parts: TemplatePart[]): Assignment['value'] {
  if (parts.every((part) => typeof part === 'string')) return { literal: parts.join('') };
  return { template: parseTemplate(text) };
}

function toLiteral(type: VarType, value: Value | undefined, found: Value): ReadAssignment {
  if (value !== undefined) return { ok: true, value: { literal: value } };
  const shown = typeof found === 'string' ? `"${found}"` : String(found);
  const expected = type === 'string' ? 'text' : `${typeDescriptions[type]} or one expression in \${…}`;
  return { ok: false, message: `expected ${expected}, found ${shown}` };
}

/**
 * Converts a value from outside, such as `"5"` or `5.0`, to this type; undefined when it does not fit. Whole
 * numbers beyond 2^53 do not fit: their last digits have been lost.
 */
export function toType(value: Value, type: VarType): Value | undefined {
  if (type !== 'double' && Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  if (type === 'string') return String(value);
  if (type === 'bool') return toBool(value);
  return typeof value === 'boolean' ? undefined : readNumber(String(value).trim(), type);
}

function toBool(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = String(value).trim();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** Lists what an action saves, as pairs of a variable and the name of what it stores. */
export function listSavedValues(saved: SavedValues): [variable: string, name: string][] {
  return 'values' in saved
    ? Object.entries(saved.values)
    : Object.entries(saved.save).map(([name, variable]) => [variable, name]);
}

/** Returns a case of a switch as a literal of the type of its value; undefined when it is no such value. */
export function readCase(text: string, type: ExpressionType): string | undefined {
  if (type === 'string') return JSON.stringify(text);
  if (type === 'bool') return text === 'true' || text === 'false' ? text : undefined;
  if (type !== 'int' && type !== 'double') return undefined;
  const number = readNumber(text, type);
  if (number === undefined) return undefined;
  return type === 'double' && Number.isInteger(number) ? `${number}.0` : String(number);
}

/** Returns the condition under which a value equals a case of its switch; undefined when it never can. */
export function readEquation(value: string, literal: string, expressions: Expressions): string | undefined {
  const checked = expressions.check(value);
  const constant = readCase(literal, checked.ok ? checked.type : 'other');
  if (constant === undefined) return undefined;
  const isName = /^[\w.]+$/.test(value);
  return `${isName ? value : `(${value})`} == ${constant}`;
}
