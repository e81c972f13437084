/** Errors of tests, which point to the line of the test. */

/** A call that did not go as the test tells it. */
export class CallAssertionError extends Error {
  override readonly name = 'AssertionError';
  /** Code of Node's own assertion errors, by which test runners tell a failure from a bug. */
  readonly code = 'ERR_ASSERTION';
}

/** A flow that cannot be tested, or a test that asks for what its flow does not have. */
export class FlowTestError extends Error {
  override readonly name = 'FlowTestError';
}

/** Does something for which a test has called `entry`: an error of ours points to that line of the test. */
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

  /** The line on which the test has called `entry`. */
  constructor(entry: CallableFunction) {
    Error.captureStackTrace(this.#frames, entry);
  }

  /** Does something on behalf of that line. */
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
