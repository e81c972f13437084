/** Rewords the CEL library's errors for authors. */
import { joinList } from '../text/index.ts';
import type { ASTNode } from '@marcbachmann/cel-js';
import { isSlip, nearest } from '../diagnostics/index.ts';
import { foreignWordAt } from './foreign-words.ts';
import { functionFor, noSuchFunction, takesNothing } from './function-problems.ts';
import {
  textOf,
  withArticle,
  type Circumstances,
  type ExpressionProblem,
  type Fields,
  type Words,
} from './refusal.ts';

/** Describes an error of the library. */
export function describeProblem(circumstances: Circumstances): ExpressionProblem {
  const { source, error } = circumstances;
  const start = Math.min(error.range?.start ?? 0, source.length);
  const end = Math.min(Math.max(error.range?.end ?? source.length, start), source.length);
  const kind = error.name === 'ParseError' ? 'syntax' : 'type';
  const words =
    foreignWords(circumstances, start) ?? WORDS[error.code]?.(circumstances, source.slice(start, end));
  return { kind, message: lowerFirst(error.summary), start, end, ...words };
}

/** Recognises a word or operator of another language. */
function foreignWords({ source, error }: Circumstances, place: number): Words | undefined {
  const word = SYNTAX.has(error.code) ? foreignWordAt(source, place) : undefined;
  return word && { message: `unexpected "${source.slice(word.start, word.end)}"`, ...word };
}

const SYNTAX = new Set(['unexpected_character', 'unexpected_token', 'expected_token', 'reserved_identifier']);

/** Describes why an evaluation failed, without any value of the call. */
export function evaluationInWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return EVALUATION_WORDS[code] ?? `the expression has no value (${code})`;
}

const EVALUATION_WORDS: Record<string, string> = {
  division_by_zero: 'division by zero',
  modulo_by_zero: 'division by zero',
  numeric_overflow: 'the number is too large',
  int_conversion_error: 'int() was given text that is no whole number',
  double_conversion_error: 'double() was given text that is no number',
  bool_conversion_error: 'bool() was given text that is neither true nor false',
  index_out_of_bounds: 'a list has no element at this index',
  index_out_of_range: 'the text is shorter than the index',
  invalid_regular_expression: 'matches() was given no regular expression',
};

const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);

const WORDS: Record<string, (circumstances: Circumstances, found: string) => Words> = {
  unknown_variable: unknownName,
  no_such_key: ({ source, error, fields }, found) => unknownField({ source, found, fields, error }),
  no_such_overload: ({ error, source, typeOf }) => mismatch(error.node, source, typeOf),
  no_matching_overload: noSuchFunction,
  invalid_condition_type: () => ({ message: 'the condition before "?" must be true or false' }),
  invalid_logical_operand: () => ({ message: 'both sides of && and || must be true or false' }),
  incompatible_ternary_branches: () => ({ message: 'both results of "? :" must have the same type' }),
  heterogeneous_list_element: () => ({ message: 'all elements of a list must have the same type' }),
  cannot_index_type: noSuchField,
  unexpected_character: (_, found) => ({ message: `unexpected "${found}"` }),
  unexpected_token: (_, found) => ({
    message: found === '' ? 'the expression ends too early' : `unexpected "${found}"`,
  }),
  expected_token: (_, found) => ({
    message:
      found === ''
        ? 'the expression ends before all its brackets are closed'
        : `unexpected "${found}" before all brackets are closed`,
  }),
  unterminated_string: () => ({ message: 'a quoted text is not closed' }),
  reserved_identifier: ({ fields }, found) => ({
    message: `"${found}" is a reserved word of CEL`,
    ...similar(found, Object.keys(fields)),
  }),
  limit_exceeded: () => ({ message: 'the expression is too complex' }),
};

function unknownName({ source, error, fields }: Circumstances, found: string): Words {
  const roots = Object.keys(fields);
  const holder = roots.find((root) => fields[root]?.includes(found));
  return {
    kind: 'unknown-name',
    message: `unknown name "${found}"; an expression reads ${joinList(roots, 'and')}`,
    ...(source.trim() === found ? {} : inQuotes(found, source.slice(error.range?.end ?? source.length))),
    ...(holder === undefined ? similar(found, roots) : didYouMean(`${holder}.${found}`)),
  };
}

/** Suggests quotes for an unknown word. */
function inQuotes(word: string, behind: string): Partial<Words> {
  if (/^(true|false|null)$/i.test(word)) return { hint: `write ${word.toLowerCase()}` };
  return /^\s*[.[]/.test(behind) ? {} : { hint: `a text stands in quotes: "${word}"` };
}

function unknownField({ source, found, fields: all, error }: FieldFacts): Words {
  const node = error.node as ASTNode | undefined;
  const holder = receiver(node, source) ?? 'vars';
  const name = node?.op === '.' ? node.args[1] : found.replace(/^.*\[\s*["']|["']\s*\]$/g, '');
  const fields = all[holder] ?? [];
  const { meant, ...hint } = similar(name, fields);
  // For `vars["tier"]` the range covers the whole access, not only the name.
  const meantThere = found === name && meant !== undefined && isSlip(name, meant) ? { meant } : {};
  if (!Object.hasOwn(DECLARED, holder))
    return {
      kind: 'unknown-name',
      message: `${holder} has no "${name}"; it has ${fields.join(', ')}`,
      ...hint,
      ...meantThere,
    };
  return {
    kind: 'unknown-name',
    message: `unknown ${DECLARED[holder] ?? ''} "${name}"; ${declared(fields)}`,
    ...hint,
    ...meantThere,
  };
}

interface FieldFacts {
  source: string;
  found: string;
  fields: Fields;
  error: Circumstances['error'];
}

/** Sections that a flow declares, with the noun for a name in each. */
const DECLARED: Record<string, string> = { vars: 'variable', params: 'parameter', env: 'setting' };

function declared(names: readonly string[]): string {
  return names.length === 0 ? 'the flow declares none' : `declared are ${names.join(', ')}`;
}

function mismatch(node: unknown, source: string, typeOf: (part: string) => string | undefined): Words {
  const { op, args } = node as ASTNode;
  const operands = (Array.isArray(args) ? args : [args]) as ASTNode[];
  const types = operands.map((operand) => withArticle(typeOf(textOf(operand, source))));
  const [left = 'a value', right] = types;
  if (right === undefined) return { message: `"${op.replace('_', '')}" cannot be applied to ${left}` };
  const verb = COMPARISONS.has(op)
    ? `compares ${left} with ${right}`
    : `"${op}" cannot join ${left} and ${right}`;
  const other = types.find((type) => type !== NULL);
  if (types.includes(NULL) && other !== undefined)
    return {
      message: verb,
      hint: `${other} is never null; to compare, write ${EMPTY[other] ?? 'a value of its type'}`,
    };
  return { message: verb, hint: 'convert one side with string(), int() or double(), or write 1.0 for 1' };
}

/** Describes access to a field of a text or number. */
function noSuchField({ source, error, typeOf }: Circumstances): Words {
  const node = error.node as ASTNode;
  const type = receiverType(node, source, typeOf);
  return {
    message: `${withArticle(type)} has no fields`,
    ...(type === 'string' ? partOfText(node, source) : {}),
  };
}

function partOfText(node: ASTNode, source: string): Partial<Words> {
  if (node.op === '.') {
    const meant = functionFor(node.args[1]) ?? node.args[1];
    const hint = `write ${textOf(node.args[0], source)}.${meant}()`;
    return takesNothing(meant) ? { hint, meant: `${meant}()` } : {};
  }
  if (node.op !== '[]') return {};
  const [text, { args: at }] = node.args;
  const range = typeof at === 'bigint' ? `${at}, ${at + 1n}` : 'from, to';
  return { hint: `write ${textOf(text, source)}.substring(${range})` };
}

function receiver(node: unknown, source: string): string | undefined {
  const ast = node as ASTNode | undefined;
  return ast?.op === '.' || ast?.op === '[]' ? textOf(ast.args[0], source) : undefined;
}

function receiverType(
  node: unknown,
  source: string,
  typeOf: (part: string) => string | undefined,
): string | undefined {
  const text = receiver(node, source);
  return text === undefined ? undefined : typeOf(text);
}

const NULL = 'a null';
const EMPTY: Record<string, string> = {
  'a string': '""',
  'an int': '0',
  'a double': '0.0',
  'a bool': 'false',
};

function didYouMean(word: string): { hint: string; meant: string } {
  return { hint: `did you mean "${word}"?`, meant: word };
}

/** Suggests the nearest candidate; it is `meant` when no other one is near. */
function similar(word: string, candidates: readonly string[]): { hint?: string; meant?: string } {
  const { best, isOnly } = nearest(word, candidates);
  if (best === undefined) return {};
  const { hint, meant } = didYouMean(best);
  return isOnly ? { hint, meant } : { hint };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
