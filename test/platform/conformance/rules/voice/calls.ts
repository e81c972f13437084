/** Calls that the rules of the voice service begin with. */
import { ok, textIn } from '../../expect.ts';
import type { Answer, Platform, Sent } from '../../platform.ts';
import type { CheckedRule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';

/** POST /voice/v1/call to somebody who answers at once. */
export function dial(platform: Platform, more: Json = {}, sent: Sent = {}): Promise<Answer> {
  const { from, to } = platform.numbers;
  return platform.post('/voice/v1/call', { from, to, event_url: platform.eventUrl, ...more }, sent);
}

/** A call that was dialled; gives its voice_id. */
export async function dialled(platform: Platform, more: Json = {}): Promise<string> {
  return textIn(ok(await dial(platform, more)), 'voice_id');
}

/** A call that was dialled and answered. */
export async function connected(platform: Platform, more: Json = {}): Promise<string> {
  const voiceId = await dialled(platform, more);
  await platform.webhook.next({ voice_id: voiceId, state: 'connected' });
  return voiceId;
}

/** A call with two people on it. */
export async function bridged(platform: Platform, more: Json = {}): Promise<string> {
  const voiceId = await connected(platform, more);
  const { from, second: to } = platform.numbers;
  ok(await onCall(platform, voiceId, 'connect', { from, to }));
  await platform.webhook.next({ voice_id: voiceId, state: 'bridged' });
  return voiceId;
}

/** A call that rings in; gives its voice_id. */
export async function rungIn(platform: Platform): Promise<string> {
  const { from: ours, to: caller } = platform.numbers;
  const voiceId = await platform.control.ring(caller, ours);
  await platform.webhook.next({ voice_id: voiceId, state: 'incomingcall' });
  return voiceId;
}

/** PUT /voice/v1/call/{voice_id}/… */
export function onCall(
  platform: Platform,
  voiceId: string,
  ...[action, body]: [action: string, body?: unknown]
): Promise<Answer> {
  return platform.put(`/voice/v1/call/${voiceId}/${action}`, body);
}

/** Starts or stops a recording. */
export function record(platform: Platform, voiceId: string, body: Json): Promise<Answer> {
  return onCall(platform, voiceId, 'recording', body);
}

/** Ends a call. */
export function hangUp(platform: Platform, voiceId: string): Promise<Answer> {
  return platform.delete(`/voice/v1/call/${voiceId}`);
}

/** A request that is answered with a code. */
export interface Case extends Pick<CheckedRule, 'needs' | 'settings' | 'project'> {
  code: string;
  when: string;
  ask: (platform: Platform) => Promise<Answer>;
}
