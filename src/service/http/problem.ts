/** Errors of the HTTP API as problem+json (RFC 9457). */
import type { FastifyReply } from 'fastify';
import { toPlainDiagnostic } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { OperationalError } from '../../engine/ports/index.ts';
import { errors } from '../errors/index.ts';
import type { ErrorCode } from '../errors/index.ts';
import { REQUEST_ID } from './request-id.ts';

export class Problem extends Error {
  readonly status: number;
  /** Stable, for programs. */
  readonly code: ErrorCode;
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>> = {};
  /** Further members of the body (RFC 9457, 3.2). */
  readonly members: Readonly<Record<string, unknown>> = {};

  /** `status`: overrides that of the code. */
  constructor(code: ErrorCode, detail: string, status = errors[code].status) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** Refusal because of errors in uploaded flows, with their diagnostics. */
export class DiagnosedProblem extends Problem {
  override readonly members: { diagnostics: unknown[] };

  constructor(detail: string, diagnostics: readonly Diagnostic[]) {
    super('flow_errors', detail);
    this.members = { diagnostics: diagnostics.map(toPlainDiagnostic) };
  }
}

/** Refusal of a request because of its values, with the places of its mistakes. */
export class MistakenRequest extends Problem {
  override readonly members: { errors: readonly object[] };

  constructor(code: ErrorCode, detail: string, errors: readonly object[]) {
    super(code, detail);
    this.members = { errors };
  }
}

/** The response at unknown paths; it reveals no valid ones. */
export const notFound = new Problem('not_found', 'there is no resource at this path');

/** Headers that prevent content sniffing and caching. */
const PLAIN_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** Refusal because of a rate limit. */
export class TooOften extends Problem {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, retryAfterMs: number) {
    super(code, detail);
    this.headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) };
  }
}

/** Refusal of invalid credentials (RFC 9110, 11.6.1). */
export class Unauthenticated extends Problem {
  override readonly headers = { 'www-authenticate': 'Bearer' };

  /** @param isKeyGiven true if the request has a key */
  constructor(isKeyGiven: boolean) {
    super(
      'unauthenticated',
      isKeyGiven
        ? 'the key is not known, or it has expired or was revoked'
        : 'expected "Authorization: Bearer <key>"',
    );
  }
}

/** A dependency is unavailable or faulty. */
export class Unavailable extends Problem {
  constructor({ code }: OperationalError, detail: string) {
    // Operational error codes are an open set; a test checks that the table has all that reach this place.
    super(code as ErrorCode, detail, 503);
  }
}

/** Sends a problem with the request id, which the log contains too. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, code, message, members } = problem;
  const { id: requestId } = reply.request;
  const retry = status === 503 ? { 'retry-after': '1' } : {};
  return reply
    .code(status)
    .headers({
      ...PLAIN_HEADERS,
      'content-type': 'application/problem+json',
      [REQUEST_ID]: requestId,
      ...retry,
      ...problem.headers,
    })
    .send(JSON.stringify({ type: 'about:blank', status, code, detail: message, requestId, ...members }));
}
