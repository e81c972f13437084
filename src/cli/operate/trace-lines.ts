/** Renders traces of calls, and notifications about messages and video rooms, for people. */
import { FINALIZER_END } from '../../call/index.ts';
import type { CallEvent, CallSummary, ShownEntry, ShownNote } from '../../call/index.ts';
import type { TracedEntry } from './calls.ts';
import type { Notice } from '../../service/http/index.ts';

/** Events that are not shown. */
const SILENT: CallEvent['type'][] = ['initiated', 'ringing', 'dialed', 'command_taken'];

/** Renders an entry: one line for the event and one for each of its effects; empty for silent events. */
export function renderTraceEntry(
  { flow, number, carrier }: Pick<CallSummary, 'flow' | 'number' | 'carrier'>,
  entry: ShownEntry,
): string {
  if (SILENT.includes(entry.event.type)) return '';
  const time = new Date(entry.at).toISOString().slice(11, 23);
  const { type } = entry.event;
  const by =
    carrier !== undefined && (type === 'incoming' || type === 'placed') ? ` (carrier ${carrier})` : '';
  const head = `${time}  ${flow}  ${number}  ${renderEvent(entry.event)}${by}`;
  const body = [...entry.notes.map(renderNote), ...entry.commands.map(renderCommand)];
  return [head, ...body.map((line) => `              ${line}`)].map((line) => `${line}\n`).join('');
}

function renderCommand({ kind, hold }: ShownEntry['commands'][number]): string {
  return `→ ${hold === false ? 'resume' : kind}`;
}

/** Renders the variables after an entry as one line; empty without a state, or without variables. */
export function renderState(state: TracedEntry['after']): string {
  if (state === undefined || state.variables.length === 0) return '';
  const values = state.variables.map(({ name, value, isSecret, chars }) => {
    const shown = isSecret === true ? 'secret' : JSON.stringify(value);
    return `${name}: ${shown}${chars === undefined ? '' : ` (${chars} characters)`}`;
  });
  return `              ${values.join(', ')}\n`;
}

function renderEvent(event: CallEvent): string {
  switch (event.type) {
    case 'incoming':
      return 'calls';
    case 'placed':
      return 'is called';
    case 'digits':
    case 'bridge_digits':
      return `caller presses ${event.digits}`;
    case 'disconnected':
    case 'unbridged':
      return `${event.type} (${event.detail ?? event.reason})`;
    case 'recording':
      return `recording ${event.state}${event.detail === undefined ? '' : ` (${event.detail})`}`;
    case 'command_failed':
      return `${event.kind} failed: ${event.failure.message} [${event.failure.code}]`;
    case 'delivery':
      return `messages: ${event.reports.map(({ to, status }) => `${to} ${status}`).join(', ')}`;
    case 'wake':
      return 'a deadline has come';
    case 'silence':
      return 'caller presses nothing';
    case 'hang_up':
      return 'an operator ends the call';
    case 'unknown':
      return `unknown notification "${event.state}"`;
    default:
      return event.type;
  }
}

function renderNote(note: ShownNote): string {
  switch (note.kind) {
    case 'flow':
      return `▸ in flow ${note.name}`;
    case 'entered':
      return `● ${note.step} (${note.verb})`;
    case 'outcome':
      return `↳ ${note.outcome}: to ${note.to === FINALIZER_END ? 'the end of the finalizer' : note.to}`;
    case 'says':
      return `♪ ${note.text}`;
    case 'because':
      return `· ${note.text}`;
    case 'set':
      return `= ${note.variable} is ${note.value}`;
    case 'milestone':
      return `◆ ${note.name}`;
    case 'failed':
      return `✗ ${note.step}: ${note.message} [${note.code}]`;
    case 'ended':
      return `■ ended: ${note.reason}`;
  }
}

type SmsEvent = Extract<Notice, { service: 'sms' }>['notification']['event'];
type VideoEvent = Extract<Notice, { service: 'video' }>['notification']['event'];

/** Renders a notification about messages or a video room as one line. */
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

/** Replaces line ends and other control characters by spaces. */
function toOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
