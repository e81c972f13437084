/** Errors of the HTTP API as problem+json (RFC 9457). */
import type { FastifyReply } from 'fastify';
import { plain } from '../diagnostics/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';

export class Problem extends Error {
  readonly status: number;
  /** Stable, for programs. */
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** What is wrong with flows that were handed in, each mistake with its place. */
export class DiagnosedProblem extends Problem {
  readonly diagnostics: readonly Diagnostic[];

  constructor(detail: string, diagnostics: readonly Diagnostic[]) {
    super(422, 'flow_errors', detail);
    this.diagnostics = diagnostics;
  }
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, code, message } = problem;
  const more = problem instanceof DiagnosedProblem ? { diagnostics: problem.diagnostics.map(plain) } : {};
  const retry = status === 503 ? { 'retry-after': '1' } : {};
  return reply
    .code(status)
    .headers({ 'content-type': 'application/problem+json', ...retry })
    .send(JSON.stringify({ type: 'about:blank', status, code, detail: message, ...more }));
}
