/** Notifications that were not delivered (voice.md 6, 7.4): they are recorded, and may end their call. */
import { endCall } from './line.ts';
import type { Call } from './call.ts';
import type { World } from '../world.ts';

/** Reason why a notification was not delivered (voice.md 7.4). */
export interface WebhookError {
  code: 'WEBHOOK_TIMEOUT' | 'WEBHOOK_HTTP_ERROR';
  detail: string;
}

/** A notification that was not delivered. */
export interface MissedNotification {
  url: string;
  /** Subject of the notification, as in its delivery. */
  about: string;
  error: WebhookError;
  /** True when it will not be redelivered. */
  gaveUp: boolean;
}

/**
 * Records a missed notification. voice.md 7.4 lets the call end, but an application sends its commands by REST and may
 * well continue after a missed notification. A setting decides; by default, only a ringing inbound call ends, since the
 * application does not know of it.
 */
export function handleMissed(world: World, { url, about, error, gaveUp }: MissedNotification): void {
  const call = world.calls.get(about);
  world.journal.write(world.clock.now, call?.voiceId, { kind: 'webhook_failed', url, ...error });
  if (call === undefined || !gaveUp || call.state === 'disconnected' || !endsCall(world, call)) return;
  call.errorCode = error.code;
  endCall(world, call, 'Normal Clearing');
}

function endsCall({ settings }: World, { direction, state }: Call): boolean {
  if (settings.webhookErrorsEnd === 'ringing') return direction === 'inbound' && state === 'ringing';
  return settings.webhookErrorsEnd === 'any';
}
