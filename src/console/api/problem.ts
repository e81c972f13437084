/** Refusals of the API as errors. */

/** A refusal (RFC 9457), or a failure to reach the service (`code: 'unreachable'`). */
export class ApiProblem extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Error code, for programs. */
  readonly code: string;
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined;
  /** Time to wait before the next attempt, ms. */
  readonly retryAfterMs: number | undefined;
  /** Members of the problem beside the standard ones, such as `diagnostics`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(facts: {
    status: number;
    code: string;
    message: string;
    requestId?: string | undefined;
    retryAfterMs?: number | undefined;
    details?: Readonly<Record<string, unknown>>;
  }) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.details = facts.details ?? {};
  }

  /** True when the service could not be reached. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }
}

/** Reads a refusal from a response and its parsed body. */
export function toProblem(response: Response | undefined, body: unknown): ApiProblem {
  if (response === undefined)
    return new ApiProblem({ status: 0, code: 'unreachable', message: 'the service cannot be reached' });
  const details = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const { code, detail, title } = details;
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return new ApiProblem({
    status: response.status,
    code: typeof code === 'string' ? code : `http_${response.status}`,
    message: [detail, title].find((text) => typeof text === 'string') ?? `HTTP status ${response.status}`,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
    details,
  });
}

/** Returns an error as a problem; anything else than a refusal is a bug and keeps its message. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ApiProblem({ status: -1, code: 'console_error', message });
}
