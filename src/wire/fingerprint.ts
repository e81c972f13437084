/**
 * Telling a repeated notification from a second event (I5). The platform numbers nothing, so the content must do.
 *
 * 1. The same notification delivered twice has the same key.
 * 2. Two events never have the same key: where the content cannot tell them apart there is no key. A `play_id` is
 *    enough for the end of a play, which happens once. Keys of a phone can be pressed twice within a second, so they
 *    need a timestamp finer than that.
 */
import { hash } from 'node:crypto';
import type { PlatformEvent } from '../call/index.ts';
import { asText, type Fields } from './fields.ts';

const length = 12;

/** A short key of what the notification says; undefined when it could be that of two events. */
export function fingerprint(body: Fields, event: PlatformEvent): string | undefined {
  if (!isUnique(body, event)) return undefined;
  return hash('sha256', JSON.stringify(identity(body, event)), 'base64url').slice(0, length);
}

function isUnique(body: Fields, event: PlatformEvent): boolean {
  const timestamp = asText(body.timestamp);
  if (isPress(event)) return timestamp !== undefined && /\d[.,]\d+/.test(timestamp);
  return timestamp !== undefined || (isPlayEnd(event) && asText(body.play_id) !== undefined);
}

function isPress(event: PlatformEvent): boolean {
  return event.type === 'digits' || event.type === 'bridge_digits';
}

function isPlayEnd(event: PlatformEvent): boolean {
  return event.type === 'played' || event.type === 'silence';
}

function identity(body: Fields, event: PlatformEvent): unknown[] {
  const texts = [body.timestamp, body.play_id, body.recording_id, body.channel_id, body.attempt].map(asText);
  return [asText(body.voice_id) ?? asText(body.voice_Id), event, ...texts];
}
