/**
 * CEL, kept behind one door. Owns: the names an expression may read and their types, the bounds, the passage between
 * JSON numbers outside and 64-bit integers inside. Does not own: where an expression stands in a file (the compiler).
 *
 *  1 No expression reads the clock, the network or anything but its scope; the same scope gives the same value.
 *  2 What comes out is a string, a finite number or a boolean; everything else is an `ExpressionError`.
 *  3 No message carries a value of the call (I7).
 *  4 Length, nodes and depth are bounded and comprehensions do not nest, so an evaluation ends. `matches` runs the
 *    author's own regular expression, which the compiler holds to what is decided in little time.
 */
import {
  Environment,
  EvaluationError,
  ParseError,
  TypeError as CelTypeError,
  type ASTNode,
  type ParseResult,
} from '@marcbachmann/cel-js';
import type { Template, Value, VarDeclaration } from './compiled.ts';
import { hasNestedComprehension } from './comprehensions.ts';
import { patternsIn, type WrittenPattern } from './written-patterns.ts';
import { variablesRead } from './reads.ts';
import { CALL_FIELDS, ERROR_FIELDS, type Scope } from './scope.ts';
import { describeProblem, evaluationInWords, type ExpressionProblem } from './expression-problems.ts';

/** The type of a result; `other` is one that no place of a flow can use, such as a list. */
export type ExpressionType = 'string' | 'int' | 'double' | 'bool' | 'other';

/** What a check finds out. */
export type ExpressionCheck = { ok: true; type: ExpressionType } | ({ ok: false } & ExpressionProblem);

/** An expression that has no value in this scope, or one that JSON cannot hold. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

/** The expressions of one flow. */
export interface Expressions {
  /** Syntax, names and types, without evaluating. */
  check(source: string): ExpressionCheck;
  /** The variables whose values an expression can get at; none for one that cannot be parsed. */
  reads(source: string): ReadonlySet<string>;
  /** The regular expressions that an expression gives to `matches`; none for one that cannot be parsed. */
  patterns(source: string): WrittenPattern[];
  /** The value of an expression that `check` found right; throws `ExpressionError`. */
  evaluate(source: string, scope: Scope): Value;
  /** The text of a template, every expression replaced by its value, escaped if need be; throws `ExpressionError`. */
  render(template: Template, scope: Scope, escape?: (value: string) => string): string;
}

const MAX_LENGTH = 2_000;
const LIMITS = { maxAstNodes: 500, maxDepth: 32, maxListElements: 200, maxMapEntries: 50 };
const SCALARS = new Set<string>(['string', 'int', 'double', 'bool']);

/** Expressions over these variables. Each source is parsed once. */
export function createExpressions(vars: Record<string, VarDeclaration>): Expressions {
  const environment = environmentFor(vars);
  const parsed = new Map<string, ParseResult>();
  const ints = Object.keys(vars).filter((name) => vars[name]?.type === 'int');

  function parse(source: string): ParseResult {
    const known = parsed.get(source);
    if (known) return known;
    const program = environment.parse(source);
    parsed.set(source, program);
    return program;
  }

  function check(source: string): ExpressionCheck {
    if (source.length > MAX_LENGTH) return tooComplex(source, `more than ${MAX_LENGTH} characters`);
    try {
      const program = parse(source);
      if (hasNestedComprehension(program.ast))
        return tooComplex(source, 'a comprehension inside another one');
      const { type, error } = program.check();
      return error === undefined ? { ok: true, type: scalarType(type) } : explain(source, error);
    } catch (error) {
      return explain(source, error);
    }
  }

  const known = new Map<string, ReadonlySet<string>>();
  function reads(source: string): ReadonlySet<string> {
    const found = known.get(source) ?? readIn(source);
    known.set(source, found);
    return found;
  }

  function readIn(source: string): ReadonlySet<string> {
    const ast = treeOf(source);
    return ast === undefined ? new Set() : variablesRead(ast, Object.keys(vars));
  }

  function patterns(source: string): WrittenPattern[] {
    const ast = treeOf(source);
    return ast === undefined ? [] : patternsIn(ast);
  }

  function treeOf(source: string): ASTNode | undefined {
    check(source);
    return parsed.get(source)?.ast;
  }

  function explain(source: string, error: unknown): ExpressionCheck {
    if (!(error instanceof ParseError || error instanceof CelTypeError || error instanceof EvaluationError))
      throw error;
    const typeOf = (part: string) => environment.check(part).type;
    return { ok: false, ...describeProblem({ source, error, typeOf, vars: Object.keys(vars) }) };
  }

  function evaluate(source: string, scope: Scope): Value {
    try {
      return outward(parse(source)({ ...scope, vars: inward(scope.vars, ints) }));
    } catch (error) {
      if (error instanceof ExpressionError) throw error;
      throw new ExpressionError(evaluationInWords(error), { cause: error });
    }
  }

  function render(template: Template, scope: Scope, escape = (value: string) => value): string {
    return template
      .map((part) => (typeof part === 'string' ? part : escape(String(evaluate(part.expr, scope)))))
      .join('');
  }

  return { check, reads, patterns, evaluate, render };
}

function environmentFor(vars: Record<string, VarDeclaration>): Environment {
  const types = Object.fromEntries(Object.entries(vars).map(([name, { type }]) => [name, type]));
  return new Environment({ limits: LIMITS })
    .registerVariable('vars', { schema: types })
    .registerVariable('call', { schema: texts(CALL_FIELDS) })
    .registerVariable('error', { schema: texts(ERROR_FIELDS) });
}

function texts(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, 'string']));
}

function scalarType(type: string | undefined): ExpressionType {
  return type !== undefined && SCALARS.has(type) ? (type as ExpressionType) : 'other';
}

function tooComplex(source: string, found: string): ExpressionCheck {
  return {
    ok: false,
    kind: 'syntax',
    message: `the expression is too complex: ${found}`,
    start: 0,
    end: source.length,
  };
}

function inward(vars: Record<string, Value>, ints: string[]): Record<string, Value | bigint> {
  const inside: Record<string, Value | bigint> = { ...vars };
  for (const name of ints) inside[name] = BigInt(vars[name] ?? 0);
  return inside;
}

function outward(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  const numeric = typeof value === 'bigint' || typeof value === 'number';
  throw new ExpressionError(
    numeric ? 'the number is too large' : 'the value is not text, a number or true/false',
  );
}
