/**
 * Telling a repeated notification from a second event (I5). The platform numbers nothing, so the content must do.
 *
 * 1. The same notification delivered twice has the same key, if it has one.
 * 2. Two events never have the same key: where the content cannot tell them apart there is no key. A `play_id` is
 *    enough for the end of a play, which happens once. What can happen twice within a second needs a finer timestamp;
 *    what a play heard does not, since each listening play reports once (platform-facts), nor what a recording with an
 *    id came to.
 * 3. What was pressed or said is not part of a key, which is stored and can be guessed from (I7): where there is a key, what
 *    stands beside it tells two events apart.
 * 4. The end of a bridge is the exception: two parties of a hunt list that are busy within one second and not told apart
 *    by `to` count as one, which costs the second one's ring time; a repetition that counts would cost a party its turn.
 */
import { hash } from 'node:crypto';
import type { PlatformEvent } from '../../call/index.ts';
import { asText, type Fields } from './fields.ts';

/** A short key of what the notification says; undefined when it could be that of two events. */
export function fingerprint(body: Fields, event: PlatformEvent): string | undefined {
  if (!isUnique(body, event)) return undefined;
  return keyOf(identity(body, event));
}

function isUnique(body: Fields, event: PlatformEvent): boolean {
  const timestamp = asText(body.timestamp);
  const play = asText(body.play_id);
  if (timestamp === undefined) return isPlayEnd(event) && play !== undefined;
  if (event.type === 'digits' || event.type === 'speech')
    return (play ?? asText(body.prompt_ref)) !== undefined || isFine(timestamp);
  if (event.type === 'recording') return asText(body.recording_id) !== undefined || isFine(timestamp);
  return !canRecur.has(event.type) || isFine(timestamp);
}

/** Whether it tells parts of a second. */
function isFine(timestamp: string): boolean {
  return /\d[.,]\d+/.test(timestamp);
}

/** What can happen more than once within a second. */
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

function identity(body: Fields, event: PlatformEvent): unknown[] {
  return [
    asText(body.voice_id) ?? asText(body.voice_Id),
    withoutInput(event),
    asText(body.timestamp),
    asText(body.to),
    asText(body.play_id),
    asText(body.recording_id),
    asText(body.channel_id),
    asText(body.attempt),
  ];
}

function withoutInput(event: PlatformEvent): object {
  if (event.type === 'digits' || event.type === 'bridge_digits') return { ...event, digits: '' };
  return event.type === 'speech' ? { ...event, text: '' } : event;
}

const KEY_LENGTH = 12;

/** A short key of what tells one notification from another. */
export function keyOf(identity: unknown): string {
  return hash('sha256', JSON.stringify(identity), 'base64url').slice(0, KEY_LENGTH);
}
