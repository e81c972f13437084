/**
 * The only access to CEL. Owns: the names that an expression may read and their types, the bounds, the conversion
 * between JSON numbers outside and 64-bit integers inside. Does not own: the place of an expression in a file (the
 * compiler).
 *
 * EXPRESSIONS-1 No expression reads the clock, the network or anything but its scope; the same scope gives the same value.
 * EXPRESSIONS-2 A result is a string, a finite number or a boolean; everything else is an `ExpressionError`.
 * EXPRESSIONS-3 No message carries a value of the call (I7).
 * EXPRESSIONS-4 Length, nodes and depth are bounded and comprehensions do not nest. Computation is charged to a budget and
 *               checked against the bounds of values while it runs (metered.ts), so it ends soon with values of bounded size.
 */
import {
  type Environment,
  EvaluationError,
  ParseError,
  TypeError as CelTypeError,
  type ASTNode,
  type ParseResult,
} from '@marcbachmann/cel-js';
import type { Template } from './template.ts';
import type { Value, VarType } from './values.ts';
import {
  BOUNDS,
  checkLength,
  COSTS,
  ExpressionError,
  MAX_EXPRESSION_CHARS,
  spend,
  type Budget,
} from './bounds.ts';
import { Meter } from './meter.ts';
import { attachMeter } from './metered.ts';
import { toCelScope } from './cel-values.ts';
import { findNamesRead, hasNestedComprehension } from './syntax-tree.ts';
import { listTerms, toTerm, type Term } from './terms.ts';
import type { DeclaredNames, Scope } from './scope.ts';
import { createEnvironment, listFields, type TypedNames } from './environment.ts';
import { describeProblem, describeEvaluationError } from './expression-problems.ts';
import { groupFunctions } from './function-problems.ts';
import type { ExpressionProblem, Fields } from './refusal.ts';

/** The type of a result; `dyn` is known only at evaluation, `other` is one that no place of a flow can use, such as a list. */
export type ExpressionType = VarType | 'dyn' | 'other';

type ExpressionCheck = { ok: true; type: ExpressionType } | ({ ok: false } & ExpressionProblem);

/** The expressions of one flow. */
export interface Expressions {
  /** Checks syntax, names and types without evaluating. */
  check(source: string): ExpressionCheck;
  /** Returns the declared names that an expression can read, such as `vars.tier`; none when it cannot be parsed. */
  findReads(source: string): ReadonlySet<string>;
  /** Returns an expression as a tree; undefined when it cannot be parsed. */
  parse(source: string): Term | undefined;
  /**
   * Evaluates an expression that `check` accepts. Its cost is taken from the budget, by default that of one event.
   * Throws `ExpressionError`.
   */
  evaluate(source: string, scope: Scope, budget?: Budget): Value;
  /** Renders a template, with every expression replaced by its value and optionally escaped. Throws `ExpressionError`. */
  render(template: Template, scope: Scope, options?: Rendering): string;
}

interface Rendering {
  escape?: (value: string) => string;
  budget?: Budget;
}

const USABLE = new Set<string>(['string', 'int', 'double', 'bool', 'dyn']);

/** Creates the expressions over these names. With `response` they may read a web response. */
export function createExpressions(
  names: DeclaredNames,
  also: { response: boolean } = { response: true },
): Expressions {
  return new FlowExpressions(names, also.response);
}

/** An expression that counts its operations, with the integers that it reads. */
interface Metered {
  program: ParseResult;
  ints: Ints;
}

/** Names of integers by holder. */
interface Ints {
  vars: string[];
  params: string[];
}

/** Parses, checks and meters each source once. */
class FlowExpressions implements Expressions {
  readonly #fields: Fields;
  readonly #environment: Environment;
  readonly #meter = new Meter();
  readonly #ints: Ints;
  readonly #parsed = new Map<string, ParseResult>();
  readonly #checked = new Map<string, ExpressionCheck>();
  readonly #reads = new Map<string, ReadonlySet<string>>();
  readonly #metered = new Map<string, Metered>();

  constructor(names: DeclaredNames, readsResponse: boolean) {
    const { vars, params = {} } = names;
    this.#fields = listFields(names, readsResponse);
    this.#environment = createEnvironment(names, this.#fields);
    this.#ints = { vars: listInts(vars), params: listInts(params) };
  }

  check(source: string): ExpressionCheck {
    return getOrCompute(this.#checked, source, () => this.#check(source));
  }

  #check(source: string): ExpressionCheck {
    if (source.length > MAX_EXPRESSION_CHARS)
      return rejectComplex(source, `more than ${MAX_EXPRESSION_CHARS} characters`);
    try {
      const program = this.#parse(source);
      if (hasNestedComprehension(program.ast))
        return rejectComplex(source, 'a comprehension inside another one');
      const refused = findOptional(program.ast) ?? findDroppedKey(program.ast);
      if (refused !== undefined) return refused;
      const { type, error } = program.check();
      return error === undefined ? { ok: true, type: toScalarType(type) } : this.#explain(source, error);
    } catch (error) {
      return this.#explain(source, error);
    }
  }

  #explain(source: string, error: unknown): ExpressionCheck {
    if (!(error instanceof ParseError || error instanceof CelTypeError || error instanceof EvaluationError))
      throw error;
    const findType = (part: string) => this.#environment.check(part).type;
    const listFunctions = () => groupFunctions(this.#environment.getDefinitions().functions);
    return {
      ok: false,
      ...describeProblem({ source, error, findType, fields: this.#fields, listFunctions }),
    };
  }

  findReads(source: string): ReadonlySet<string> {
    // Calls ask for this too, so a known answer costs no closure.
    return this.#reads.get(source) ?? getOrCompute(this.#reads, source, () => this.#findReads(source));
  }

  #findReads(source: string): ReadonlySet<string> {
    const ast = this.#parseTree(source);
    return ast === undefined ? new Set() : findNamesRead(ast, this.#fields);
  }

  parse(source: string): Term | undefined {
    const ast = this.#parseTree(source);
    return ast && toTerm(ast);
  }

  #parse(source: string): ParseResult {
    return getOrCompute(this.#parsed, source, () => this.#environment.parse(source));
  }

  #parseTree(source: string): ASTNode | undefined {
    this.check(source);
    return this.#parsed.get(source)?.ast;
  }

  evaluate(source: string, scope: Scope, budget = createBudget()): Value {
    try {
      const { program, ints } = this.#metered.get(source) ?? this.#makeMetered(source);
      const value = toFlowValue(this.#meter.run(budget, () => program(toCelScope(scope, ints)) as unknown));
      spend(budget, typeof value === 'string' ? 1 + Math.ceil(value.length / COSTS.charsPerOperation) : 1);
      return value;
    } catch (error) {
      if (error instanceof ExpressionError) throw error;
      throw new ExpressionError(describeEvaluationError(error), { cause: error });
    }
  }

  #makeMetered(source: string): Metered {
    const program = this.#parse(source);
    const { error } = program.check();
    if (error !== undefined) throw error;
    attachMeter(program, this.#meter);
    const reads = this.findReads(source);
    const ints = {
      vars: this.#ints.vars.filter((name) => reads.has(`vars.${name}`)),
      params: this.#ints.params.filter((name) => reads.has(`params.${name}`)),
    };
    const metered = { program, ints };
    this.#metered.set(source, metered);
    return metered;
  }

  render(
    template: Template,
    scope: Scope,
    { escape = (value) => value, budget = createBudget() }: Rendering = {},
  ): string {
    let text = '';
    for (const part of template) {
      text += typeof part === 'string' ? part : escape(String(this.evaluate(part.expr, scope, budget)));
      checkLength(text.length);
    }
    return text;
  }
}

/** Returns the value of a key; one that is missing is computed and kept. */
function getOrCompute<Value>(known: Map<string, Value>, key: string, compute: () => Value): Value {
  const found = known.get(key) ?? compute();
  known.set(key, found);
  return found;
}

function createBudget(): Budget {
  return { left: BOUNDS.operations };
}

function listInts(declared: TypedNames): string[] {
  return Object.keys(declared).filter((name) => declared[name]?.type === 'int');
}

function toScalarType(type: string | undefined): ExpressionType {
  return type !== undefined && USABLE.has(type) ? (type as ExpressionType) : 'other';
}

/** The library parses optional values, which are switched off, and refuses them only when it evaluates them. */
function findOptional(ast: ASTNode): ExpressionCheck | undefined {
  const found = listTerms(toTerm(ast)).find((term) => term.kind === 'word' && term.word === 'optional');
  return found === undefined
    ? undefined
    : {
        ok: false,
        kind: 'unknown-name',
        message: 'expressions have no optional values',
        hint: 'test a field with has(): has(response.json.name) ? response.json.name : ""',
        start: found.start,
        end: found.end,
      };
}

/** The library leaves these keys out of the maps that an expression lists. */
const DROPPED_KEYS: readonly unknown[] = ['constructor', 'prototype', '__proto__'];

function findDroppedKey(ast: ASTNode): ExpressionCheck | undefined {
  const found = listTerms(toTerm(ast))
    .flatMap((term) => (term.kind === 'map' ? term.entries : []))
    .find(({ key }) => key.kind === 'value' && DROPPED_KEYS.includes(key.value));
  if (found === undefined) return undefined;
  const { start, end } = found.key;
  return {
    ok: false,
    kind: 'syntax',
    message: 'a map of an expression cannot have this key',
    hint: 'compare with == and ?: instead, or use a table',
    start,
    end,
  };
}

function rejectComplex(source: string, found: string): ExpressionCheck {
  return {
    ok: false,
    kind: 'syntax',
    message: `the expression is too complex: ${found}`,
    start: 0,
    end: source.length,
  };
}

function toFlowValue(value: unknown): Value {
  if (typeof value === 'string') checkLength(value.length);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  const numeric = typeof value === 'bigint' || typeof value === 'number';
  throw new ExpressionError(
    numeric ? 'the number is too large' : 'the value is not text, a number or true/false',
  );
}
