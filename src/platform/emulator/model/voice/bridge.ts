/**
 * A second party on a call (voice.md 2.2, 3; observed).
 *
 * Owns: `call.bridge`, and the move of a call between `connected` and `bridged`.
 *
 * 1. `bridged` is sent when the second party answers; whatever was playing on our line stops then, unreported, and our
 *    party leaves the video room that it is in.
 * 2. A second party that is busy, rejects or does not answer gives `bridge_disconnected` with no `bridged` before it.
 * 3. When a bridge ends the call goes on, unless our own party hung up; so does a recording.
 * 4. Keys pressed on a bridge are sent together, once `dtmf.gapMs` pass without another one; as a number where that keeps
 *    them, but for zeros at the front.
 * 5. Whoever sends another command for the line gives up a second party that still rings: it stops ringing, and no
 *    notification tells of it. Nothing else on the wire could end the ringing without ending the call.
 */
import type { Call } from './call.ts';
import type { Party } from '../settings.ts';
import { dropPlay, keysAsNumber } from './media/playback.ts';
import { reach } from './disconnect-reason.ts';
import type { DisconnectReason } from './disconnect-reason.ts';
import { leaveByPhone } from '../video/phone-participants.ts';
import { after, cancel, note, notify, post } from './effects.ts';
import { timestamp } from '../world.ts';
import type { World } from '../world.ts';

/** Rings the second party. */
export function startBridge(world: World, call: Call, to: string): void {
  const { setupMs, ringTimeoutMs } = world.settings;
  call.asked.set(to, (call.asked.get(to) ?? 0) + 1);
  const { ms, failure } = reach(partyAsked(world, call, to), ringTimeoutMs);
  note(world, call, { kind: 'connecting', to });
  call.bridge = { to, next: undefined };
  call.bridge.next = after({ world, call, ms: setupMs + ms }, () => {
    if (failure === undefined) bridgeAnswered(world, call, to);
    else endBridge(world, call, failure);
  });
}

/** The second party as it behaves this time. */
function partyAsked({ directory }: World, { asked }: Call, to: string): Party {
  return directory.party(to, asked.get(to) ?? 1);
}

/** Ends the bridge, or the attempt to make one. */
export function endBridge(world: World, call: Call, reason: DisconnectReason): void {
  const bridge = call.bridge;
  if (bridge === undefined) return;
  sendBridgeKeys(world, call);
  cancel(call, bridge.next);
  call.bridge = undefined;
  note(world, call, { kind: 'bridge_ended', to: bridge.to, reason });
  if (call.state === 'bridged') call.state = 'connected';
  notify(world, call, { state: 'bridge_disconnected', disconnect_reason: reason });
}

/** Rings a second party in place of one that still rings. */
export function reachSecondParty(world: World, call: Call, to: string): void {
  giveUpRinging(world, call);
  startBridge(world, call, to);
}

/** Carries out the `connect` that came before the answer, if one did. */
export function connectAsAskedBefore(world: World, call: Call): void {
  const { connectOnAnswer: to } = call;
  call.connectOnAnswer = undefined;
  if (to !== undefined) reachSecondParty(world, call, to);
}

/** Stops the ringing at a second party that has not answered (5). */
export function giveUpRinging(world: World, call: Call): void {
  const { bridge } = call;
  if (bridge === undefined || call.state === 'bridged') return;
  cancel(call, bridge.next);
  call.bridge = undefined;
  note(world, call, { kind: 'bridge_ended', to: bridge.to, reason: 'given up' });
}

/** A key was pressed on a bridged call. */
export function keyOnBridge(world: World, call: Call, key: string): void {
  cancel(call, call.bridgeKeys.next);
  call.bridgeKeys.keys += key;
  call.bridgeKeys.next = after({ world, call, ms: world.settings.dtmf.gapMs }, () => {
    sendBridgeKeys(world, call);
  });
}

function bridgeAnswered(world: World, call: Call, to: string): void {
  if (call.bridge === undefined) return;
  dropPlay(world, call, 'bridge');
  leaveByPhone(world, call.voiceId);
  call.state = 'bridged';
  note(world, call, { kind: 'bridged', to });
  notify(world, call, { state: 'bridged' });
  const leaving = partyAsked(world, call, to).acts?.find((act) => 'hangsUp' in act);
  call.bridge.next =
    leaving &&
    after({ world, call, ms: leaving.afterMs }, () => {
      endBridge(world, call, 'Normal Clearing');
    });
}

function sendBridgeKeys(world: World, call: Call): void {
  const { keys, next } = call.bridgeKeys;
  if (keys === '') return;
  cancel(call, next);
  call.bridgeKeys = { keys: '', next: undefined };
  post(world, call, {
    voice_Id: call.voiceId,
    channel_id: call.channelId,
    state: 'dtmfcollected',
    digit: keysAsNumber(keys),
    timestamp: timestamp(world),
    ...call.echo,
  });
}
