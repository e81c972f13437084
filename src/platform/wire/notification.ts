/**
 * Reads the platform's notifications as events (voice.md 6), in all known variants. No JSON body makes it throw, and
 * unknown notifications become an `unknown` event (I5).
 */
import type { PlatformEvent, VoiceId } from '../../call/index.ts';
import {
  toFields,
  toText,
  openNotification,
  readNumber,
  type Fields,
  type NotANotification,
} from './fields.ts';
import { createFingerprint } from './fingerprint.ts';
import { readVoiceEvent } from './voice-event.ts';

/** A notification in our terms. */
export interface Notification {
  /** Absent when it is not about one call, such as the end of a broadcast. */
  voiceId?: VoiceId;
  /** Broadcast that the call belongs to, or that has ended. */
  broadcastId?: string;
  /** Our id of an outbound call, from the hook's query, `owner_ref` or `custom_data.call`; not verified. */
  callHint?: string;
  /** E.164 where possible. */
  from?: string;
  /** E.164 where possible. */
  to?: string;
  /** SIP headers of an inbound call, which an emulator reports that stands in for a carrier with them. */
  headers?: Record<string, string>;
  event: PlatformEvent;
  /** Identifies repetitions of the same event; absent when the content does not allow it. */
  key?: string;
}

export type ParsedNotification =
  { ok: true; notification: Notification } | { ok: false; reason: NotANotification };

/**
 * Returns the notifications of a decoded body, which is one or an array of several. A nested array is not a
 * notification.
 */
export function splitNotifications(body: unknown): unknown[] {
  return Array.isArray(body) ? (body as unknown[]) : [body];
}

/** Reads a decoded JSON body; `query.call` comes from the hook's address. */
export function parseNotification(body: unknown, query: { call?: string } = {}): ParsedNotification {
  const opened = openNotification(body);
  return opened.ok ? { ok: true, notification: readNotification(opened.fields, query.call) } : opened;
}

function readNotification(body: Fields, queriedCall: string | undefined): Notification {
  const id = toText(body.voice_id) ?? toText(body.voice_Id);
  const broadcastId = toText(body.broadcast_id);
  const callHint = toText(queriedCall) ?? toText(body.owner_ref) ?? toText(toFields(body.custom_data)?.call);
  const from = readNumber(body.from);
  const to = readNumber(body.to);
  const event = readVoiceEvent(body);
  const key = createFingerprint(body, event);
  const notification: Notification = { event };
  if (id !== undefined) notification.voiceId = id as VoiceId;
  if (broadcastId !== undefined) notification.broadcastId = broadcastId;
  if (callHint !== undefined) notification.callHint = callHint;
  if (from !== undefined) notification.from = from;
  if (to !== undefined) notification.to = to;
  if (key !== undefined) notification.key = key;
  const headers = event.type === 'incoming' ? toFields(body.sip_headers) : undefined;
  if (headers !== undefined) notification.headers = readHeaders(headers);
  return notification;
}

function readHeaders(fields: Fields): Record<string, string> {
  const texts = Object.entries(fields).flatMap(([name, value]) => {
    const read = toText(value);
    return read === undefined ? [] : [[name, read] as const];
  });
  return Object.fromEntries(texts);
}

/** Returns the `timestamp` of a notification (voice.md 6, sms.md 6) as ms since the epoch, if any. */
export function readSentAt(body: unknown): number | undefined {
  const time = Date.parse(toText(toFields(body)?.timestamp) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
