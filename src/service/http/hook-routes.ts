/**
 * Routes of the hooks: verify, decode and pass on notifications.
 *
 * HOOK-1 A request with several notifications is answered 200 only if each was stored, spooled, or ignored with a log line
 *        (I1). A failed or refused one does not keep the others from being processed.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseNotification } from '../../platform/wire/index.ts';
import { checkAge, checkOrigin } from './hooks.ts';
import type { Hook, HookService } from './hooks.ts';
import { logUnreadable, findNoticeAmongCalls, noticeServices, readNotice, takeNotices } from './notices.ts';
import type { Notice, Unread } from './notices.ts';
import { readBodies } from './notification-body.ts';
import type { Posted } from './notification-body.ts';
import { notFound, Problem } from './problem.ts';
import type { ServerOptions } from './server-options.ts';
import { settleAll } from './settle-all.ts';

interface HookRoute {
  Params: { project: string; token: string };
  Querystring: { call?: string };
}

/** Adds the hook routes of all services. */
export function addHookRoutes(server: FastifyInstance, options: ServerOptions): void {
  addVoiceRoute(server, options);
  addNoticeRoutes(server, options);
}

/** The hook for calls, optimized for volume: it adds few promises to those of the intake. */
function addVoiceRoute(server: FastifyInstance, options: ServerOptions): void {
  server.post<HookRoute>('/hooks/:project/:token/voice', toBodyLimit(options), (request, reply) => {
    const { hook, bodies } = admitRequest(options, request, 'voice');
    const pending = takeVoice(options, { hook, bodies, query: request.query });
    if (pending === undefined) sendAccepted(reply, options);
    else
      pending.then(
        () => {
          sendAccepted(reply, options);
        },
        (error: unknown) => {
          // Fastify would send a thrown non-error as the response.
          reply.send(error instanceof Error ? error : new Error(String(error)));
        },
      );
  });
}

/** Maximum body of a notification; default: that of the server. */
function toBodyLimit({ notificationBytes }: ServerOptions): { bodyLimit?: number } {
  return notificationBytes === undefined ? {} : { bodyLimit: notificationBytes };
}

/** Notifications of one request; a refused one is represented by its `Problem`. */
interface VoiceBatch {
  hook: Hook;
  bodies: readonly unknown[];
  query: HookRoute['Querystring'];
}

/** Passes all to the intake at once, which keeps the order per call. Undefined when there is nothing to wait for. */
function takeVoice(
  options: ServerOptions,
  { hook: { project }, bodies, query }: VoiceBatch,
): Promise<void> | undefined {
  const { intake, log, onNotification: onTaken } = options;
  const notices: Notice[] = [];
  const pending: Promise<void>[] = [];
  const unread: Unread[] = [];
  const { readable, refused } = separateProblems(bodies);
  for (const body of readable) {
    const parsed = parseNotification(body, query);
    if (!parsed.ok) {
      unread.push(parsed.reason);
      continue;
    }
    const notice = parsed.notification.voiceId === undefined ? findNoticeAmongCalls(body) : undefined;
    if (notice !== undefined) {
      notices.push(notice);
      continue;
    }
    const arrival = { ...parsed.notification, project };
    const taking = Promise.try(() => intake.receive(arrival)).then(
      (became) => onTaken?.('voice', became, project),
      (error: unknown) => {
        onTaken?.('voice', 'failed', project);
        throw error;
      },
    );
    pending.push(taking);
  }
  logUnreadable(log, { project }, unread);
  if (notices.length > 0) pending.push(takeNotices(options, notices, project));
  return pending.length > 1 || refused.length > 0 ? settleAll(pending, refused) : pending[0];
}

/** Separates notifications from `Problem`s. */
function separateProblems(bodies: readonly unknown[]): { readable: unknown[]; refused: Problem[] } {
  const refused = bodies.filter((one) => one instanceof Problem);
  return { readable: bodies.filter((one) => !(one instanceof Problem)), refused };
}

const taken = { 'content-type': 'application/json; charset=utf-8', 'content-length': 2 };
const acceptedAndClosing = { ...taken, connection: 'close' };

/** Sends the constant success response without serialization or hooks. */
function sendAccepted(reply: FastifyReply, { isDraining }: ServerOptions): void {
  const headers = isDraining?.() === true ? acceptedAndClosing : taken;
  reply.hijack().raw.writeHead(200, headers).end('{}');
}

/** The hooks other than `/voice`, one per service. */
function addNoticeRoutes(server: FastifyInstance, options: ServerOptions): void {
  for (const service of noticeServices) {
    server.post<HookRoute>(`/hooks/:project/:token/${service}`, toBodyLimit(options), async (request) => {
      const { hook, bodies } = admitRequest(options, request, service);
      const { project } = hook;
      const { readable, refused } = separateProblems(bodies);
      const notices: Notice[] = [];
      const unread: Unread[] = [];
      for (const body of readable) {
        const read = readNotice(service, body);
        if (typeof read === 'object') notices.push(read);
        else unread.push(read);
      }
      logUnreadable(options.log, { project, service }, unread);
      await settleAll([takeNotices(options, notices, project)], refused);
      return {};
    });
  }
}

interface HookRequest extends Posted {
  params: HookRoute['Params'];
  /** Client address: the nearest one that is not a trusted proxy. */
  ip: string;
}

/** Authorizes and decodes a request. A single refused notification becomes its `Problem`; a refused request throws one. */
function admitRequest(
  { hooks, clock }: ServerOptions,
  { params, ip, body, headers }: HookRequest,
  service: HookService,
): { hook: Hook; bodies: unknown[] } {
  const now = clock.now();
  const hook = hooks.findHook(params, now);
  if (hook === undefined) throw notFound;
  checkOrigin(hook, ip);
  const bodies = readBodies({ body, headers }, hook.appIds[service]);
  return { hook, bodies: bodies.map((one) => checkAge(hook, one, now) ?? one) };
}
