/** One thing that is wrong with a request. */
export interface Problem {
  /** Where: a JSON pointer into the body, or the name of an argument after a slash. */
  path: string;
  /** What is wrong, as in `must be string`. */
  message: string;
}

/** The request would be refused: it was not sent. A mistake of the program, not of the world. */
export class InvalidRequestError extends Error {
  readonly code = 'invalid_request';
  /** All that is wrong with it. */
  readonly problems: readonly Problem[];

  constructor(request: string, problems: readonly Problem[]) {
    const listed = problems.map(({ path, message }) => `${path} ${message}`.trim());
    super(`${request}: ${listed.join('; ')}`);
    this.name = 'InvalidRequestError';
    this.problems = problems;
  }
}
