/**
 * The second party of a call (voice.md 2.2, 3; observed).
 *
 * Owns `call.bridge` and the transitions between `connected` and `bridged`.
 *
 * BRIDGE-1. `bridged` is sent when the second party answers. A play then stops without a report, and the caller leaves
 *   the video room.
 * BRIDGE-2. A second party that is busy, rejects or does not answer causes `bridge_disconnected` without `bridged`.
 * BRIDGE-3. After a bridge the call continues, unless the caller hung up; so does a recording.
 * BRIDGE-4. Keys pressed during a bridge are sent together after a pause of `dtmf.gapMs`, as a number where that is
 *   possible without loss except for leading zeros.
 * BRIDGE-5. Another command for the call cancels a second party that still rings, without a notification. Nothing else
 *   in the API could stop the ringing without ending the call.
 */
import type { Call } from './call.ts';
import type { Party } from '../settings.ts';
import { dropPlay, toKeysField } from './media/playback.ts';
import { decideOutcome, type DisconnectReason } from './disconnect-reason.ts';
import { leaveByPhone } from '../video/phone-participants.ts';
import { scheduleForCall, cancelTask, writeEntry, sendNotification, sendUnchanged } from './effects.ts';
import { formatNow, type World } from '../world.ts';

/** Starts ringing the second party. */
export function startBridge(world: World, call: Call, to: string): void {
  const { setupMs, ringTimeoutMs } = world.settings;
  call.secondPartyCalls.set(to, (call.secondPartyCalls.get(to) ?? 0) + 1);
  const { ms, failure } = decideOutcome(getSecondParty(world, call, to), ringTimeoutMs);
  writeEntry(world, call, { kind: 'connecting', to });
  call.bridge = { to, next: undefined };
  call.bridge.next = scheduleForCall({ world, call, ms: setupMs + ms }, () => {
    if (failure === undefined) connectBridge(world, call, to);
    else endBridge(world, call, failure);
  });
}

function getSecondParty({ directory }: World, { secondPartyCalls: calls }: Call, to: string): Party {
  return directory.getParty(to, calls.get(to) ?? 1);
}

/** Ends the bridge or the attempt. */
export function endBridge(world: World, call: Call, reason: DisconnectReason): void {
  const bridge = call.bridge;
  if (bridge === undefined) return;
  sendBridgeKeys(world, call);
  cancelTask(call, bridge.next);
  call.bridge = undefined;
  writeEntry(world, call, { kind: 'bridge_ended', to: bridge.to, reason });
  if (call.state === 'bridged') call.state = 'connected';
  sendNotification(world, call, { state: 'bridge_disconnected', disconnect_reason: reason });
}

/** Rings a second party, replacing one that still rings. */
export function replaceSecondParty(world: World, call: Call, to: string): void {
  cancelRinging(world, call);
  startBridge(world, call, to);
}

/** Executes a `connect` that came before the answer, if any. */
export function connectPostponed(world: World, call: Call): void {
  const { connectOnAnswer: to } = call;
  call.connectOnAnswer = undefined;
  if (to !== undefined) replaceSecondParty(world, call, to);
}

/** Stops ringing a second party that has not answered (BRIDGE-5). */
export function cancelRinging(world: World, call: Call): void {
  const { bridge } = call;
  if (bridge === undefined || call.state === 'bridged') return;
  cancelTask(call, bridge.next);
  call.bridge = undefined;
  writeEntry(world, call, { kind: 'bridge_ended', to: bridge.to, reason: 'given up' });
}

/** Handles a key pressed on a bridged call. */
export function takeKeyOnBridge(world: World, call: Call, key: string): void {
  cancelTask(call, call.bridgeKeys.next);
  call.bridgeKeys.keys += key;
  call.bridgeKeys.next = scheduleForCall({ world, call, ms: world.settings.dtmf.gapMs }, () => {
    sendBridgeKeys(world, call);
  });
}

function connectBridge(world: World, call: Call, to: string): void {
  if (call.bridge === undefined) return;
  dropPlay(world, call, 'bridge');
  leaveByPhone(world, call.voiceId);
  call.state = 'bridged';
  writeEntry(world, call, { kind: 'bridged', to });
  sendNotification(world, call, { state: 'bridged' });
  const leaving = getSecondParty(world, call, to).acts?.find((act) => 'hangsUp' in act);
  call.bridge.next =
    leaving &&
    scheduleForCall({ world, call, ms: leaving.afterMs }, () => {
      endBridge(world, call, 'Normal Clearing');
    });
}

function sendBridgeKeys(world: World, call: Call): void {
  const { keys, next } = call.bridgeKeys;
  if (keys === '') return;
  cancelTask(call, next);
  call.bridgeKeys = { keys: '', next: undefined };
  sendUnchanged(world, call, {
    voice_Id: call.voiceId,
    channel_id: call.channelId,
    state: 'dtmfcollected',
    digit: toKeysField(keys),
    timestamp: formatNow(world),
    ...call.echo,
  });
}
