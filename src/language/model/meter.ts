/** Counts the cost of one evaluation, and keeps the reason why it was stopped (METER-2, metered.ts). */
import { BOUNDS, COSTS, ExpressionError, spend, type Budget } from './bounds.ts';

interface Evaluation {
  budget: Budget;
  /** The first reason for stopping it. */
  refusal?: ExpressionError;
}

/** Charges the budget of the evaluation in progress. */
export class Meter {
  #evaluation: Evaluation = { budget: { left: 0 } };

  /** Evaluates with a budget and deducts the cost. Throws `ExpressionError` when a bound is crossed. */
  run<Result>(budget: Budget, evaluate: () => Result): Result {
    const evaluation: Evaluation = { budget };
    this.#evaluation = evaluation;
    let result: Result;
    try {
      result = evaluate();
    } catch (error) {
      if (evaluation.refusal !== undefined) throw evaluation.refusal;
      throw error;
    }
    if (evaluation.refusal !== undefined) throw evaluation.refusal;
    return result;
  }

  /** Throws `ExpressionError` when fewer operations are left. */
  charge(operations: number): void {
    this.check(() => {
      spend(this.#evaluation.budget, operations);
    });
  }

  /** Charges for characters that are joined, compared or searched. */
  chargeText(chars: number): void {
    this.charge(Math.ceil(chars / COSTS.charsPerOperation));
  }

  /** Keeps and throws the first refusal, so that no operator can swallow it (METER-2). */
  refuse(make: () => ExpressionError): never {
    const evaluation = this.#evaluation;
    evaluation.refusal ??= make();
    throw evaluation.refusal;
  }

  /** Runs a check and turns its error into a refusal. */
  check(test: () => void): void {
    try {
      test();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.refuse(() => error);
    }
  }

  /** Charges for every element and character of a value at any depth. */
  chargeWhole(value: unknown, depth = 0): void {
    if (typeof value === 'string') this.chargeText(value.length);
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof Uint8Array) {
      this.chargeText(value.length);
      return;
    }
    // Lists and maps created by the library nest no deeper than its expressions.
    if (depth > 4 * BOUNDS.jsonDepth) this.refuse(() => TOO_DEEP);
    const items = value instanceof Map ? [...value.values()] : Object.values(value);
    this.charge(1 + items.length);
    for (const item of items) this.chargeWhole(item, depth + 1);
  }
}

const TOO_DEEP = new ExpressionError('a list or map is nested too deeply', { code: 'value_too_large' });
