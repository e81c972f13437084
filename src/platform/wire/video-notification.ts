/**
 * Notifications about video rooms as our events (video.md 6), tolerant of both families of names that are known: nothing
 * that a JSON body can hold makes this throw, and what it does not know becomes `unknown` instead of a guess.
 */
import { asFields, asText, openNotification, type Fields, type NotANotification } from './fields.ts';
import { keyOf } from './fingerprint.ts';

/** What happened in or to a room. */
export type VideoEvent =
  | { type: 'recording_started' }
  | { type: 'recording_stopped' }
  /** Files can be fetched, with the Basic header. */
  | { type: 'recording_ready'; files: string[] }
  | { type: 'recording_failed'; reason?: string }
  /** The composite video can be fetched. */
  | { type: 'transcoded'; files: string[] }
  | { type: 'room_dropped'; reason?: string }
  /** Files were moved to a store of the application's own. */
  | { type: 'files_transferred'; files: string[] }
  | { type: 'unknown'; name: string };

/** A notification about a room in our words. */
export interface RoomEvent {
  appId?: string;
  roomId?: string;
  /** The session. */
  confNum?: string;
  recordingId?: string;
  event: VideoEvent;
  /** Tells a repetition from a second event; absent when the notification carries nothing to tell them apart. */
  key?: string;
}

export type ParsedVideoNotification =
  { ok: true; notification: RoomEvent } | { ok: false; reason: NotANotification };

/** Bounds what an unknown notification adds to a log. */
const longestName = 100;

type Read = (body: Fields) => VideoEvent;

/** Keyed by `type` in lower case, without what separates its words. */
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

/** Reads the decoded JSON body of a notification at the project's webhook. */
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

/** The key is `type`; `event` and `event_name` are what other notifications of the platform use. */
function readEvent(body: Fields): VideoEvent {
  const name = asText(body.type) ?? asText(body.event) ?? asText(body.event_name) ?? '';
  const read = readers.get(name.toLowerCase().replace(/[\s_-]/g, ''));
  return read?.(body) ?? { type: 'unknown', name: name.slice(0, longestName) };
}

/** Every address under `recording`, `transcoded`, `files` and `url`, in this order, each once. */
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

/** Without a time, an id of the recording or of the session two events could read the same. */
function fingerprintOf(body: Fields): string | undefined {
  const marks = [body.trans_date, body.timestamp, body.recording_id, body._id].map(asText);
  if (marks.every((mark) => mark === undefined)) return undefined;
  const identity = [asText(body.room_id), asText(body.conf_num), readEvent(body), ...marks];
  return keyOf(identity);
}
