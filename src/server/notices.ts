/**
 * What comes in beside calls: notifications about messages (sms.md 6) and about video rooms (video.md 6). Incoming
 * messages go to the calls that wait for them or begin one, reports to the calls that have sent the messages. All are logged and handed to whoever listens besides; what
 * listens must not depend on having heard all.
 */
import type { ProjectId } from '../call/index.ts';
import type { DeliveryArrival, Intake, MessageArrival, Taken } from '../engine/index.ts';
import type { Log } from '../ports/index.ts';
import { deliveriesIn, parseSmsNotification, parseVideoNotification } from '../wire/index.ts';
import type { RoomEvent, SmsNotice } from '../wire/index.ts';

/** A notification that is about no call. The same one may come more than once, with the same `key`. */
export type Notice =
  { service: 'sms'; notification: SmsNotice } | { service: 'video'; notification: RoomEvent };

/** Hears of every notice, in the order in which they come. */
export type HearNotice = (notice: Notice, project: ProjectId) => void;

/** Services whose notifications are about no call, by the last part of their hook's address. */
export const noticeServices = ['sms', 'video'] as const satisfies Notice['service'][];

/** Hears of a notification of a service what became of it: `failed` where it could not be taken. */
export type HearTaken = (service: 'voice' | 'sms', became: Taken | 'failed', project: ProjectId) => void;

export interface NoticeDesk {
  intake: Pick<Intake, 'message' | 'delivered'>;
  onTaken?: HearTaken;
  log: Log;
  /** Where the notices go besides the log. */
  onNotice?: HearNotice;
}

/** A decoded body that came to a project's hook. */
export interface ArrivedNotice {
  service: Notice['service'];
  project: ProjectId;
  body: unknown;
}

/** Reads a notification; what cannot be read is told to the log, as for calls. */
export function readNotice(
  { log }: Pick<NoticeDesk, 'log'>,
  { service, project, body }: ArrivedNotice,
): Notice | undefined {
  const parsed = service === 'sms' ? readSms(body) : readVideo(body);
  if (typeof parsed === 'object') return parsed;
  if (parsed !== 'probe') log.warn({ project, service }, unreadable[parsed]);
  return undefined;
}

/** Does with a notice what there is to do; resolves when that is stored. */
export async function takeNotice(desk: NoticeDesk, notice: Notice, project: ProjectId): Promise<void> {
  const { log, onNotice } = desk;
  const intake = counted(desk);
  const about = { project, service: notice.service, ...inLog(notice) };
  const message = incomingMessage(notice, project);
  const deliveries = reportsIn(notice, project);
  for (const delivery of deliveries) await intake.delivered(delivery);
  if (deliveries.length > 0) log.info(about, 'messages that calls have sent moved on');
  else if (message === undefined) log.info(about, 'a notification that is about no call');
  else log.info({ ...about, received: await intake.message(message) }, 'a message came in');
  onNotice?.(notice, project);
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
  return deliveriesIn(event).map((delivery) => ({ project, ...delivery, ...repetition }));
}

type Unread = Extract<ReturnType<typeof parseSmsNotification>, { ok: false }>['reason'];

/** Why a notification is ignored, for the log. */
export const unreadable: Record<Exclude<Unread, 'probe'>, string> = {
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
