/** Errors of the HTTP API as problem+json (RFC 9457). */
import type { FastifyReply } from 'fastify';
import { plain } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { OperationalError } from '../../engine/ports/index.ts';
import { errors } from '../errors/index.ts';
import type { ErrorCode } from '../errors/index.ts';
import { REQUEST_ID } from './request-id.ts';

export class Problem extends Error {
  readonly status: number;
  /** Stable, for programs. */
  readonly code: ErrorCode;
  /** What the answer tells beside its body. */
  readonly headers: Readonly<Record<string, string>> = {};
  /** What the body tells beside the detail (RFC 9457, 3.2). */
  readonly members: Readonly<Record<string, unknown>> = {};

  /** `status`: only where it differs from that of the code. */
  constructor(code: ErrorCode, detail: string, status = errors[code].status) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** What is wrong with flows that were handed in, each mistake with its place. */
export class DiagnosedProblem extends Problem {
  override readonly members: { diagnostics: unknown[] };

  constructor(detail: string, diagnostics: readonly Diagnostic[]) {
    super('flow_errors', detail);
    this.members = { diagnostics: diagnostics.map(plain) };
  }
}

/** The answer at every address that is none, which tells nobody which addresses there are. */
export const notFound = new Problem('not_found', 'there is no resource at this path');

/** No browser guesses what it is, no cache keeps it. */
const plainAnswer = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** Somebody asks too often. */
export class TooOften extends Problem {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, retryAfterMs: number) {
    super(code, detail);
    this.headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) };
  }
}

/** Nobody knows who asks (RFC 9110, 11.6.1). */
export class Unauthenticated extends Problem {
  override readonly headers = { 'www-authenticate': 'Bearer' };

  constructor() {
    super('unauthenticated', 'expected "Authorization: Bearer <key>" with a valid key');
  }
}

/** Something that the service depends on is away or at fault. */
export class Unavailable extends Problem {
  constructor({ code }: OperationalError, detail: string) {
    // Codes of operational errors are open; a test holds that the table has all that reach this place.
    super(code as ErrorCode, detail, 503);
  }
}

/** Answers with it; it tells the id of the request, by which the log knows it too. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, code, message, members } = problem;
  const { id: requestId } = reply.request;
  const retry = status === 503 ? { 'retry-after': '1' } : {};
  return reply
    .code(status)
    .headers({
      ...plainAnswer,
      'content-type': 'application/problem+json',
      [REQUEST_ID]: requestId,
      ...retry,
      ...problem.headers,
    })
    .send(JSON.stringify({ type: 'about:blank', status, code, detail: message, requestId, ...members }));
}
