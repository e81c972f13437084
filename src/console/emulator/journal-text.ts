/** Entries of the emulator's journal as sentences, and the groups to filter them by. */
import type { JournalEntry } from '../../platform/emulator/views/index.ts';

/** Groups to filter the journal by. */
export const journalGroups = ['calls', 'requests', 'notifications', 'messages', 'rooms'] as const;

export type JournalGroup = (typeof journalGroups)[number];

/** Returns the group of an entry. */
export function findGroup({ kind }: JournalEntry): JournalGroup {
  if (kind === 'request') return 'requests';
  if (kind === 'notification' || kind === 'webhook_failed') return 'notifications';
  if (kind.startsWith('sms_')) return 'messages';
  return kind.startsWith('room') ? 'rooms' : 'calls';
}

/** True when something went wrong. */
export function isTrouble(entry: JournalEntry): boolean {
  if (entry.kind === 'request') return entry.status === 0 || entry.status >= 400;
  if (entry.kind === 'sms_status') return entry.status === 'failed';
  return /failed$|refused$/.test(entry.kind) || (entry.kind === 'notification' && entry.url === undefined);
}

/** Describes an entry in one sentence. */
export function describeEntry(entry: JournalEntry): string {
  return (
    describeTraffic(entry) ??
    describeMedia(entry) ??
    describeMessage(entry) ??
    describeOther(entry) ??
    describeKind(entry.kind)
  );
}

function describeTraffic(entry: JournalEntry): string | undefined {
  switch (entry.kind) {
    case 'request':
      return `${entry.method} ${entry.path} → ${entry.status}${entry.code === undefined ? '' : ` ${entry.code}`}`;
    case 'notification':
      return `${readEventName(entry.body)}${entry.url === undefined ? ', no webhook configured' : ''}${entry.lost === true ? ', lost' : ''}`;
    case 'webhook_failed':
      return `Notification not delivered: ${entry.code}, ${entry.detail}`;
    default:
      return undefined;
  }
}

function describeMedia(entry: JournalEntry): string | undefined {
  switch (entry.kind) {
    case 'speech':
      return `“${entry.text}”`;
    case 'prompt':
      return `♪ ${entry.name}`;
    case 'audio':
      return `♪ ${entry.url}`;
    case 'play_stopped':
      return `Playback stopped by ${entry.by.replace('_', ' ')}`;
    case 'key':
      return `Key ${entry.key}${markIgnored(entry)}`;
    case 'utterance':
      return `Said “${entry.text}”${markIgnored(entry)}`;
    default:
      return undefined;
  }
}

function describeMessage(entry: JournalEntry): string | undefined {
  switch (entry.kind) {
    case 'sms_accepted':
      return `Job ${entry.job_id} accepted, recipients: ${entry.recipients}`;
    case 'sms_status':
      return `To ${entry.to}: ${entry.status}${entry.text === undefined ? '' : ` “${entry.text}”`}`;
    case 'sms_received':
      return `${entry.from} → ${entry.to}: “${entry.text}”`;
    case 'sms_opted_out':
      return `${entry.from} opted out`;
    case 'sms_opted_in':
      return `${entry.from} opted in again`;
    default:
      return undefined;
  }
}

function describeOther(entry: JournalEntry): string | undefined {
  switch (entry.kind) {
    case 'ringing':
      return `${entry.to} is ringing, call from ${entry.from}`;
    case 'connecting':
      return `Connecting to ${entry.to}`;
    case 'bridged':
      return `Bridged to ${entry.to}`;
    case 'bridge_ended':
      return `Bridge to ${entry.to} ended: ${entry.reason}`;
    case 'ended':
      return `Ended: ${entry.reason}`;
    case 'room_joined':
      return `Joined room ${entry.room_id}`;
    case 'room_refused':
      return `Room ${entry.room_id} refused: ${entry.code}`;
    case 'room':
      return `${describeKind(entry.event)}${entry.name === undefined ? '' : `: ${entry.name}`}`;
    default:
      return undefined;
  }
}

function describeKind(kind: string): string {
  return (kind[0] ?? '').toUpperCase() + kind.slice(1).replaceAll('_', ' ');
}

/** Marks input that the application did not receive. */
export function markIgnored({ heard_by: heardBy }: { heard_by: string }): string {
  return heardBy === 'nobody' ? ', ignored' : '';
}

/** Returns the name of a notification's event. */
function readEventName(body: object): string {
  const { playstate, state, type, event, status } = body as Record<string, unknown>;
  const name = playstate ?? state ?? type ?? event ?? status;
  return typeof name === 'string' ? name : 'notification';
}
