/**
 * The HTTP side of the service: notifications in, health out.
 *
 * Owns: verify → parse → our event, in that order. Does not own: what an event does (the engine), and when it is
 * answered for at the latest (its intake).
 */
import type { Server } from 'node:http';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ProjectId } from '../../call/index.ts';
import { ANSWER_TIMEOUT_MS } from '../../engine/index.ts';
import type { Intake } from '../../engine/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Clock, Log, SpoolState } from '../../engine/ports/index.ts';
import type { ErrorCode } from '../errors/index.ts';
import { addApi } from './api/api.ts';
import type { ApiParts } from './api/parts.ts';
import { refuseBrokenHttp } from './broken-http.ts';
import type { Hooks } from './hooks.ts';
import { hookRoutes } from './hook-routes.ts';
import { callRoute, dialRoute } from './dial-route.ts';
import type { Dial, LookAt } from './dial-route.ts';
import { metricsRoute } from './metrics.ts';
import type { Measured } from './metrics.ts';
import type { HearNotice, HearTaken } from './notices.ts';
import { notFound, Problem, sendProblem, Unavailable } from './problem.ts';
import { requestIds } from './request-id.ts';
import { SeveralErrors } from './settle-all.ts';
import { shareCheck } from './shared-check.ts';

/** Largest body of a request, bytes: far more than the reports on a job of 1,000 messages need (sms.md 8), about 80 kB. */
const BODY_BYTES = 1024 * 1024;
/** So long may a request take to arrive, ms: who sends slower than that only means to keep us busy. */
const LONGEST_REQUEST_MS = 60_000;
/** As long as a hook token may be. */
const MAX_PARAM_CHARS = 128;

export interface ServerOptions {
  /** Takes what comes in. */
  intake: Pick<Intake, 'receive' | 'message' | 'delivered'>;
  clock: Clock;
  log: Log;
  /** Gives a new unique text. */
  newId: () => string;
  /** The addresses of projects at which notifications are taken. */
  hooks: Pick<Hooks, 'findHook' | 'isKnown'>;
  /** Hears of every notification about calls and messages what became of it. */
  onTaken?: HearTaken;
  /** Hears of every notification that is refused, by the code of the refusal; of no project where there is none of that name. */
  onRefused?: (code: string, project: string | undefined) => void;
  /** Hears of what comes in beside calls: messages, and what happens in video rooms. */
  onNotice?: HearNotice;
  /** Resolves when the service can do its work, rejects with the reason when not; asked at most once a second. */
  checkReady: () => Promise<Readiness>;
  /** The service is about to stop: it is not ready, and every answer ends its connection. */
  isDraining?: () => boolean;
  /** What waits for the store; absent: nothing can. */
  waiting?: () => SpoolState | undefined;
  /** What is told at /metrics beside what waits; `elsewhere`: there is no such address here. */
  measured?: Omit<Measured, 'clock' | 'waiting'> | 'elsewhere';
  /** What operators set up and look at; absent: there is no management API. */
  api?: ApiParts;
  /** Largest body of a notification, bytes; default: that of every request without a bound of its own, 1 MiB. */
  notificationBytes?: number;
  /** Proxies that are believed when they say for whom they ask; absent: none. */
  trustProxy?: string | false;
  /** Present in `dev`: places an outbound call for whoever sits at this machine. */
  dial?: Dial;
  /** Present in `dev`: shows a call to whoever sits at this machine. */
  lookAt?: LookAt;
}

/** `spooling`: the store is away, what comes in waits on the disk. */
export type Readiness = 'ready' | 'spooling';

/** Builds the server; `listen` and `close` are the caller's. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: BODY_BYTES,
    logger: false,
    genReqId: requestIds(options.newId),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBrokenHttp,
    http: { requireHostHeader: false },
    return503OnClosing: true,
    requestTimeout: LONGEST_REQUEST_MS,
    trustProxy: options.trustProxy ?? false,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    // An address that cannot be decoded reaches no route.
    frameworkErrors: (_error, _request, reply) => {
      sendProblem(reply, notFound);
    },
  });
  // Node would refuse with an empty answer what a server may just as well ignore (RFC 9110 10.1.1).
  // A client that closes its sending side after the request still reads; Node would end the connection before the answer.
  (server.server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.server.on('checkExpectation', (...exchange) => server.server.emit('request', ...exchange));
  server.removeAllContentTypeParsers();
  // Of whatever type; the usual one is named, so that it is found without a search.
  for (const type of ['application/json', '*'])
    server.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
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
  server.get('/readyz', (_request, reply) => readiness({ ...options, checkReady }, reply));
  hookRoutes(server, options);
  if (options.measured !== 'elsewhere') metricsRoute(server, { ...options, ...options.measured });
  if (options.dial !== undefined) dialRoute(server, options.dial);
  if (options.lookAt !== undefined) callRoute(server, options.lookAt);
  const { api } = options;
  if (api !== undefined)
    void server.register((scope) =>
      addApi(scope, api, (error, { url, id }) => toProblem(error, { url, id, options })),
    );
  return server;
}

/** The answer, or a 503 before whoever asks gives up. */
async function withTimeout<Result>({ clock }: ServerOptions, work: Promise<Result>): Promise<Result> {
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

async function readiness(options: ServerOptions, reply: FastifyReply) {
  if (options.isDraining?.() === true)
    return sendProblem(reply, new Problem('draining', 'the service is stopping'));
  try {
    const status = await withTimeout(options, options.checkReady());
    const spool = options.waiting?.();
    return { status, ...(spool && { spool: { entries: spool.entries, bytes: spool.bytes } }) };
  } catch (error) {
    options.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'not ready');
    const isOurs = error instanceof OperationalError || error instanceof Problem;
    return sendProblem(reply, new Problem('not_ready', isOurs ? error.message : 'internal error'));
  }
}

interface Refused {
  url: string;
  /** Of the request. */
  id: string;
  options: ServerOptions;
}

/**
 * Turns whatever was thrown into the answer; our own failures are logged, and say nothing of themselves outside. Of several
 * failures each is logged, and the one with the highest status is answered: a 5xx, which asks for a repetition, before a 4xx.
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

/** What is refused behind a right token is worth a line, what strangers try is not: only that they do is counted. */
function reportRefusal({ status, code, message }: Problem, refused: Refused): void {
  const { log, onRefused, hooks } = refused.options;
  const project = ownerOf(refused);
  const named = HOOK_ADDRESS.exec(refused.url)?.groups?.project;
  onRefused?.(code, named !== undefined && hooks.isKnown(named) ? named : undefined);
  if (status < 500 && project !== undefined)
    log.warn({ project, code, requestId: refused.id }, `notification refused: ${message}`);
}

/** The project whose hook was called with a right token. */
function ownerOf({ url, options: { hooks, clock } }: Refused): ProjectId | undefined {
  const { project = '', token = '' } = HOOK_ADDRESS.exec(url)?.groups ?? {};
  return hooks.findHook({ project, token }, clock.now())?.project;
}

/** What could not be done because something that it needs is away or at fault: in the log, and in the answer. */
const UNDONE = {
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

/** What Fastify refuses by itself, in codes of our own: its own change with its releases. Without a detail it tells its own. */
const OF_FRAMEWORK: Readonly<Partial<Record<string, { code: ErrorCode; detail?: string }>>> = {
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
    const project = ownerOf(refused);
    const about = { ...(project && { project }), code: error.code, reason: error.message, requestId };
    const { logged, told } = UNDONE[HOOK_ADDRESS.test(url) ? 'notification' : 'request'];
    log.error(about, logged);
    return new Unavailable(error, told);
  }
  const {
    statusCode,
    code,
    message = '',
  } = error as { statusCode?: number; code?: string; message?: string };
  const own = OF_FRAMEWORK[code ?? ''];
  if (own !== undefined) return new Problem(own.code, own.detail ?? message);
  if (statusCode !== undefined && statusCode < 500)
    return new Problem('bad_request', 'the request is malformed', statusCode);
  const path = url.split('/').slice(0, 3).join('/');
  log.error({ err: error, path, requestId }, 'request failed because of an internal error');
  return new Problem('internal', 'internal error');
}
