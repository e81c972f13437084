/** Notifications that nobody took (voice.md 6, 7.4): they are noted, and may end their call with the code. */
import { endCall } from './line.ts';
import type { Call } from './call.ts';
import type { World } from '../world.ts';

/** Why a notification was not taken (voice.md 7.4). */
export interface WebhookError {
  code: 'WEBHOOK_TIMEOUT' | 'WEBHOOK_HTTP_ERROR';
  detail: string;
}

/** A notification that was not taken. */
export interface Missed {
  url: string;
  /** What the notification is about, as in its delivery. */
  about: string;
  error: WebhookError;
  /** It is not sent again. */
  gaveUp: boolean;
}

/**
 * Notes it. voice.md 7.4 lets the call end; but commands come by REST, not in the answer, so that an application may well go
 * on after one it missed. What becomes of the call is therefore a setting, by default: a call that still rings in ends,
 * for nobody knows of it.
 */
export function missNotification(world: World, { url, about, error, gaveUp }: Missed): void {
  const call = world.calls.get(about);
  world.journal.write(world.clock.now, call?.voiceId, { kind: 'webhook_failed', url, ...error });
  if (call === undefined || !gaveUp || call.state === 'disconnected' || !isEnding(world, call)) return;
  call.errorCode = error.code;
  endCall(world, call, 'Normal Clearing');
}

function isEnding({ settings }: World, { direction, state }: Call): boolean {
  if (settings.webhookErrorsEnd === 'ringing') return direction === 'inbound' && state === 'ringing';
  return settings.webhookErrorsEnd === 'any';
}
