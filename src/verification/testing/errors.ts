/** Errors that point to a line of the test. */

/** A call that did not meet an expectation of the test. */
export class CallAssertionError extends Error {
  override readonly name = 'AssertionError';
  /** Code of Node's assertion errors, by which test runners distinguish failures from bugs. */
  readonly code = 'ERR_ASSERTION';
}

/** A flow that cannot be tested, or a test that uses something that its flow does not have. */
export class FlowTestError extends Error {
  override readonly name = 'FlowTestError';
}

/** Runs an action for a test that has called `entry`: errors of this module point to that line of the test. */
export function runOnBehalfOf<Result>(entry: CallableFunction, act: () => Result): Result {
  try {
    return act();
  } catch (cause) {
    if (isTestError(cause)) Error.captureStackTrace(cause, entry);
    throw cause;
  }
}

/** A line of a test to which later errors can point. */
export class TestLine {
  readonly #frames: { stack?: string } = {};

  /** Records the line on which the test called `entry`. */
  constructor(entry: CallableFunction) {
    Error.captureStackTrace(this.#frames, entry);
  }

  /** Runs an action on behalf of that line. */
  run<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (cause) {
      if (isTestError(cause)) cause.stack = `${cause.name}: ${cause.message}\n${this.#lines().join('\n')}`;
      throw cause;
    }
  }

  #lines(): string[] {
    return (this.#frames.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  }
}

function isTestError(cause: unknown): cause is Error {
  return cause instanceof CallAssertionError || cause instanceof FlowTestError;
}
