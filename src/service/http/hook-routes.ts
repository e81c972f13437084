/**
 * Routes of the hooks: verify, decode and pass on notifications.
 *
 * HOOK-1 A request with several notifications is answered 200 only if each was stored, spooled, or ignored with a log line
 *        (I1). A failed or refused one does not keep the others from being processed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Arrival, WebhookReading } from '../../engine/ports/index.ts';
import {
  decodeNotifications,
  MAX_NOTIFICATIONS,
  readSentAt,
  UNDECRYPTABLE,
} from '../../platform/wire/index.ts';
import type { ErrorCode } from '../errors/index.ts';
import { checkAge, checkOrigin } from './hooks.ts';
import type { Hook } from './hooks.ts';
import { logUnreadable, findNoticeAmongCalls, noticeServices, readNotice, takeNotices } from './notices.ts';
import type { Notice, Unread } from './notices.ts';
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
    const { hook, now } = admitRequest(options, request);
    const { body, headers, query } = request;
    const readings = hook.webhooks.read({ body: typeof body === 'string' ? body : '', headers, query });
    const pending = takeVoice(options, { hook, readings, now });
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

/** Notifications of one request, received at a time, ms since the epoch. */
interface VoiceBatch {
  hook: Hook;
  readings: readonly WebhookReading[];
  now: number;
}

/** Passes all to the intake at once, which keeps the order per call. Undefined when there is nothing to wait for. */
function takeVoice(options: ServerOptions, { hook, readings, now }: VoiceBatch): Promise<void> | undefined {
  const { project } = hook;
  const notices: Notice[] = [];
  const pending: Promise<void>[] = [];
  const unread: Unread[] = [];
  const refused: Problem[] = [];
  for (const reading of readings) {
    const problem = findProblem(hook, reading, now);
    if (problem !== undefined) refused.push(problem);
    else if (reading.kind === 'ignored') unread.push(reading.reason);
    else if (reading.kind === 'event') {
      const notice = reading.content === undefined ? undefined : findNoticeAmongCalls(reading.content);
      if (notice === undefined) pending.push(takeArrival(options, { ...reading.arrival, project }));
      else notices.push(notice);
    }
  }
  logUnreadable(options.log, { project }, unread);
  if (notices.length > 0) pending.push(takeNotices(options, notices, project));
  return pending.length > 1 || refused.length > 0 ? settleAll(pending, refused) : pending[0];
}

function takeArrival({ intake, onNotification: onTaken }: ServerOptions, arrival: Arrival): Promise<void> {
  const { project } = arrival;
  return Promise.try(() => intake.receive(arrival)).then(
    (became) => onTaken?.('voice', became, project),
    (error: unknown) => {
      onTaken?.('voice', 'failed', project);
      throw error;
    },
  );
}

/** Returns the `Problem` of a notification that is refused. */
function findProblem(hook: Hook, reading: WebhookReading, now: number): Problem | undefined {
  if (reading.kind === 'event') return checkAge(hook, reading.sentAt, now);
  return reading.kind === 'refused' ? toProblem(reading.reason) : undefined;
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
      const { hook, now } = admitRequest(options, request);
      const { project } = hook;
      const { readable, refused } = separateProblems(readBodies(hook, request, service), { hook, now });
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

/** Decodes the notifications of a request to another hook than `/voice`. Throws the `Problem` of one that cannot be read. */
function readBodies(
  { appIds }: Hook,
  { body, headers }: FastifyRequest,
  service: Notice['service'],
): unknown[] {
  const bodies = decodeNotifications({ body, headers }, appIds[service]);
  if (typeof bodies === 'string') throw toProblem(bodies);
  return bodies;
}

/** Separates notifications from those that are refused. */
function separateProblems(
  bodies: readonly unknown[],
  { hook, now }: { hook: Hook; now: number },
): { readable: unknown[]; refused: Problem[] } {
  const readable: unknown[] = [];
  const refused: Problem[] = [];
  for (const body of bodies) {
    const problem =
      body === UNDECRYPTABLE ? toProblem('undecryptable') : checkAge(hook, readSentAt(body), now);
    if (problem === undefined) readable.push(body);
    else refused.push(problem);
  }
  return { readable, refused };
}

type RefusedReason = Extract<WebhookReading, { kind: 'refused' }>['reason'];

/** Why requests and notifications that cannot be read are refused. */
const REFUSALS: Record<RefusedReason, [code: ErrorCode, detail: string]> = {
  not_json: ['not_json', 'the body is not JSON in UTF-8'],
  too_many: [
    'too_many_notifications',
    `a request may hold at most ${MAX_NOTIFICATIONS} notifications: send several requests`,
  ],
  undecryptable: ['encrypted', 'the encrypted notification cannot be decrypted with the App ID'],
};

function toProblem(reason: RefusedReason): Problem {
  return new Problem(...REFUSALS[reason]);
}

interface HookRequest {
  params: HookRoute['Params'];
  /** Client address: the nearest one that is not a trusted proxy. */
  ip: string;
}

/** Authorizes a request at the current time. Throws the `Problem` of one that is refused. */
function admitRequest(
  { hooks, clock }: ServerOptions,
  { params, ip }: HookRequest,
): { hook: Hook; now: number } {
  const now = clock.now();
  const hook = hooks.findHook(params, now);
  if (hook === undefined) throw notFound;
  checkOrigin(hook, ip);
  return { hook, now };
}
