/** An expression that CEL refuses: what is known of it, and what is to be said. */
import type { ASTNode, EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';

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

/** What is known where an expression was refused. */
export interface Circumstances {
  source: string;
  error: ParseError | CelTypeError | EvaluationError;
  /** The type of a part of the expression, if it has one by itself. */
  typeOf: (part: string) => string | undefined;
  /** What an expression may read: names of the scope with their fields. */
  fields: Fields;
  functions: () => Functions;
}

/** What an expression may read: name → its fields. */
export type Fields = Record<string, readonly string[]>;

/** What is said of a problem, with its place where that is not what the library says. */
export type Words = Pick<ExpressionProblem, 'message'> & Partial<ExpressionProblem>;

/** Functions by their names, and how they are called: `size(text)`, `text.size()`. */
export type Functions = ReadonlyMap<string, ReadonlySet<'alone' | 'of text' | 'of others'>>;

/** A part of an expression as it is written. */
export function textOf(node: ASTNode, source: string): string {
  return source.slice(node.range.start, node.range.end);
}

/** `an int`, `a string`. */
export function withArticle(type = 'value'): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
