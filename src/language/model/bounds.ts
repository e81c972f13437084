/**
 * The bounds of one call's values and work. They are the same on every node and in every tool: a call decides alike
 * wherever it runs (I2), so none of them is a setting. What crosses one is never stored; the step fails instead with
 * one of the codes of `BoundCode`. docs/operations.md lists them beside the bounds that an operator can set.
 *
 * Lengths are UTF-16 code units, which is what JavaScript counts without looking at a text.
 */
export const BOUNDS = {
  /** Longest text, of a variable or of any part of an expression. Holds the largest answer of a web service by default. */
  textChars: 65_536,
  /** Most elements of a list or map inside an expression. */
  listElements: 10_000,
  /** Deepest nesting of lists and maps in the JSON of an answer. */
  jsonDepth: 32,
  /** Variables and parameters of one call together, those of flows that wait for another one included. */
  variablesChars: 262_144,
  /** Initial values of the variables of one flow together, so that flows which wait for one another stay within the record. */
  initialChars: 16_384,
  /** The stored record of one call, as JSON. What is bounded above leaves three quarters of it for everything else. */
  recordChars: 1_048_576,
  /** The notes in the trace entry of one event. */
  notesChars: 524_288,
  /** What a note shows of one value; the rest is replaced by its length. */
  shownChars: 4_096,
  /** Work that one event may cause, in operations (`COSTS`), all expressions and steps together. */
  operations: 100_000,
} as const;

/** How much of the operations and notes the error path and the finalizer may add to what the main path has used. */
export const EXTRA_SHARE = { main: 0, error: 0.1, end: 0.2 } as const;

/** What work costs, in operations. One operation took 30 to 150 ns of CPU when these were chosen. */
export const COSTS = {
  /** A step that is entered. */
  step: 40,
  /** A note in the trace, beside its length. */
  note: 10,
  /** Characters that are joined, compared or searched for one operation. */
  charsPerOperation: 32,
  /** The same for functions that look at each character by itself, such as `size` or `split`. */
  charsPerScan: 4,
  /** A field of a timestamp in a time zone. */
  timeZone: 500,
  /** A regular expression that is made while the call runs; those that are written out are compiled once. */
  pattern: 20_000,
  /** A character of a text that is matched, for each instruction of the regular expression. */
  match: 0.5,
} as const;

/** Why a bound was crossed, for `error.code`. */
export type BoundCode =
  /** A text, list or map is longer than it may be. */
  | 'value_too_large'
  /** The variables of the call are together larger than they may be. */
  | 'variables_too_large'
  /** One event has caused more work than it may. */
  | 'limit_work'
  /** The trace entry of one event has grown beyond its bound. */
  | 'limit_trace';

/** Codes after which the main path cannot go on, so the error path begins whatever edges the step has. */
export const FINAL_CODES: readonly string[] = ['limit_steps', 'limit_work', 'limit_trace'];

/** An expression that has no value in this scope, or one that is too large. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
  /** For `error.code`. */
  readonly code: 'expression' | BoundCode;

  constructor(
    message: string,
    { code = 'expression', cause }: { code?: ExpressionError['code']; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}

/** Operations that are left, taken off as they are used. */
export interface Budget {
  left: number;
}

/** Takes operations off a budget. Throws `ExpressionError` with the code `limit_work` where fewer are left. */
export function spend(budget: Budget, operations: number): void {
  if (operations > budget.left) {
    budget.left = 0;
    throw OVERDRAWN;
  }
  budget.left -= operations;
}

/** One for all, since making an error takes long: an expression may run into its end many times before it stops. */
const OVERDRAWN = new ExpressionError(
  `the steps and expressions of one event need more than ${BOUNDS.operations} operations`,
  { code: 'limit_work' },
);

/** Throws `ExpressionError` for a text that is longer than a value may be. */
export function checkLength(length: number, what = 'the text', most: number = BOUNDS.textChars): void {
  if (length <= most) return;
  const message = `${what} has ${length} characters; expected at most ${most}`;
  throw new ExpressionError(message, { code: 'value_too_large' });
}

/** True where lists and maps nest more than so deep. Goes no deeper than that. */
export function isNestedDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isNestedDeeper(part, depth - 1));
}

/** Throws `ExpressionError` for a list or map with more elements than it may have. */
export function checkElements(count: number): void {
  if (count <= BOUNDS.listElements) return;
  throw new ExpressionError(`a list has ${count} elements; expected at most ${BOUNDS.listElements}`, {
    code: 'value_too_large',
  });
}
