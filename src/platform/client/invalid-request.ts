/** One mistake in a request. */
export interface Problem {
  /** A JSON pointer into the body, or the name of an argument after a slash. */
  path: string;
  /** The rule that was broken, such as `must be string`. */
  message: string;
}

/** Thrown before sending a request that the platform would reject. It reports a mistake of the program. */
export class InvalidRequestError extends Error {
  readonly code = 'invalid_request';
  /** Every mistake that was found. */
  readonly problems: readonly Problem[];

  constructor(request: string, problems: readonly Problem[]) {
    const listed = problems.map(({ path, message }) => `${path} ${message}`.trim());
    super(`${request}: ${listed.join('; ')}`);
    this.name = 'InvalidRequestError';
    this.problems = problems;
  }
}
