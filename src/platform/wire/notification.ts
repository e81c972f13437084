/**
 * The platform's notifications as our events (voice.md 6), tolerant of every variant known: nothing that a JSON body
 * can hold makes this throw, and what it does not know becomes an `unknown` event instead of a guess (I5).
 */
import type { PlatformEvent, VoiceId } from '../../call/index.ts';
import {
  asFields,
  asText,
  openNotification,
  readNumber,
  type Fields,
  type NotANotification,
} from './fields.ts';
import { fingerprint } from './fingerprint.ts';
import { readVoiceEvent } from './voice-event.ts';

/** A notification in our words. */
export interface Notification {
  /** Absent on what is not about one call, such as the end of a broadcast. */
  voiceId?: VoiceId;
  /** The campaign that the call belongs to, or that has come to its end. */
  broadcastId?: string;
  /** Our id of an outbound call, from the hook's query, `owner_ref` or `custom_data.call`; unchecked. */
  callHint?: string;
  /** E.164 where the number can be read as such. */
  from?: string;
  /** E.164 where the number can be read as such. */
  to?: string;
  event: PlatformEvent;
  /** Tells a repetition from a second event; absent when the notification carries nothing to tell them apart. */
  key?: string;
}

export type ParsedNotification =
  { ok: true; notification: Notification } | { ok: false; reason: NotANotification };

/** The notifications of a decoded body, which is one, or an array of several. An array inside of that is no notification. */
export function splitNotifications(body: unknown): unknown[] {
  return Array.isArray(body) ? (body as unknown[]) : [body];
}

/** Reads a decoded JSON body; `query.call` is what the hook's address carried. */
export function parseNotification(body: unknown, query: { call?: string } = {}): ParsedNotification {
  const opened = openNotification(body);
  return opened.ok ? { ok: true, notification: readNotification(opened.fields, query.call) } : opened;
}

function readNotification(body: Fields, queriedCall: string | undefined): Notification {
  const id = asText(body.voice_id) ?? asText(body.voice_Id);
  const broadcastId = asText(body.broadcast_id);
  const callHint = asText(queriedCall) ?? asText(body.owner_ref) ?? asText(asFields(body.custom_data)?.call);
  const from = readNumber(body.from);
  const to = readNumber(body.to);
  const event = readVoiceEvent(body);
  const key = fingerprint(body, event);
  const notification: Notification = { event };
  if (id !== undefined) notification.voiceId = id as VoiceId;
  if (broadcastId !== undefined) notification.broadcastId = broadcastId;
  if (callHint !== undefined) notification.callHint = callHint;
  if (from !== undefined) notification.from = from;
  if (to !== undefined) notification.to = to;
  if (key !== undefined) notification.key = key;
  return notification;
}

/** ms since the epoch; undefined where a decoded body does not say. */
export function sentAt(body: unknown): number | undefined {
  const time = Date.parse(asText(asFields(body)?.timestamp) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
