/**
 * The HTTP server: notifications in, health out.
 *
 * Owns: verify → parse → event, in that order. Does not own: handling of events (the engine), the deadline of a response
 * (the intake).
 */
import type { Server } from 'node:http';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ProjectId } from '../../call/index.ts';
import { addCarrierSockets } from './carrier-sockets.ts';
import { ANSWER_TIMEOUT_MS } from '../../engine/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Clock } from '../../engine/ports/index.ts';
import type { ErrorCode } from '../errors/index.ts';
import { addApi } from './api/api.ts';
import { addConsolePages, CONSOLE_PATH } from './console-pages.ts';
import { refuseBrokenHttp } from './broken-http.ts';
import { addHookRoutes } from './hook-routes.ts';
import type { ServerOptions } from './server-options.ts';
import { addCallRoute, addDialRoute } from './dial-route.ts';
import { addMetricsRoute } from './metrics.ts';
import { notFound, Problem, sendProblem, Unavailable } from './problem.ts';
import { createRequestIds } from './request-id.ts';
import { SeveralErrors } from './settle-all.ts';

/** Maximum body of a request, bytes; reports of a job of 1,000 messages need about 80 kB (sms.md 8). */
const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum time to receive a request, ms; slower clients only tie up connections. */
const MAX_REQUEST_MS = 60_000;
/** Maximum length of a hook token. */
const MAX_PARAM_CHARS = 128;

/** Builds the server; the caller listens and closes. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const server = createFastify(options);
  server.setErrorHandler((error, request, reply) =>
    sendProblem(reply, toProblem(error, { url: request.url, id: request.id, options })),
  );
  server.setNotFoundHandler((_request, reply) => sendProblem(reply, notFound));
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (options.isDraining?.() === true) reply.header('connection', 'close');
    done(null, payload);
  });
  server.get('/healthz', () => ({ status: 'ok' }));
  const checkReady = shareCheck(options.checkReady, options.clock);
  server.get('/readyz', (_request, reply) => answerReadiness({ ...options, checkReady }, reply));
  addHookRoutes(server, options);
  if (options.carriers !== undefined) addCarrierSockets(server, options.carriers.admit);
  if (options.measured !== 'elsewhere') addMetricsRoute(server, { ...options, ...options.measured });
  if (options.dial !== undefined) addDialRoute(server, options.dial);
  if (options.findCall !== undefined) addCallRoute(server, options.findCall);
  const { api, consolePages } = options;
  if (consolePages !== undefined) {
    void server.register((scope) => addConsolePages(scope, consolePages), { prefix: CONSOLE_PATH });
    // Relative, so that it also holds below a path of a reverse proxy.
    server.get('/', (_request, reply) => reply.redirect(`.${CONSOLE_PATH}/`));
  }
  if (api !== undefined)
    void server.register((scope) =>
      addApi(scope, api, (error, { url, id }) => toProblem(error, { url, id, options })),
    );
  return server;
}

/** Creates a server that reads every body as text. */
function createFastify(options: ServerOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: MAX_BODY_BYTES,
    logger: false,
    genReqId: createRequestIds(options.newId),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBrokenHttp,
    http: { requireHostHeader: false },
    return503OnClosing: true,
    requestTimeout: MAX_REQUEST_MS,
    trustProxy: options.trustProxy ?? false,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    // A path that cannot be decoded reaches no route.
    frameworkErrors: (_error, _request, reply) => {
      sendProblem(reply, notFound);
    },
  });
  // A half-closed client still reads, but Node would close the connection before the response.
  (server.server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // A server may ignore `Expect` (RFC 9110, 10.1.1), but Node would reject it with an empty response.
  server.server.on('checkExpectation', (...exchange) => server.server.emit('request', ...exchange));
  server.removeAllContentTypeParsers();
  // Accepts any type; the usual one is listed to avoid a search.
  for (const type of ['application/json', '*'])
    server.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
  return server;
}

/** Lifetime of the result of a readiness check, ms; limits the cost of frequent checks. */
const CHECK_LIFETIME_MS = 1_000;

/** Shares a check: one runs at a time, and its result is reused for a while. */
function shareCheck<Result>(check: () => Promise<Result>, clock: Clock): () => Promise<Result> {
  let last: { result: Promise<Result>; until: number } | undefined;
  return () => {
    if (last !== undefined && clock.now() < last.until) return last.result;
    const current = { result: check(), until: Infinity };
    const setExpiry = () => {
      current.until = clock.now() + CHECK_LIFETIME_MS;
    };
    current.result.then(setExpiry, setExpiry);
    last = current;
    return current.result;
  };
}

/** Resolves with the result, or rejects with a 503 before the client gives up. */
async function limitTime<Result>({ clock }: ServerOptions, work: Promise<Result>): Promise<Result> {
  let cancel: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(ANSWER_TIMEOUT_MS, () => {
      reject(new Problem('too_slow', 'the store did not answer in time'));
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}

async function answerReadiness(options: ServerOptions, reply: FastifyReply) {
  if (options.isDraining?.() === true)
    return sendProblem(reply, new Problem('draining', 'the service is stopping'));
  try {
    const status = await limitTime(options, options.checkReady());
    const spool = options.waiting?.();
    const toName = ({ project, carrier }: { project: string; carrier: string }) => ({ project, carrier });
    const [connected, lost] = [true, false].map((is) =>
      (options.carriers?.list() ?? []).filter(({ isConnected }) => isConnected === is).map(toName),
    );
    return {
      status,
      ...(spool && { spool: { entries: spool.entries, bytes: spool.bytes } }),
      ...(connected?.length && { connectedCarriers: connected }),
      ...(lost?.length && { lostCarriers: lost }),
    };
  } catch (error) {
    options.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'not ready');
    const isOurs = error instanceof OperationalError || error instanceof Problem;
    return sendProblem(reply, new Problem('not_ready', isOurs ? error.message : 'internal error'));
  }
}

interface Refused {
  url: string;
  /** Id of the request. */
  id: string;
  options: ServerOptions;
}

/**
 * Converts any error into a problem. Internal failures are logged and not disclosed. Of several failures each is logged and
 * the highest status wins: a 5xx, which asks for a retry, before a 4xx.
 */
function toProblem(error: unknown, refused: Refused): Problem {
  if (error instanceof SeveralErrors) {
    const problems = error.errors.map((one) => toProblem(one, refused));
    return problems.reduce((worst, one) => (one.status > worst.status ? one : worst));
  }
  const problem = convertError(error, refused);
  if (HOOK_ADDRESS.test(refused.url)) reportRefusal(problem, refused);
  return problem;
}

const HOOK_ADDRESS = /^\/hooks\/(?<project>[^/]+)\/(?<token>[^/?]+)\/[a-z]+(?:\?|$)/;

/** Logs refusals behind a valid token; requests without one are only counted. */
function reportRefusal({ status, code, message }: Problem, refused: Refused): void {
  const { log, onRefused, hooks } = refused.options;
  const project = findOwner(refused);
  const named = HOOK_ADDRESS.exec(refused.url)?.groups?.project;
  onRefused?.(code, named !== undefined && hooks.isKnown(named) ? named : undefined);
  if (status < 500 && project !== undefined)
    log.warn({ project, code, requestId: refused.id }, `notification refused: ${message}`);
}

/** The project of a hook with a valid token. */
function findOwner({ url, options: { hooks, clock } }: Refused): ProjectId | undefined {
  const { project = '', token = '' } = HOOK_ADDRESS.exec(url)?.groups ?? {};
  return hooks.findHook({ project, token }, clock.now())?.project;
}

/** Log message and detail for unavailable dependencies. */
const UNAVAILABLE_TEXTS = {
  notification: { logged: 'cannot store a notification', told: 'not stored; send it again' },
  request: {
    logged: 'cannot process a request',
    told: 'temporarily unavailable; try again',
  },
};

const NOT_JSON: { code: ErrorCode; detail: string } = {
  code: 'not_json',
  detail: 'the body is missing or is not JSON',
};

/** Maps error codes of Fastify, which change between releases, to stable ones. Without a detail its message is used. */
const FASTIFY_ERRORS: Readonly<Partial<Record<string, { code: ErrorCode; detail?: string }>>> = {
  FST_ERR_HANDLER_TIMEOUT: { code: 'too_slow', detail: 'the operation timed out' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', detail: 'the body exceeds the size limit' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type' },
  FST_ERR_CTP_EMPTY_TYPE: { code: 'unsupported_media_type' },
  FST_ERR_CTP_EMPTY_JSON_BODY: NOT_JSON,
  FST_ERR_CTP_INVALID_JSON_BODY: NOT_JSON,
};

function convertError(error: unknown, refused: Refused): Problem {
  const { url, id: requestId, options } = refused;
  const { log } = options;
  if (error instanceof Problem) return error;
  if (error instanceof OperationalError) {
    const project = findOwner(refused);
    const about = { ...(project && { project }), code: error.code, reason: error.message, requestId };
    const { logged, told } = UNAVAILABLE_TEXTS[HOOK_ADDRESS.test(url) ? 'notification' : 'request'];
    log.error(about, logged);
    return new Unavailable(error, told);
  }
  const {
    statusCode,
    code,
    message = '',
  } = error as { statusCode?: number; code?: string; message?: string };
  const own = FASTIFY_ERRORS[code ?? ''];
  if (own !== undefined) return new Problem(own.code, own.detail ?? message);
  if (statusCode !== undefined && statusCode < 500)
    return new Problem('bad_request', 'the request is malformed', statusCode);
  const path = url.split('/').slice(0, 3).join('/');
  log.error({ err: error, path, requestId }, 'request failed: internal error');
  return new Problem('internal', 'internal error');
}
