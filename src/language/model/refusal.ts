/** An expression that CEL rejects, and its description. */
import type { ASTNode, EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';

/** The problem of an expression and its range (0-based, `end` exclusive). */
export interface ExpressionProblem {
  kind: 'syntax' | 'type' | 'unknown-name';
  message: string;
  start: number;
  end: number;
  hint?: string;
  /** The probable replacement. */
  meant?: string;
}

/** The facts about a rejected expression. */
export interface RejectedExpression {
  source: string;
  error: ParseError | CelTypeError | EvaluationError;
  /** Returns the type of a part of the expression, if it has one on its own. */
  findType: (part: string) => string | undefined;
  /** The readable names of the scope with their fields. */
  fields: Fields;
  listFunctions: () => Functions;
}

/** Readable names with their fields. */
export type Fields = Record<string, readonly string[]>;

/** The description of a problem, with its range where it differs from the library's. */
export type ProblemDescription = Pick<ExpressionProblem, 'message'> & Partial<ExpressionProblem>;

/** Functions by name, with the forms of their calls: `size(text)`, `text.size()`. */
export type Functions = ReadonlyMap<string, ReadonlySet<'alone' | 'of text' | 'of others'>>;

/** Returns the source of a part of an expression. */
export function readSource(node: ASTNode, source: string): string {
  return source.slice(node.range.start, node.range.end);
}

/** `an int`, `a string`. */
export function addArticle(type = 'value'): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
