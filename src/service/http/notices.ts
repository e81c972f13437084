/**
 * What comes in beside calls: notifications about messages (sms.md 6) and about video rooms (video.md 6). Incoming
 * messages go to the calls that wait for them or begin one, reports to the calls that have sent the messages. All are logged and handed to whoever listens besides; what
 * listens must not depend on having heard all.
 */
import type { ProjectId } from '../../call/index.ts';
import type { DeliveryArrival, Intake, MessageArrival, Taken } from '../../engine/index.ts';
import type { Log } from '../../engine/ports/index.ts';
import { groupDeliveries, parseSmsNotification, parseVideoNotification } from '../../platform/wire/index.ts';
import type { RoomEvent, SmsNotice } from '../../platform/wire/index.ts';
import { settleAll } from './settle-all.ts';

/** A notification that is about no call. The same one may come more than once, with the same `key`. */
export type Notice =
  { service: 'sms'; notification: SmsNotice } | { service: 'video'; notification: RoomEvent };

/** Hears of every notice, in the order in which they come. */
export type HearNotice = (notice: Notice, project: ProjectId) => void;

/** Services whose notifications are about no call, by the last part of their hook's address. */
export const noticeServices = ['sms', 'video'] as const satisfies Notice['service'][];

/** Hears of a notification of a service what became of it: `failed` where it could not be taken. */
export type HearTaken = (service: 'voice' | 'sms', became: Taken | 'failed', project: ProjectId) => void;

interface NoticeDesk {
  intake: Pick<Intake, 'message' | 'delivered'>;
  onTaken?: HearTaken;
  log: Log;
  /** Where the notices go besides the log. */
  onNotice?: HearNotice;
}

/** Reads a decoded body; a text says why it is no notification of the service. */
export function readNotice(service: Notice['service'], body: unknown): Notice | Unread {
  return service === 'sms' ? readSms(body) : readVideo(body);
}

/** Logs what was ignored because it cannot be read: a line for each reason, with the count where it is more than one. */
export function logUnreadable(log: Log, about: object, reasons: readonly Unread[]): void {
  if (reasons.length === 0) return;
  for (const [reason, { length }] of Map.groupBy(reasons, (one) => one))
    if (reason !== 'probe') log.warn({ ...about, ...(length > 1 && { count: length }) }, unreadable[reason]);
}

/**
 * The notice in a body that came to the hook for calls: a platform that knows one address of a project tells everything
 * there. Undefined for what no service is known to send.
 */
export function noticeAmongCalls(body: unknown): Notice | undefined {
  const sms = readSms(body);
  if (typeof sms === 'object') return sms;
  const video = readVideo(body);
  if (typeof video !== 'object' || video.notification.event.type === 'unknown') return undefined;
  return video;
}

/**
 * Stores what is to be stored of the notices of one request; resolves when all is. Those that are stored are told to
 * `onNotice`, in their order. Rejects once all are settled, with what failed.
 */
export async function takeNotices(
  desk: NoticeDesk,
  notices: readonly Notice[],
  project: ProjectId,
): Promise<void> {
  const pending = notices.map((notice) => storeNotice(desk, notice, project));
  const outcomes = await Promise.allSettled(pending);
  notices.forEach((notice, index) => {
    if (outcomes[index]?.status === 'fulfilled') desk.onNotice?.(notice, project);
  });
  await settleAll(pending);
}

/** Hands everything that a notice holds to the intake at once, which keeps the order of what is about one call or sender. */
async function storeNotice(desk: NoticeDesk, notice: Notice, project: ProjectId): Promise<void> {
  const { log } = desk;
  const intake = counted(desk);
  const about = { project, service: notice.service, ...inLog(notice) };
  const message = incomingMessage(notice, project);
  if (message !== undefined) {
    log.info({ ...about, received: await intake.message(message) }, 'incoming message');
    return;
  }
  const deliveries = reportsIn(notice, project);
  await settleAll(deliveries.map((delivery) => intake.delivered(delivery)));
  const hasDeliveries = deliveries.length > 0;
  log.info(about, hasDeliveries ? 'delivery reports of messages' : 'notification that belongs to no call');
}

/** What takes them, telling what became of each. */
function counted({ intake, onTaken }: NoticeDesk): NoticeDesk['intake'] {
  const telling = async <Result>(
    project: ProjectId,
    taking: Promise<Result>,
    became: (result: Result) => Taken,
  ) => {
    try {
      const result = await taking;
      onTaken?.('sms', became(result), project);
      return result;
    } catch (error) {
      onTaken?.('sms', 'failed', project);
      throw error;
    }
  };
  return {
    message: (arrival) => telling(arrival.project, intake.message(arrival), (result) => result),
    delivered: (arrival) => telling(arrival.project, intake.delivered(arrival), () => 'applied'),
  };
}

function incomingMessage(notice: Notice, project: ProjectId): MessageArrival | undefined {
  if (notice.service !== 'sms' || notice.notification.event.type !== 'incoming') return undefined;
  const { event, key } = notice.notification;
  const { from, to, text } = event;
  return { project, from, to, text, ...(key !== undefined && { key: `sms-${key}` }) };
}

/** What is told of messages that carry a reference of ours. */
function reportsIn(notice: Notice, project: ProjectId): DeliveryArrival[] {
  if (notice.service !== 'sms') return [];
  const { event, key } = notice.notification;
  const repetition = key === undefined ? {} : { key: `sms-${key}` };
  return groupDeliveries(event).map((delivery) => ({ project, ...delivery, ...repetition }));
}

/** Why a body is no notification. */
export type Unread = Extract<ReturnType<typeof parseSmsNotification>, { ok: false }>['reason'];

/** Why a notification is ignored, for the log. */
const unreadable: Record<Exclude<Unread, 'probe'>, string> = {
  malformed: 'a notification that is not a JSON object was ignored',
  encrypted: 'a notification that is still encrypted was ignored',
  other: 'a notification that is about no message was ignored',
};

function readSms(body: unknown): Notice | Unread {
  const parsed = parseSmsNotification(body);
  return parsed.ok ? { service: 'sms', notification: parsed.notification } : parsed.reason;
}

function readVideo(body: unknown): Notice | Unread {
  const parsed = parseVideoNotification(body);
  return parsed.ok ? { service: 'video', notification: parsed.notification } : parsed.reason;
}

/** Enough to find it again at the platform; who wrote what to whom is nobody's business here (I7). */
function inLog(notice: Notice): object {
  if (notice.service === 'video') {
    const { event, roomId, confNum, recordingId } = notice.notification;
    const name = event.type === 'unknown' ? { name: event.name } : {};
    return { event: event.type, ...name, roomId, confNum, recordingId };
  }
  const { event } = notice.notification;
  if (event.type === 'incoming') return { event: event.type, id: event.id };
  return { event: event.type, jobId: event.jobId, statuses: event.reports.map(({ status }) => status) };
}
