/**
 * Recognizes repeated notifications (I5). The platform does not number them, so their content must do.
 *
 * FINGERPRINT-1. A notification delivered twice has the same key, if any.
 * FINGERPRINT-2. Two events never have the same key: where the content does not distinguish them, there is no key. A `play_id`
 *   is enough for the end of a play, which happens once. Events that can happen twice within a second need a finer
 *   timestamp; input to a play does not, since each play with input reports once, nor does a recording with an id.
 * FINGERPRINT-3. A key contains no keys or words of the caller, since it is stored and could be guessed (I7): the other fields
 *   distinguish two events.
 * FINGERPRINT-4. The end of a bridge is an exception: two parties of a hunt list that are busy within the same second and
 *   have the same `to` count as one. The second one's ring time is then wasted; counting a repetition would skip a party.
 */
import { hashText } from '../../language/text/index.ts';
import type { PlatformEvent } from '../../call/index.ts';
import { toText, type Fields } from './fields.ts';

/** Returns a short key of the notification; undefined when it could be that of two events. */
export function createFingerprint(body: Fields, event: PlatformEvent): string | undefined {
  if (!isUnique(body, event)) return undefined;
  return hashIdentity(listIdentity(body, event));
}

function isUnique(body: Fields, event: PlatformEvent): boolean {
  const timestamp = toText(body.timestamp);
  const play = toText(body.play_id);
  if (timestamp === undefined) return isPlayEnd(event) && play !== undefined;
  if (event.type === 'digits' || event.type === 'speech')
    return (play ?? toText(body.prompt_ref)) !== undefined || hasFractions(timestamp);
  if (event.type === 'recording') return toText(body.recording_id) !== undefined || hasFractions(timestamp);
  return !canRecur.has(event.type) || hasFractions(timestamp);
}

function hasFractions(timestamp: string): boolean {
  return /\d[.,]\d+/.test(timestamp);
}

/** Events that can happen more than once within a second. */
const canRecur = new Set<PlatformEvent['type']>([
  'bridge_digits',
  'bridging',
  'bridged',
  'stream_ended',
  'joined',
  'unknown',
]);

function isPlayEnd(event: PlatformEvent): boolean {
  return event.type === 'played' || event.type === 'silence';
}

function listIdentity(body: Fields, event: PlatformEvent): unknown[] {
  return [
    toText(body.voice_id) ?? toText(body.voice_Id),
    removeInput(event),
    toText(body.timestamp),
    toText(body.to),
    toText(body.play_id),
    toText(body.recording_id),
    toText(body.channel_id),
    toText(body.attempt),
  ];
}

function removeInput(event: PlatformEvent): object {
  if (event.type === 'digits' || event.type === 'bridge_digits') return { ...event, digits: '' };
  return event.type === 'speech' ? { ...event, text: '' } : event;
}

const KEY_LENGTH = 12;

/** Returns a short hash of the values that identify a notification. */
export function hashIdentity(identity: unknown): string {
  return hashText(JSON.stringify(identity), 'base64url').slice(0, KEY_LENGTH);
}
