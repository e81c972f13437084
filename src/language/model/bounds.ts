/**
 * The bounds of one call's values and work. They are constants rather than settings, since a call must decide alike
 * on every node and in every tool (I2). A value beyond its bound is never stored; the step fails with one of the
 * codes of `BoundCode`. docs/operations.md lists these bounds next to those that an operator can set.
 *
 * Lengths are UTF-16 code units, the length that JavaScript strings store.
 */
export const BOUNDS = {
  /** Maximum length of a text, in a variable or in any part of an expression. Holds the largest web response by default. */
  textChars: 65_536,
  /** Maximum number of elements of a list or map inside an expression. */
  listElements: 10_000,
  /** Maximum nesting of lists and maps in a JSON response. */
  jsonDepth: 32,
  /** Maximum size of the variables and parameters of one call, including those of waiting flows. */
  variablesChars: 262_144,
  /** Maximum size of the initial values of one flow, so that waiting flows fit into the record. */
  initialChars: 16_384,
  /** Maximum size of a call's stored record as JSON. The bounds above leave three quarters of it for everything else. */
  recordChars: 1_048_576,
  /** Maximum size of the notes in the trace entry of one event. */
  notesChars: 524_288,
  /** Characters of a value that a note shows; the rest is replaced by its length. */
  shownChars: 4_096,
  /** Maximum work of one event, in operations (`COSTS`), for all its expressions and steps. */
  operations: 100_000,
} as const;

/** Maximum length of the source of an expression. */
export const MAX_EXPRESSION_CHARS = 2_000;

/** Additional share of the operations and notes that the error path and the finalizer may use. */
export const EXTRA_SHARE = { main: 0, error: 0.1, end: 0.2 } as const;

/** Costs of work, in operations. One operation took 30 to 150 ns of CPU when these were chosen. */
export const COSTS = {
  /** Entering a step. */
  step: 40,
  /** A note in the trace, in addition to its length. */
  note: 10,
  /** Characters that are joined, compared or searched per operation. */
  charsPerOperation: 32,
  /** Characters per operation for functions that read each character, such as `size` or `split`. */
  charsPerScan: 4,
  /** Reading a field of a timestamp in a time zone. */
  timeZone: 500,
  /** Compiling a regular expression during the call; literal ones are compiled once. */
  pattern: 20_000,
  /** Matching a character, per instruction of the regular expression. */
  match: 0.5,
} as const;

/** The bound that was crossed, for `error.code`. */
export type BoundCode =
  /** A text, list or map is too long. */
  | 'value_too_large'
  /** The variables of the call are too large together. */
  | 'variables_too_large'
  /** One event has caused too much work. */
  | 'limit_work'
  /** The trace entry of one event is too large. */
  | 'limit_trace';

/** Codes after which the main path cannot continue, so the error path begins whatever edges the step has. */
export const FINAL_CODES: readonly string[] = ['limit_steps', 'limit_work', 'limit_trace'];

/** Thrown by an expression without a value in this scope, or with one that is too large. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
  /** The value of `error.code`. */
  readonly code: 'expression' | BoundCode;

  constructor(
    message: string,
    { code = 'expression', cause }: { code?: ExpressionError['code']; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}

/** The remaining operations; reduced as they are used. */
export interface Budget {
  left: number;
}

/** Takes operations from a budget. Throws `ExpressionError` with the code `limit_work` when fewer are left. */
export function spend(budget: Budget, operations: number): void {
  if (operations > budget.left) {
    budget.left = 0;
    throw OVERDRAWN;
  }
  budget.left -= operations;
}

/** A shared instance, since creating an error is slow and an expression may hit its limit many times before it stops. */
const OVERDRAWN = new ExpressionError(
  `the steps and expressions of one event need more than ${BOUNDS.operations} operations`,
  { code: 'limit_work' },
);

/** Throws `ExpressionError` for a text beyond the maximum length. */
export function checkLength(length: number, what = 'the text', most: number = BOUNDS.textChars): void {
  if (length <= most) return;
  const message = `${what} has ${length} characters; expected at most ${most}`;
  throw new ExpressionError(message, { code: 'value_too_large' });
}

/** True when lists and maps nest deeper than `depth`; looks no deeper than that. */
export function isNestedDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isNestedDeeper(part, depth - 1));
}

/** Throws `ExpressionError` for a list or map with too many elements. */
export function checkElements(count: number): void {
  if (count <= BOUNDS.listElements) return;
  throw new ExpressionError(`a list has ${count} elements; expected at most ${BOUNDS.listElements}`, {
    code: 'value_too_large',
  });
}
