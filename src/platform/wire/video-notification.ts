/**
 * Reads notifications about video rooms as events (video.md 6), in both known families of names. No JSON body makes it
 * throw, and unknown notifications become `unknown`.
 */
import { toFields, toText, openNotification, type Fields, type NotANotification } from './fields.ts';
import { hashIdentity } from './fingerprint.ts';

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
const MAX_NAME_LENGTH = 100;

type Read = (body: Fields) => VideoEvent;

/** By `type` in lower case without separators. */
const readers = new Map<string, Read>([
  ['recordingstarted', () => ({ type: 'recording_started' })],
  ['recordingstopped', () => ({ type: 'recording_stopped' })],
  ['recordingready', (body) => ({ type: 'recording_ready', files: readFiles(body) })],
  ['recordingfailed', (body) => ({ type: 'recording_failed', ...readReason(body) })],
  ['recording', (body) => ({ type: 'recording_ready', files: readFiles(body) })],
  ['transcoded', (body) => ({ type: 'transcoded', files: readFiles(body) })],
  ['roomdrop', (body) => ({ type: 'room_dropped', ...readReason(body) })],
  ['filetransfer', (body) => ({ type: 'files_transferred', files: readFiles(body) })],
]);

/** Reads the decoded JSON body of a notification to the project's webhook. */
export function parseVideoNotification(body: unknown): ParsedVideoNotification {
  const opened = openNotification(body);
  return opened.ok ? { ok: true, notification: readNotification(opened.fields) } : opened;
}

function readNotification(body: Fields): RoomEvent {
  const named = {
    appId: toText(body.app_id),
    roomId: toText(body.room_id) ?? toText(toFields(body.room)?.room_id),
    confNum: toText(body.conf_num),
    recordingId: toText(body.recording_id),
    key: createKey(body),
  };
  const present = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return { ...present, event: readEvent(body) };
}

/** Reads the name from `type`, or from `event` and `event_name`, which other notifications use. */
function readEvent(body: Fields): VideoEvent {
  const name = toText(body.type) ?? toText(body.event) ?? toText(body.event_name) ?? '';
  const read = readers.get(name.toLowerCase().replace(/[\s_-]/g, ''));
  return read?.(body) ?? { type: 'unknown', name: name.slice(0, MAX_NAME_LENGTH) };
}

/** Returns the addresses under `recording`, `transcoded`, `files` and `url`, in this order, without duplicates. */
function readFiles({ recording, transcoded, files, url }: Fields): string[] {
  const entries = [recording, transcoded, files, url].flatMap((value: unknown): unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  const addresses = entries.map((entry) => toText(toFields(entry)?.url ?? entry));
  return [...new Set(addresses.filter((address) => address !== undefined))];
}

function readReason(body: Fields): { reason?: string } {
  const reason = toText(body.reason) ?? toText(body.error) ?? toText(body.message);
  return reason === undefined ? {} : { reason };
}

/** Requires a time or the id of a recording or session, without which two events could look the same. */
function createKey(body: Fields): string | undefined {
  const marks = [body.trans_date, body.timestamp, body.recording_id, body._id].map(toText);
  if (marks.every((mark) => mark === undefined)) return undefined;
  const identity = [toText(body.room_id), toText(body.conf_num), readEvent(body), ...marks];
  return hashIdentity(identity);
}
