/** Expressions of ECMAScript that can be imported: a subset without assignments, functions, objects and regular expressions. */

export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null | undefined }
  /** A name and the fields behind it: `call.from` is `['call', 'from']`, and so is `call['from']`. */
  | { kind: 'name'; names: readonly string[]; offset: number }
  | { kind: 'list'; items: readonly Expression[] }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'logical'; operator: LogicalOperator; left: Expression; right: Expression }
  | { kind: 'conditional'; test: Expression; then: Expression; otherwise: Expression }
  /** A template literal: texts and values in turn. */
  | { kind: 'template'; parts: readonly Expression[] }
  | { kind: 'length'; of: Expression }
  | { kind: 'item'; of: Expression; index: Expression }
  | { kind: 'method'; method: Method; of: Expression; arguments: readonly Expression[] }
  | { kind: 'function'; function: FunctionName; arguments: readonly Expression[] };

export const unaryOperators = ['!', '-', '+', 'typeof'] as const;
type UnaryOperator = (typeof unaryOperators)[number];

const comparisons = ['==', '!=', '===', '!==', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof comparisons)[number];

export const binaryOperators = [...comparisons, '+', '-', '*', '/', '%'] as const;
type BinaryOperator = (typeof binaryOperators)[number];

export const logicalOperators = ['&&', '||', '??'] as const;
type LogicalOperator = (typeof logicalOperators)[number];

export const methods = [
  'toUpperCase',
  'toLowerCase',
  'toString',
  'trim',
  'substring',
  'slice',
  'charAt',
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'split',
  'join',
  'concat',
] as const;
export type Method = (typeof methods)[number];

export const functionNames = ['parseInt', 'parseFloat', 'Number', 'String', 'Boolean', 'isNaN'] as const;
type FunctionName = (typeof functionNames)[number];

/** Why a text cannot be used as an expression. */
export type ExpressionFault = 'syntax' | 'not_supported' | 'too_complex';

export type ParsedExpression =
  | { isValid: true; expression: Expression }
  /** `offset`: characters from the start of the text. */
  | { isValid: false; fault: ExpressionFault; offset: number };
