/** The platform's own side: every request goes to the model as it is, and its answer goes back as it is. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CodedError } from '../../wire/index.ts';
import { MediaBody } from '../model/index.ts';
import type { WireAnswer, WireRequest } from '../model/index.ts';
import type { Driver } from './driver.ts';

/** Bodies stay text: what is not JSON is answered by the model, in the platform's words. */
export function platformRoutes(app: FastifyInstance, driver: Driver): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.setErrorHandler((error: Unreadable, request, reply) => {
    refuseUnreadable(request, reply, error);
  });
  app.all('/*', (request, reply) => answer(driver, request, reply));
}

/** A request that no route could answer: a body too large, a path that cannot be decoded; without a status a bug of ours. */
interface Unreadable {
  statusCode?: number;
  message: string;
}

/** Answers such a request in the platform's form. */
export function refuseUnreadable(request: FastifyRequest, reply: FastifyReply, error: Unreadable): void {
  const { statusCode = 500, message } = error;
  const code = statusCode < 500 ? 'INVALID_PARAM' : 'INTERNAL_ERROR';
  const body: CodedError = { status: 'error', error_code: code, message, request_id: request.id };
  void reply.code(statusCode).send(body);
}

/** Answers a request of whatever method and path. */
export function answer(driver: Driver, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(
    reply,
    driver.act((model, now) => model.request(wireRequest(request), now)),
  );
}

function wireRequest({ method, raw, headers, body }: FastifyRequest): WireRequest {
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

function send(reply: FastifyReply, { status, headers, body }: WireAnswer): FastifyReply {
  if (status === 0) {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  if (body instanceof MediaBody) return reply.code(status).type(body.type).headers(headers).send(body.bytes);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return reply.code(status).type('application/json').headers(headers).send(text);
}
