/**
 * Handles notifications about messages (sms.md 6) and video rooms (video.md 6). Incoming messages go to the calls that wait
 * for them or start one, delivery reports to the calls that sent the messages. All are logged and passed to an optional
 * listener, which may miss some.
 */
import type { ProjectId } from '../../call/index.ts';
import type { DeliveryArrival, Intake, MessageArrival, Taken } from '../../engine/index.ts';
import type { Log } from '../../engine/ports/index.ts';
import { groupDeliveries, parseSmsNotification, parseVideoNotification } from '../../platform/wire/index.ts';
import type { RoomEvent, SmsNotice } from '../../platform/wire/index.ts';
import { settleAll } from './settle-all.ts';

/** A notification that belongs to no call. It may be repeated with the same `key`. */
export type Notice =
  { service: 'sms'; notification: SmsNotice } | { service: 'video'; notification: RoomEvent };

/** Receives every notice in order of arrival. */
export type OnNotice = (notice: Notice, project: ProjectId) => void;

/** Services whose notifications belong to no call, by the last path segment of their hook. */
export const noticeServices = ['sms', 'video'] as const satisfies Notice['service'][];

/** Receives the result of each notification: `failed` if it could not be stored. */
export type OnNotification = (service: 'voice' | 'sms', became: Taken | 'failed', project: ProjectId) => void;

interface NoticeOptions {
  intake: Pick<Intake, 'message' | 'delivered'>;
  onNotification?: OnNotification;
  log: Log;
  /** Receives the notices, beside the log. */
  onNotice?: OnNotice;
}

/** Parses a decoded body; a text is the reason why it is not a notification of the service. */
export function readNotice(service: Notice['service'], body: unknown): Notice | Unread {
  return service === 'sms' ? readSms(body) : readVideo(body);
}

/** Logs unreadable notifications: one line per reason, with a count above one. */
export function logUnreadable(log: Log, about: object, reasons: readonly Unread[]): void {
  if (reasons.length === 0) return;
  for (const [reason, { length }] of Map.groupBy(reasons, (one) => one))
    if (reason !== 'probe') log.warn({ ...about, ...(length > 1 && { count: length }) }, UNREADABLE[reason]);
}

/**
 * Recognizes a notice that arrived at the hook for calls: a platform that knows only one URL sends everything there.
 * Undefined if no service sends it.
 */
export function findNoticeAmongCalls(body: unknown): Notice | undefined {
  const sms = readSms(body);
  if (typeof sms === 'object') return sms;
  const video = readVideo(body);
  if (typeof video !== 'object' || video.notification.event.type === 'unknown') return undefined;
  return video;
}

/**
 * Stores the notices of one request, reports the stored ones to `onNotice` in order, and resolves when all are done. Rejects
 * once all are settled if one failed.
 */
export async function takeNotices(
  desk: NoticeOptions,
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

/** Passes the contents of a notice to the intake at once, which keeps the order per call and sender. */
async function storeNotice(desk: NoticeOptions, notice: Notice, project: ProjectId): Promise<void> {
  const { log } = desk;
  const intake = reportResults(desk);
  const about = { project, service: notice.service, ...toLogFields(notice) };
  const message = toIncomingMessage(notice, project);
  if (message !== undefined) {
    log.info({ ...about, received: await intake.message(message) }, 'incoming message');
    return;
  }
  const deliveries = findReports(notice, project);
  await settleAll(deliveries.map((delivery) => intake.delivered(delivery)));
  const hasDeliveries = deliveries.length > 0;
  log.info(about, hasDeliveries ? 'delivery reports of messages' : 'notification that belongs to no call');
}

function reportResults({ intake, onNotification: onTaken }: NoticeOptions): NoticeOptions['intake'] {
  const reportResult = async <Result>(
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
    message: (arrival) => reportResult(arrival.project, intake.message(arrival), (result) => result),
    delivered: (arrival) => reportResult(arrival.project, intake.delivered(arrival), () => 'applied'),
  };
}

function toIncomingMessage(notice: Notice, project: ProjectId): MessageArrival | undefined {
  if (notice.service !== 'sms' || notice.notification.event.type !== 'incoming') return undefined;
  const { event, key } = notice.notification;
  const { from, to, text } = event;
  return { project, from, to, text, ...(key !== undefined && { key: `sms-${key}` }) };
}

/** Returns the delivery reports for messages with a reference of ours. */
function findReports(notice: Notice, project: ProjectId): DeliveryArrival[] {
  if (notice.service !== 'sms') return [];
  const { event, key } = notice.notification;
  const repetition = key === undefined ? {} : { key: `sms-${key}` };
  return groupDeliveries(event).map((delivery) => ({ project, ...delivery, ...repetition }));
}

/** Reason why a body is not a notification. */
export type Unread = Extract<ReturnType<typeof parseSmsNotification>, { ok: false }>['reason'];

/** The reason in the log. */
const UNREADABLE: Record<Exclude<Unread, 'probe'>, string> = {
  malformed: 'a notification that is not a JSON object was ignored',
  encrypted: 'a notification that is still encrypted was ignored',
  other: 'a notification that is not about a message was ignored',
};

function readSms(body: unknown): Notice | Unread {
  const parsed = parseSmsNotification(body);
  return parsed.ok ? { service: 'sms', notification: parsed.notification } : parsed.reason;
}

function readVideo(body: unknown): Notice | Unread {
  const parsed = parseVideoNotification(body);
  return parsed.ok ? { service: 'video', notification: parsed.notification } : parsed.reason;
}

/** Log fields that identify it at the platform; numbers and text are private (I7). */
function toLogFields(notice: Notice): object {
  if (notice.service === 'video') {
    const { event, roomId, confNum, recordingId } = notice.notification;
    const name = event.type === 'unknown' ? { name: event.name } : {};
    return { event: event.type, ...name, roomId, confNum, recordingId };
  }
  const { event } = notice.notification;
  if (event.type === 'incoming') return { event: event.type, id: event.id };
  return { event: event.type, jobId: event.jobId, statuses: event.reports.map(({ status }) => status) };
}
