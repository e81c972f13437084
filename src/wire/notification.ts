/**
 * The platform's notifications as our events (voice.md 6), tolerant of every variant known: nothing that a JSON body
 * can hold makes this throw, and what it does not know becomes an `unknown` event instead of a guess (I5).
 */
import type { PlatformEvent, VoiceId } from '../call/index.ts';
import { readDigits } from './digits.ts';
import { readEndReason } from './end-reason.ts';
import { asFields, asText, isEmptyBody, normalized, readNumber, type Fields } from './fields.ts';
import { fingerprint } from './fingerprint.ts';

/** A notification in our words. */
export interface Notification {
  /** Absent on what is not about one call, such as the end of a broadcast. */
  voiceId?: VoiceId;
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

/**
 * Why a body is no notification. `probe`: an empty body, sent to see whether we answer; `encrypted`: the encrypted
 * form, which is not read; `malformed`: not a JSON object.
 */
export type NotANotification = 'probe' | 'encrypted' | 'malformed';

export type ParsedNotification =
  { ok: true; notification: Notification } | { ok: false; reason: NotANotification };

/** Bounds what an unknown notification adds to the trace. */
const longestState = 100;

type Read = (body: Fields) => PlatformEvent | undefined;

/** Keyed by the normalized `playstate` or `state`; the two vocabularies agree where they meet. */
const readers = new Map<string, Read>([
  ['incomingcall', () => ({ type: 'incoming' })],
  ['ringing', () => ({ type: 'ringing' })],
  ['initiated', (body) => ({ type: 'initiated', ...promptRef(body) })],
  ['connected', () => ({ type: 'connected' })],
  ['playfinished', (body) => ({ type: 'played', ...promptRef(body) })],
  [
    'digitcollected',
    (body) => withDigits(body, (digits) => ({ type: 'digits', ...digits, ...promptRef(body) })),
  ],
  ['menutimeout', (body) => ({ type: 'silence', ...promptRef(body) })],
  ['dtmfcollected', (body) => withDigits(body, (digits) => ({ type: 'bridge_digits', ...digits }))],
  ['bridged', () => ({ type: 'bridged' })],
  ['bridgedisconnected', (body) => ({ type: 'unbridged', ...readEndReason(body.disconnect_reason) })],
  ['disconnected', (body) => ({ type: 'disconnected', ...readEndReason(body.disconnect_reason) })],
]);

/** Reads a decoded JSON body; `query.call` is what the hook's address carried. */
export function parseNotification(body: unknown, query: { call?: string } = {}): ParsedNotification {
  if (isEmptyBody(body)) return { ok: false, reason: 'probe' };
  const fields = asFields(body);
  if (fields === undefined) return { ok: false, reason: 'malformed' };
  if (typeof fields.encrypted_data === 'string') return { ok: false, reason: 'encrypted' };
  return { ok: true, notification: readNotification(fields, query.call) };
}

function readNotification(body: Fields, queriedCall: string | undefined): Notification {
  const id = asText(body.voice_id) ?? asText(body.voice_Id);
  const callHint = asText(queriedCall) ?? asText(body.owner_ref) ?? asText(asFields(body.custom_data)?.call);
  const from = readNumber(body.from);
  const to = readNumber(body.to);
  const event = readEvent(body);
  const key = fingerprint(body, event);
  return {
    ...(id !== undefined && { voiceId: id as VoiceId }),
    ...(callHint !== undefined && { callHint }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    event,
    ...(key !== undefined && { key }),
  };
}

function readEvent(body: Fields): PlatformEvent {
  const names = [asText(body.playstate), asText(body.state)].filter((name) => name !== undefined);
  const read = names.map((name) => readers.get(normalized(name))).find((reader) => reader !== undefined);
  return read?.(body) ?? { type: 'unknown', state: names.join(' ').slice(0, longestState) };
}

function withDigits(
  body: Fields,
  toEvent: (digits: { digits: string; lossy: boolean }) => PlatformEvent,
): PlatformEvent | undefined {
  const digits = readDigits(body.digit) ?? readDigits(body.digits);
  return digits && toEvent(digits);
}

function promptRef(body: Fields): { promptRef?: string } {
  const reference = asText(body.prompt_ref);
  return reference === undefined ? {} : { promptRef: reference };
}
