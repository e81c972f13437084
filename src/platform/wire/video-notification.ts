/**
 * Reads notifications about video rooms as events (video.md 6), in both known families of names. No JSON body makes it
 * throw, and unknown notifications become `unknown`.
 */
import { asFields, asText, openNotification, type Fields, type NotANotification } from './fields.ts';
import { keyOf } from './fingerprint.ts';

/** Events of a room. */
export type VideoEvent =
  | { type: 'recording_started' }
  | { type: 'recording_stopped' }
  /** Files are available for download, with the Basic header. */
  | { type: 'recording_ready'; files: string[] }
  | { type: 'recording_failed'; reason?: string }
  /** The composite video is available for download. */
  | { type: 'transcoded'; files: string[] }
  | { type: 'room_dropped'; reason?: string }
  /** Files were transferred to storage of the application. */
  | { type: 'files_transferred'; files: string[] }
  | { type: 'unknown'; name: string };

/** A notification about a room in our terms. */
export interface RoomEvent {
  appId?: string;
  roomId?: string;
  /** Id of the session. */
  confNum?: string;
  recordingId?: string;
  event: VideoEvent;
  /** Identifies repetitions of the same event; absent when the content does not allow it. */
  key?: string;
}

export type ParsedVideoNotification =
  { ok: true; notification: RoomEvent } | { ok: false; reason: NotANotification };

/** Maximum length of an unknown name, which limits the size of a log entry. */
const longestName = 100;

type Read = (body: Fields) => VideoEvent;

/** By `type` in lower case without separators. */
const readers = new Map<string, Read>([
  ['recordingstarted', () => ({ type: 'recording_started' })],
  ['recordingstopped', () => ({ type: 'recording_stopped' })],
  ['recordingready', (body) => ({ type: 'recording_ready', files: filesOf(body) })],
  ['recordingfailed', (body) => ({ type: 'recording_failed', ...reasonOf(body) })],
  ['recording', (body) => ({ type: 'recording_ready', files: filesOf(body) })],
  ['transcoded', (body) => ({ type: 'transcoded', files: filesOf(body) })],
  ['roomdrop', (body) => ({ type: 'room_dropped', ...reasonOf(body) })],
  ['filetransfer', (body) => ({ type: 'files_transferred', files: filesOf(body) })],
]);

/** Reads the decoded JSON body of a notification to the project's webhook. */
export function parseVideoNotification(body: unknown): ParsedVideoNotification {
  const opened = openNotification(body);
  return opened.ok ? { ok: true, notification: readNotification(opened.fields) } : opened;
}

function readNotification(body: Fields): RoomEvent {
  const named = {
    appId: asText(body.app_id),
    roomId: asText(body.room_id) ?? asText(asFields(body.room)?.room_id),
    confNum: asText(body.conf_num),
    recordingId: asText(body.recording_id),
    key: fingerprintOf(body),
  };
  const present = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return { ...present, event: readEvent(body) };
}

/** Reads the name from `type`, or from `event` and `event_name`, which other notifications use. */
function readEvent(body: Fields): VideoEvent {
  const name = asText(body.type) ?? asText(body.event) ?? asText(body.event_name) ?? '';
  const read = readers.get(name.toLowerCase().replace(/[\s_-]/g, ''));
  return read?.(body) ?? { type: 'unknown', name: name.slice(0, longestName) };
}

/** Returns the addresses under `recording`, `transcoded`, `files` and `url`, in this order, without duplicates. */
function filesOf({ recording, transcoded, files, url }: Fields): string[] {
  const entries = [recording, transcoded, files, url].flatMap((value: unknown): unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  const addresses = entries.map((entry) => asText(asFields(entry)?.url ?? entry));
  return [...new Set(addresses.filter((address) => address !== undefined))];
}

function reasonOf(body: Fields): { reason?: string } {
  const reason = asText(body.reason) ?? asText(body.error) ?? asText(body.message);
  return reason === undefined ? {} : { reason };
}

/** Requires a time or the id of a recording or session, without which two events could look the same. */
function fingerprintOf(body: Fields): string | undefined {
  const marks = [body.trans_date, body.timestamp, body.recording_id, body._id].map(asText);
  if (marks.every((mark) => mark === undefined)) return undefined;
  const identity = [asText(body.room_id), asText(body.conf_num), readEvent(body), ...marks];
  return keyOf(identity);
}
