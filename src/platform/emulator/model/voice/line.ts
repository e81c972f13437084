/**
 * The life cycle of a call (voice.md 3).
 *
 * Owns the transitions between `initiated`, `ringing`, `connected` and `disconnected`. Does not own plays and second
 * parties.
 *
 * LINE-1. Inbound: `incomingcall` at once; the call rings until it is accepted, rejected, or abandoned by the caller,
 *   at most `ringTimeoutMs`, which ends it with No Answer.
 * LINE-2. Outbound: `initiated` at once, `ringing` after `setupMs`, then according to the party's behaviour. A failed
 *   attempt sends `disconnected`; while attempts remain, the next one follows after the interval and carries `attempt`.
 * LINE-3. A call ends once: first the bridge, then recording and stream, then `disconnected`.
 */
import { connectPostponed, endBridge } from './bridge.ts';
import { createCall, type Call, type Echo, type WhenEnded } from './call.ts';
import { pressKeys, sayWords } from './caller-input.ts';
import { performOnConnect, type OnConnect } from './on-connect.ts';
import { stopMessage } from './media/message.ts';
import type { Media } from './media/play-order.ts';
import { dropPlay, startPlay } from './media/playback.ts';
import { decideOutcome, type DisconnectReason } from './disconnect-reason.ts';
import { startAutoRecording, toRecordingFields, stopRecording } from './media/recorder.ts';
import { isReadableHeader } from '../../../../language/capabilities/index.ts';
import type { Capabilities } from '../../../../language/capabilities/index.ts';
import type { Act, Greeting } from '../settings.ts';
import { stopStream } from './media/stream.ts';
import { scheduleForCall, cancelAllTasks, writeEntry, sendNotification } from './effects.ts';
import type { World } from '../world.ts';
import { leaveByPhone } from '../video/phone-participants.ts';

/** Numbers of a call and the webhook for its notifications. */
type CallNumbers = Pick<Call, 'appId' | 'from' | 'to' | 'webhook'>;

/** A parsed request for an outbound call. */
export interface DialOrder {
  line: CallNumbers;
  echo: Echo;
  autoRecord: boolean;
  onConnect: OnConnect | undefined;
  retry: { intervalMs: number; maxAttempts: number };
  whenEnded?: WhenEnded;
}

/** Starts an inbound call; `acts` are the caller's actions once it is accepted. */
export function ringIn(
  world: World,
  line: CallNumbers,
  { acts, headers }: { acts: Act[]; headers: Readonly<Record<string, string>> },
): Call {
  const call = createCall({
    ...line,
    ...createIds(world),
    direction: 'inbound',
    echo: {},
    acts,
    whenEnded: undefined,
  });
  world.calls.add(call);
  call.state = 'ringing';
  writeEntry(world, call, toRingingEntry(call));
  const read = selectHeaders(headers, world.settings.capabilities);
  sendNotification(world, call, {
    state: 'incomingcall',
    channel_id: call.channelId,
    ...(Object.keys(read).length > 0 && { sip_headers: read }),
  });
  scheduleForCall({ world, call, ms: world.settings.ringTimeoutMs }, () => {
    endCall(world, call, 'No Answer');
  });
  return call;
}

/** Returns the SIP headers that the carrier reports; the platform reports none. */
function selectHeaders(
  headers: Readonly<Record<string, string>>,
  { headers: { read } }: Capabilities,
): Record<string, string> {
  const names = read === 'any' ? undefined : new Set(read.map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => names?.has(name.toLowerCase()) ?? isReadableHeader(name)),
  );
}

/** Accepts a ringing inbound call. */
export function acceptCall(world: World, call: Call): void {
  cancelAllTasks(call);
  enterConnected(world, call);
  playGreeting(world, call);
  connectPostponed(world, call);
}

/** Starts an outbound call. */
export function dialOut(world: World, order: DialOrder): Call {
  const call = createCall({
    ...order.line,
    ...createIds(world),
    direction: 'outbound',
    echo: order.echo,
    acts: [],
    whenEnded: order.whenEnded,
  });
  world.calls.add(call);
  startAttempt(world, call, order);
  return call;
}

/** Ends a call in any state. */
export function endCall(world: World, call: Call, reason: DisconnectReason): void {
  if (call.state === 'bridged') endBridge(world, call, reason);
  dropPlay(world, call, 'hang_up');
  stopMessage(world, call);
  stopRecording(world, call);
  stopStream(world, call);
  leaveByPhone(world, call.voiceId);
  cancelAllTasks(call);
  call.bridge = undefined;
  notifyDisconnected(world, call, reason);
  world.calls.end(call);
  call.whenEnded?.(call, reason);
}

function startAttempt(world: World, call: Call, order: DialOrder): void {
  const { setupMs, ringTimeoutMs } = world.settings;
  const party = world.directory.getParty(call.to, call.attempt);
  const { ms, failure } = decideOutcome(party, ringTimeoutMs);
  call.acts = party.acts ?? [];
  call.state = 'initiated';
  sendNotification(world, call, { state: 'initiated', ...toAttemptField(call) });
  scheduleForCall({ world, call, ms: setupMs }, () => {
    if (failure !== 'User Busy' && failure !== 'Unreachable') ringOut(world, call);
  });
  scheduleForCall({ world, call, ms: setupMs + ms }, () => {
    if (failure === undefined) pickUp(world, call, order);
    else failAttempt(world, call, { order, reason: failure });
  });
}

function ringOut(world: World, call: Call): void {
  call.state = 'ringing';
  writeEntry(world, call, toRingingEntry(call));
  sendNotification(world, call, { state: 'ringing' });
}

function pickUp(world: World, call: Call, order: DialOrder): void {
  world.directory.charge(call.appId, world.settings.callPrice);
  enterConnected(world, call);
  if (order.autoRecord) startAutoRecording(world, call);
  if (order.onConnect) performOnConnect(world, call, order.onConnect);
  connectPostponed(world, call);
}

function failAttempt(world: World, call: Call, about: { order: DialOrder; reason: DisconnectReason }): void {
  const { retry } = about.order;
  if (call.attempt >= retry.maxAttempts) {
    if (about.reason === 'No Answer') call.errorCode = 'CONNECT_TIMEOUT';
    endCall(world, call, about.reason);
    return;
  }
  notifyDisconnected(world, call, about.reason);
  call.state = 'initiated';
  scheduleForCall({ world, call, ms: retry.intervalMs }, () => {
    call.attempt++;
    startAttempt(world, call, about.order);
  });
}

function enterConnected(world: World, call: Call): void {
  call.state = 'connected';
  call.wasAnswered = true;
  writeEntry(world, call, { kind: 'answered' });
  sendNotification(world, call, { state: 'connected', ...toAttemptField(call) });
  for (const act of call.acts) {
    scheduleForCall({ world, call, ms: act.afterMs }, () => {
      performAct(world, call, act);
    });
  }
}

function performAct(world: World, call: Call, act: Act): void {
  if ('presses' in act) pressKeys(world, call, act.presses);
  else if ('says' in act) sayWords(world, call, act.says);
  else endCall(world, call, 'Normal Clearing');
}

function notifyDisconnected(world: World, call: Call, reason: DisconnectReason): void {
  call.state = 'disconnected';
  writeEntry(world, call, { kind: 'ended', reason });
  const { errorCode } = call;
  const details = {
    ...toAttemptField(call),
    ...toRecordingFields(world, call),
    ...(errorCode !== undefined && { error_code: errorCode }),
  };
  sendNotification(world, call, { state: 'disconnected', disconnect_reason: reason, ...details });
}

/** Returns the attempt for initiated, connected and disconnected, from the second attempt on (voice.md 6). */
function toAttemptField(call: Call): { attempt?: number } {
  return call.attempt > 1 ? { attempt: call.attempt } : {};
}

function toRingingEntry({ direction, from, to }: Call) {
  return { kind: 'ringing', direction, from, to } as const;
}

function createIds(world: World): { voiceId: string; channelId: string } {
  return { voiceId: world.ids.next('call'), channelId: world.ids.next('channel') };
}

/**
 * Plays the greeting of the called number, if any (observed). It is a play without input and without `prompt_ref`: it
 * ends with `playfinished`, and until then another play is refused with 6122.
 */
function playGreeting(world: World, call: Call): void {
  const greeting = world.directory.findGreeting(call.to);
  if (greeting === undefined) return;
  const { speechStartMs } = world.settings;
  const silent = { promptRef: undefined, dtmf: false, asr: false, interrupt: true, speechStartMs };
  startPlay(world, call, { media: toGreetingMedia(greeting), ...silent });
}

function toGreetingMedia(greeting: Greeting): Media {
  if (typeof greeting === 'string') return { kind: 'text', text: greeting };
  return 'prompt' in greeting ? { kind: 'stored', name: greeting.prompt } : { kind: 'text', ...greeting };
}
