/** Errors of the HTTP API as problem+json (RFC 9457). */
import type { FastifyReply } from 'fastify';

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

export function sendProblem(reply: FastifyReply, { status, code, message }: Problem): FastifyReply {
  const retry = status === 503 ? { 'retry-after': '1' } : {};
  return reply
    .code(status)
    .headers({ 'content-type': 'application/problem+json', ...retry })
    .send(JSON.stringify({ type: 'about:blank', status, code, detail: message }));
}
