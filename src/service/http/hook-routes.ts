/**
 * The routes of the hooks: what the platform posts is verified, read and handed on, notification by notification.
 *
 * HOOK-1 A request that holds several notifications is answered 200 only if each of them was stored, spooled, or ignored with a
 *        line in the log (I1). One that fails or is refused keeps none of the others from being taken.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseNotification } from '../../platform/wire/index.ts';
import { checkAge, checkOrigin } from './hooks.ts';
import type { Hook, HookService } from './hooks.ts';
import { logUnreadable, noticeAmongCalls, noticeServices, readNotice, takeNotices } from './notices.ts';
import type { Notice, Unread } from './notices.ts';
import { readBodies } from './notification-body.ts';
import type { Posted } from './notification-body.ts';
import { notFound, Problem } from './problem.ts';
import type { ServerOptions } from './server.ts';
import { settleAll } from './settle-all.ts';

interface HookRoute {
  Params: { project: string; token: string };
  Querystring: { call?: string };
}

/** Adds the routes of all services. */
export function hookRoutes(server: FastifyInstance, options: ServerOptions): void {
  voiceRoute(server, options);
  noticeRoutes(server, options);
}

/** The hook for notifications about calls. They are many: a single one costs few promises beside what the intake promises. */
function voiceRoute(server: FastifyInstance, options: ServerOptions): void {
  server.post<HookRoute>('/hooks/:project/:token/voice', bodyLimitOf(options), (request, reply) => {
    const { hook, bodies } = letIn(options, request, 'voice');
    const pending = takeVoice(options, { hook, bodies, query: request.query });
    if (pending === undefined) sayTaken(reply, options);
    else
      pending.then(
        () => {
          sayTaken(reply, options);
        },
        (error: unknown) => {
          // What is no error would be sent as an answer.
          reply.send(error instanceof Error ? error : new Error(String(error)));
        },
      );
  });
}

/** The size of a body from which on a notification is refused; that of the server where none is set. */
function bodyLimitOf({ notificationBytes }: ServerOptions): { bodyLimit?: number } {
  return notificationBytes === undefined ? {} : { bodyLimit: notificationBytes };
}

/** Notifications of one request; a `Problem` stands in the place of one that is refused. */
interface VoiceBatch {
  hook: Hook;
  bodies: readonly unknown[];
  query: HookRoute['Querystring'];
}

/** Hands all to the intake at once, which keeps the order of what is about one call. Undefined when there is nothing to wait for. */
function takeVoice(
  options: ServerOptions,
  { hook: { project }, bodies, query }: VoiceBatch,
): Promise<void> | undefined {
  const { intake, log, onTaken } = options;
  const notices: Notice[] = [];
  const pending: Promise<void>[] = [];
  const unread: Unread[] = [];
  const { readable, refused } = sortOut(bodies);
  for (const body of readable) {
    const parsed = parseNotification(body, query);
    if (!parsed.ok) {
      unread.push(parsed.reason);
      continue;
    }
    const notice = parsed.notification.voiceId === undefined ? noticeAmongCalls(body) : undefined;
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

/** Tells notifications from the `Problem`s that stand in the place of those that are refused. */
function sortOut(bodies: readonly unknown[]): { readable: unknown[]; refused: Problem[] } {
  const refused = bodies.filter((one) => one instanceof Problem);
  return { readable: bodies.filter((one) => !(one instanceof Problem)), refused };
}

const taken = { 'content-type': 'application/json; charset=utf-8', 'content-length': 2 };
const takenAtLast = { ...taken, connection: 'close' };

/** The answer to a notification about a call, always the same: nothing is to be serialized, and no hook adds to it. */
function sayTaken(reply: FastifyReply, { isDraining }: ServerOptions): void {
  const headers = isDraining?.() === true ? takenAtLast : taken;
  reply.hijack().raw.writeHead(200, headers).end('{}');
}

/** The hooks beside `/voice`; each takes the notifications of one service. */
function noticeRoutes(server: FastifyInstance, options: ServerOptions): void {
  for (const service of noticeServices) {
    server.post<HookRoute>(`/hooks/:project/:token/${service}`, bodyLimitOf(options), async (request) => {
      const { hook, bodies } = letIn(options, request, service);
      const { project } = hook;
      const { readable, refused } = sortOut(bodies);
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

/** Who comes to a hook with what. */
interface Comer extends Posted {
  params: HookRoute['Params'];
  /** Address of whoever sends it, of the nearest that is no trusted proxy. */
  ip: string;
}

/**
 * The hook and the decoded notifications. Throws a `Problem` for whoever, and whatever, is not taken there; of several
 * notifications one that is not taken is given as its `Problem`.
 */
function letIn(
  { hooks, clock }: ServerOptions,
  { params, ip, body, headers }: Comer,
  service: HookService,
): { hook: Hook; bodies: unknown[] } {
  const now = clock.now();
  const hook = hooks.findHook(params, now);
  if (hook === undefined) throw notFound;
  checkOrigin(hook, ip);
  const bodies = readBodies({ body, headers }, hook.appIds[service]);
  return { hook, bodies: bodies.map((one) => checkAge(hook, one, now) ?? one) };
}
