/** Renders notifications about messages and video rooms, one line each. */
import type { Notice } from '../../service/http/index.ts';

type SmsEvent = Extract<Notice, { service: 'sms' }>['notification']['event'];
type VideoEvent = Extract<Notice, { service: 'video' }>['notification']['event'];

/** The line of one notice, ended by a newline. */
export function renderNotice(notice: Notice): string {
  if (notice.service === 'sms') return `sms  ${renderMessage(notice.notification.event)}\n`;
  const { roomId = '?', event } = notice.notification;
  return `video  room ${roomId}  ${renderRoom(event)}\n`;
}

function renderMessage(event: SmsEvent): string {
  if (event.type === 'incoming') return `${event.from} writes to ${event.to}: ${toOneLine(event.text)}`;
  const reports = event.reports.map(({ to, status, errorCode }) =>
    errorCode === undefined ? `${to} ${status}` : `${to} ${status} [${errorCode}]`,
  );
  return `job ${event.jobId}: ${reports.join(', ')}`;
}

function renderRoom(event: VideoEvent): string {
  const name = event.type.replaceAll('_', ' ');
  if ('files' in event) return `${name}: ${event.files.join(', ')}`;
  if (event.type === 'unknown') return `unknown notification "${toOneLine(event.name)}"`;
  return 'reason' in event ? `${name}: ${toOneLine(event.reason)}` : name;
}

/** Line ends and whatever else would move the cursor become spaces. */
function toOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
