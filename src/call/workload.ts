/**
 * Tracks the cost of one event and its bounds (language/model/bounds.ts). The count is in `out` of the draft, so all flows
 * that an event runs through share it, and it is gone once the event is applied.
 *
 * Owns: charging the draft, the size of its variables. Does not own: the costs of expressions (language/model/metered.ts).
 */
import { BOUNDS, COSTS, ExpressionError, EXTRA_SHARE, spend } from '../language/model/index.ts';
import type { Budget, Value } from '../language/model/index.ts';
import type { CallContext, Workload } from './record.ts';

/** Returns an empty workload. */
export function createWorkload(): Workload {
  return { operations: 0, noteChars: 0 };
}

/** Lets `use` spend operations of the event's budget. A context outside an event has the whole budget. */
export function spendBudget<Result>(
  { road, out }: Pick<CallContext, 'road' | 'out'>,
  use: (budget: Budget) => Result,
): Result {
  const work = out.work ?? createWorkload();
  const allowed = BOUNDS.operations * (1 + EXTRA_SHARE[road]);
  const budget = { left: Math.max(0, allowed - work.operations) };
  try {
    return use(budget);
  } finally {
    work.operations = allowed - budget.left;
  }
}

/** Charges operations to the event. Throws `ExpressionError` with the code `limit_work` beyond its budget. */
export function charge(draft: CallContext, operations: number): void {
  spendBudget(draft, (budget) => {
    spend(budget, operations);
  });
}

/** Throws `ExpressionError` with the code `limit_trace` when the notes of the event are too long together. */
export function checkNotes({ road, out }: CallContext): void {
  if ((out.work?.noteChars ?? 0) <= BOUNDS.notesChars * (1 + EXTRA_SHARE[road])) return;
  throw new ExpressionError(`the trace of one event has more than ${BOUNDS.notesChars} characters of notes`, {
    code: 'limit_trace',
  });
}

/** Throws `ExpressionError` when the variables of the call would be too large after this growth. */
export function checkVariables(draft: CallContext, growth: number): void {
  if (growth <= 0) return;
  const chars = growth + countVariables(draft);
  if (chars <= BOUNDS.variablesChars) return;
  throw new ExpressionError(
    `the variables of the call have ${chars} characters together; expected at most ${BOUNDS.variablesChars}`,
    { code: 'variables_too_large' },
  );
}

/** Returns the cost of the event that led to this context, including that of storing the variables. */
export function countOperations(context: CallContext): number {
  const stored = Math.ceil(countVariables(context) / COSTS.charsPerOperation);
  return (context.out.work?.operations ?? 0) + stored;
}

/** Returns the size of the variables and parameters of a call, including those of waiting flows. */
function countVariables({ vars, params, frames }: CallContext): number {
  let chars = measureValues(vars) + measureValues(params);
  for (const frame of frames) chars += measureValues(frame.vars) + measureValues(frame.params);
  return chars;
}

/** Returns the size of all values in characters; numbers and booleans count as eight. */
export function measureValues(values: Readonly<Record<string, Value>>): number {
  let chars = 0;
  for (const name in values) chars += measureValue(values[name]);
  return chars;
}

/** Returns the size of a value in characters. */
export function measureValue(value: Value | undefined): number {
  return typeof value === 'string' ? value.length : 8;
}

/** Shortens a text for a note. */
export function shortenForNote(text: string): string {
  if (text.length <= BOUNDS.shownChars) return text;
  return `${text.slice(0, BOUNDS.shownChars)}… (${text.length} characters)`;
}
