/** The platform's HTTP side: passes every request to the model unchanged, and its answer back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MediaBody, type WireAnswer, type WireRequest } from '../model/index.ts';
import type { Driver } from './driver.ts';

/** Maximum size of a request body, bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/** Dependencies of the platform's side. */
export interface PlatformSide {
  driver: Driver;
  /** Receives failures of the emulator itself. */
  log?: { error(fields: object, message: string): void } | undefined;
}

/** Passes bodies on as text: the model answers invalid JSON in the platform's format. */
export function addPlatformRoutes(app: FastifyInstance, side: PlatformSide): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.setErrorHandler((error: Unreadable, request, reply) => {
    answerError(side, { request, reply }, error);
  });
  app.all('/*', (request, reply) => answerRequest(side, request, reply));
}

/** Answers a request of any method and path. */
export function answerRequest(
  side: PlatformSide,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  try {
    return sendAnswer(
      reply,
      side.driver.act((model, now) => model.request(toWireRequest(request), now)),
    );
  } catch (error) {
    return answerError(side, { request, reply }, error as Error);
  }
}

/**
 * An error before the model could answer: the body could not be received, or, without a status below 500, a bug of the
 * emulator.
 */
interface Unreadable {
  statusCode?: number;
  message: string;
}

function answerError(
  { driver, log }: PlatformSide,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  error: Unreadable,
): FastifyReply {
  const { statusCode: status = 500 } = error;
  const { method, url } = request;
  const isOurs = status >= 500;
  if (isOurs) log?.error({ err: error, method, url }, 'request failed');
  const code = isOurs ? 'INTERNAL_ERROR' : 'INVALID_PARAM';
  const why = { status, code, message: describeError(error) } as const;
  return sendAnswer(
    reply,
    driver.act((model, now) => model.answerUnreadable({ method, path: url }, why, now)),
  );
}

function describeError({ statusCode = 500, message }: Unreadable): string {
  if (statusCode === 413) return `the body is longer than ${MAX_BODY_BYTES} bytes`;
  return statusCode < 500 ? message : 'internal error';
}

function toWireRequest({ method, raw, headers, body }: FastifyRequest): WireRequest {
  const idempotencyKey = headers['idempotency-key'];
  return {
    method,
    path: raw.url ?? '/',
    headers: {
      authorization: headers.authorization,
      'idempotency-key': Array.isArray(idempotencyKey) ? idempotencyKey.join(', ') : idempotencyKey,
    },
    body: typeof body === 'string' ? body : undefined,
  };
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: WireAnswer): FastifyReply {
  if (status === 0) {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  if (body instanceof MediaBody) return reply.code(status).type(body.type).headers(headers).send(body.bytes);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return reply.code(status).type('application/json').headers(headers).send(text);
}
