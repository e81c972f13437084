/** Rewords the CEL library's errors for authors. */
import { joinList } from '../text/index.ts';
import type { ASTNode } from '@marcbachmann/cel-js';
import { isSlip, findNearest } from '../diagnostics/index.ts';
import { findForeignWord } from './foreign-words.ts';
import { translateFunction, describeMissingFunction, hasNoArguments } from './function-problems.ts';
import {
  readSource,
  addArticle,
  type RejectedExpression,
  type ExpressionProblem,
  type ProblemDescription,
} from './refusal.ts';

/** Describes an error of the library. */
export function describeProblem(circumstances: RejectedExpression): ExpressionProblem {
  const { source, error } = circumstances;
  const start = Math.min(error.range?.start ?? 0, source.length);
  const end = Math.min(Math.max(error.range?.end ?? source.length, start), source.length);
  const kind = error.name === 'ParseError' ? 'syntax' : 'type';
  const words =
    describeForeignWord(circumstances, start) ?? WORDS[error.code]?.(circumstances, source.slice(start, end));
  return { kind, message: lowerFirst(error.summary), start, end, ...words };
}

function describeForeignWord(
  { source, error }: RejectedExpression,
  place: number,
): ProblemDescription | undefined {
  const word = SYNTAX.has(error.code) ? findForeignWord(source, place) : undefined;
  return word && { message: `unexpected "${source.slice(word.start, word.end)}"`, ...word };
}

const SYNTAX = new Set(['unexpected_character', 'unexpected_token', 'expected_token', 'reserved_identifier']);

/** Describes why an evaluation failed, without any value of the call. */
export function describeEvaluationError(error: unknown): string {
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

const WORDS: Record<string, (circumstances: RejectedExpression, found: string) => ProblemDescription> = {
  unknown_variable: describeUnknownName,
  no_such_key: describeUnknownField,
  no_such_overload: describeMismatch,
  no_matching_overload: describeMissingFunction,
  invalid_condition_type: () => ({ message: 'the condition before "?" must be true or false' }),
  invalid_logical_operand: () => ({ message: 'both sides of && and || must be true or false' }),
  incompatible_ternary_branches: () => ({ message: 'both results of "? :" must have the same type' }),
  heterogeneous_list_element: () => ({ message: 'all elements of a list must have the same type' }),
  cannot_index_type: describeMissingField,
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
    ...suggestSimilar(found, Object.keys(fields)),
  }),
  limit_exceeded: () => ({ message: 'the expression is too complex' }),
};

function describeUnknownName(
  { source, error, fields }: RejectedExpression,
  found: string,
): ProblemDescription {
  const roots = Object.keys(fields);
  const holder = roots.find((root) => fields[root]?.includes(found));
  return {
    kind: 'unknown-name',
    message: `unknown name "${found}"; an expression reads ${joinList(roots, 'and')}`,
    ...(source.trim() === found ? {} : suggestQuotes(found, source.slice(error.range?.end ?? source.length))),
    ...(holder === undefined ? suggestSimilar(found, roots) : suggestWord(`${holder}.${found}`)),
  };
}

function suggestQuotes(word: string, behind: string): Partial<ProblemDescription> {
  if (/^(true|false|null)$/i.test(word)) return { hint: `write ${word.toLowerCase()}` };
  return /^\s*[.[]/.test(behind) ? {} : { hint: `a text stands in quotes: "${word}"` };
}

function describeUnknownField(
  { source, error, fields: all }: RejectedExpression,
  found: string,
): ProblemDescription {
  const node = error.node as ASTNode | undefined;
  const holder = readReceiver(node, source) ?? 'vars';
  const name = node?.op === '.' ? node.args[1] : found.replace(/^.*\[\s*["']|["']\s*\]$/g, '');
  const fields = all[holder] ?? [];
  const { meant, ...hint } = suggestSimilar(name, fields);
  // For `vars["tier"]` the range covers the whole access, not only the name.
  const meantThere = found === name && meant !== undefined && isSlip(name, meant) ? { meant } : {};
  const message = Object.hasOwn(DECLARED, holder)
    ? `unknown ${DECLARED[holder] ?? ''} "${name}"; ${describeDeclared(fields)}`
    : `${holder} has no "${name}"; it has ${fields.join(', ')}`;
  return { kind: 'unknown-name', message, ...hint, ...meantThere };
}

/** Sections that a flow declares, with the noun for a name in each. */
const DECLARED: Record<string, string> = { vars: 'variable', params: 'parameter', env: 'setting' };

function describeDeclared(names: readonly string[]): string {
  return names.length === 0 ? 'the flow declares none' : `declared are ${names.join(', ')}`;
}

function describeMismatch({ error, source, findType }: RejectedExpression): ProblemDescription {
  const { op, args } = error.node as ASTNode;
  const operands = (Array.isArray(args) ? args : [args]) as ASTNode[];
  const types = operands.map((operand) => addArticle(findType(readSource(operand, source))));
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

function describeMissingField({ source, error, findType }: RejectedExpression): ProblemDescription {
  const node = error.node as ASTNode;
  const receiver = readReceiver(node, source);
  const type = receiver === undefined ? undefined : findType(receiver);
  return {
    message: `${addArticle(type)} has no fields`,
    ...(type === 'string' ? suggestTextPart(node, source) : {}),
  };
}

function suggestTextPart(node: ASTNode, source: string): Partial<ProblemDescription> {
  if (node.op === '.') {
    const meant = translateFunction(node.args[1]) ?? node.args[1];
    const hint = `write ${readSource(node.args[0], source)}.${meant}()`;
    return hasNoArguments(meant) ? { hint, meant: `${meant}()` } : {};
  }
  if (node.op !== '[]') return {};
  const [text, { args: at }] = node.args;
  const range = typeof at === 'bigint' ? `${at}, ${at + 1n}` : 'from, to';
  return { hint: `write ${readSource(text, source)}.substring(${range})` };
}

function readReceiver(node: ASTNode | undefined, source: string): string | undefined {
  return node?.op === '.' || node?.op === '[]' ? readSource(node.args[0], source) : undefined;
}

const NULL = 'a null';
const EMPTY: Record<string, string> = {
  'a string': '""',
  'an int': '0',
  'a double': '0.0',
  'a bool': 'false',
};

function suggestWord(word: string): { hint: string; meant: string } {
  return { hint: `did you mean "${word}"?`, meant: word };
}

/** Suggests the nearest candidate; it is `meant` when no other one is near. */
function suggestSimilar(word: string, candidates: readonly string[]): { hint?: string; meant?: string } {
  const { best, isOnly } = findNearest(word, candidates);
  if (best === undefined) return {};
  const { hint, meant } = suggestWord(best);
  return isOnly ? { hint, meant } : { hint };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
