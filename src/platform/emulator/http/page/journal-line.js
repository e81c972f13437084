/**
 * Journal entries as sentences.
 * @import { JournalEntry } from '../../model/index.ts'
 */

/** @typedef {'calls' | 'requests' | 'notifications' | 'messages' | 'rooms'} Group */

/** Groups to filter the journal by. */
export const groups = /** @type {const} */ (['calls', 'requests', 'notifications', 'messages', 'rooms']);

/**
 * @param {JournalEntry} entry
 * @returns {Group}
 */
export function getGroup({ kind }) {
  if (kind === 'request') return 'requests';
  if (kind === 'notification' || kind === 'webhook_failed') return 'notifications';
  if (kind.startsWith('sms_')) return 'messages';
  return kind.startsWith('room') ? 'rooms' : 'calls';
}

/**
 * True when something went wrong.
 * @param {JournalEntry} entry
 */
export function isTrouble(entry) {
  if (entry.kind === 'request') return entry.status === 0 || entry.status >= 400;
  if (entry.kind === 'sms_status') return entry.status === 'failed';
  return /failed$|refused$/.test(entry.kind) || (entry.kind === 'notification' && entry.url === undefined);
}

/**
 * Describes an entry in one sentence.
 * @param {JournalEntry} entry
 * @returns {string}
 */
export function describeEntry(entry) {
  return (
    describeTraffic(entry) ??
    describeMedia(entry) ??
    describeMessage(entry) ??
    describeOther(entry) ??
    describeKind(entry)
  );
}

/** @param {JournalEntry} entry */
function describeTraffic(entry) {
  switch (entry.kind) {
    case 'request':
      return `${entry.method} ${entry.path} → ${entry.status}${entry.code === undefined ? '' : ` ${entry.code}`}`;
    case 'notification':
      return `${getEventName(entry.body)}${entry.url === undefined ? ', no webhook configured' : ''}${entry.lost ? ', lost' : ''}`;
    case 'webhook_failed':
      return `Notification not delivered: ${entry.code}, ${entry.detail}`;
    default:
      return undefined;
  }
}

/** @param {JournalEntry} entry */
function describeMedia(entry) {
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
      return `Key ${entry.key}${markUnheard(entry)}`;
    case 'utterance':
      return `Said “${entry.text}”${markUnheard(entry)}`;
    default:
      return undefined;
  }
}

/** @param {JournalEntry} entry */
function describeMessage(entry) {
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

/** @param {JournalEntry} entry */
function describeOther(entry) {
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
      return `${describeKind({ kind: entry.event })}${entry.name === undefined ? '' : `: ${entry.name}`}`;
    default:
      return undefined;
  }
}

/** @param {{kind: string}} entry */
function describeKind({ kind }) {
  return (kind[0] ?? '').toUpperCase() + kind.slice(1).replaceAll('_', ' ');
}

/**
 * Marks input that the application did not receive.
 * @param {{heard_by: string}} entry
 */
export function markUnheard({ heard_by: heardBy }) {
  return heardBy === 'nobody' ? ', ignored' : '';
}

/**
 * Returns the name of a notification's event.
 * @param {object} body
 */
function getEventName(body) {
  const fields = /** @type {Record<string, unknown>} */ (body);
  const name = fields.playstate ?? fields.state ?? fields.type ?? fields.event ?? fields.status;
  return typeof name === 'string' ? name : 'notification';
}
