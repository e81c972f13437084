/** What the CEL library says about an expression, in our words. */
import type { ASTNode, EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';
import { isSlip, nearest } from '../diagnostics/index.ts';

/** What is wrong with an expression and where in it (0-based, `end` exclusive). */
export interface ExpressionProblem {
  kind: 'syntax' | 'type' | 'unknown-name';
  message: string;
  start: number;
  end: number;
  hint?: string;
  /** What should probably stand there instead. */
  meant?: string;
}

interface Circumstances {
  source: string;
  error: ParseError | CelTypeError | EvaluationError;
  /** The type of a part of the expression, if it has one by itself. */
  typeOf: (part: string) => string | undefined;
  /** What an expression may read: names of the scope with their fields. */
  fields: Fields;
}

/** What an expression may read: name → its fields. */
export type Fields = Record<string, readonly string[]>;

type Words = Pick<ExpressionProblem, 'message'> & Partial<Pick<ExpressionProblem, 'kind' | 'hint' | 'meant'>>;

/** Describes what the library refused. */
export function describeProblem(circumstances: Circumstances): ExpressionProblem {
  const { source, error } = circumstances;
  const start = Math.min(error.range?.start ?? 0, source.length);
  const end = Math.min(Math.max(error.range?.end ?? source.length, start), source.length);
  const kind = error.name === 'ParseError' ? 'syntax' : 'type';
  const words = WORDS[error.code]?.(circumstances, source.slice(start, end));
  return { kind, message: lowerFirst(error.summary), ...words, start, end };
}

/** Says why an evaluation failed, without any value of the call. */
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

const MISTAKEN_OPERATORS: Record<string, Pick<Words, 'hint' | 'meant'>> = {
  '=': { hint: 'to compare, write ==', meant: '==' },
  '&': { hint: 'write && for "and"', meant: '&&' },
  '|': { hint: 'write || for "or"', meant: '||' },
};

const WORDS: Record<string, (circumstances: Circumstances, found: string) => Words> = {
  unknown_variable: ({ fields }, found) => unknownName(found, fields),
  no_such_key: ({ source, error, fields }, found) => unknownField({ source, found, fields, error }),
  no_such_overload: ({ error, source, typeOf }) => mismatch(error.node, source, typeOf),
  no_matching_overload: ({ error, source, typeOf }) => noSuchFunction(error.node, source, typeOf),
  invalid_condition_type: () => ({ message: 'the condition before "?" must be true or false' }),
  invalid_logical_operand: () => ({ message: 'both sides of && and || must be true or false' }),
  incompatible_ternary_branches: () => ({ message: 'both results of "? :" must have the same type' }),
  heterogeneous_list_element: () => ({ message: 'all elements of a list must have the same type' }),
  cannot_index_type: ({ source, error, typeOf }) => ({
    message: `${withArticle(receiverType(error.node, source, typeOf))} has no fields`,
  }),
  unexpected_character: (_, found) => ({
    message: `unexpected "${found}"`,
    ...MISTAKEN_OPERATORS[found],
  }),
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

function unknownName(found: string, fields: Fields): Words {
  const roots = Object.keys(fields);
  const holder = roots.find((root) => fields[root]?.includes(found));
  const last = roots.at(-1) ?? '';
  return {
    kind: 'unknown-name',
    message: `unknown name "${found}"; an expression reads ${roots.slice(0, -1).join(', ')} and ${last}`,
    ...(holder === undefined ? similar(found, roots) : didYouMean(`${holder}.${found}`)),
  };
}

function unknownField({ source, found, fields: all, error }: FieldFacts): Words {
  const node = error.node as ASTNode | undefined;
  const holder = receiver(node, source) ?? 'vars';
  const name = node?.op === '.' ? node.args[1] : found.replace(/^.*\[\s*["']|["']\s*\]$/g, '');
  const fields = all[holder] ?? [];
  const { meant, ...hint } = similar(name, fields);
  // Of `vars["tier"]` the whole is found, not the name alone.
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

/** What a flow declares by itself, one of it in words. */
const DECLARED: Record<string, string> = { vars: 'variable', params: 'parameter', env: 'setting' };

function declared(names: readonly string[]): string {
  return names.length === 0 ? 'the flow declares none' : `declared are ${names.join(', ')}`;
}

function mismatch(node: unknown, source: string, typeOf: Circumstances['typeOf']): Words {
  const { op, args } = node as ASTNode;
  const operands = (Array.isArray(args) ? args : [args]) as ASTNode[];
  const types = operands.map((operand) => withArticle(typeOf(textOf(operand, source))));
  const [left = 'a value', right] = types;
  if (right === undefined) return { message: `"${op.replace('_', '')}" cannot be applied to ${left}` };
  const verb = COMPARISONS.has(op)
    ? `compares ${left} with ${right}`
    : `"${op}" cannot join ${left} and ${right}`;
  return { message: verb, hint: 'convert one side with string(), int() or double(), or write 1.0 for 1' };
}

function noSuchFunction(node: unknown, source: string, typeOf: Circumstances['typeOf']): Words {
  const ast = node as ASTNode;
  if (ast.op !== 'call' && ast.op !== 'rcall') return { message: 'there is no such function' };
  const args = ast.op === 'call' ? ast.args[1] : ast.args[2];
  const types = args.map((arg) => typeOf(textOf(arg, source)) ?? 'unknown').join(', ');
  const owner = ast.op === 'rcall' ? ` of ${withArticle(typeOf(textOf(ast.args[1], source)))}` : '';
  return { message: `there is no function ${ast.args[0]}(${types})${owner}` };
}

function receiver(node: unknown, source: string): string | undefined {
  const ast = node as ASTNode | undefined;
  return ast?.op === '.' || ast?.op === '[]' ? textOf(ast.args[0], source) : undefined;
}

function receiverType(node: unknown, source: string, typeOf: Circumstances['typeOf']): string | undefined {
  const text = receiver(node, source);
  return text === undefined ? undefined : typeOf(text);
}

function textOf(node: ASTNode, source: string): string {
  return source.slice(node.range.start, node.range.end);
}

function withArticle(type = 'value'): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function didYouMean(word: string): { hint: string; meant: string } {
  return { hint: `did you mean "${word}"?`, meant: word };
}

/** A hint at the candidate that was probably meant; it counts as meant where no other one can be. */
function similar(word: string, candidates: readonly string[]): { hint?: string; meant?: string } {
  const { best, isOnly } = nearest(word, candidates);
  if (best === undefined) return {};
  const { hint, meant } = didYouMean(best);
  return isOnly ? { hint, meant } : { hint };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
