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
import { connectAsAskedBefore, endBridge } from './bridge.ts';
import { newCall } from './call.ts';
import type { Call, Echo, WhenEnded } from './call.ts';
import { pressKeys, sayWords } from './caller-input.ts';
import { performOnConnect } from './on-connect.ts';
import type { OnConnect } from './on-connect.ts';
import type { Media } from './media/play-order.ts';
import { dropPlay, startPlay } from './media/playback.ts';
import { reach } from './disconnect-reason.ts';
import type { DisconnectReason } from './disconnect-reason.ts';
import { autoRecord, recordingResult, stopRecording } from './media/recorder.ts';
import type { Act, Greeting } from '../settings.ts';
import { stopStream } from './media/stream.ts';
import { after, cancelAll, note, notify } from './effects.ts';
import type { World } from '../world.ts';
import { leaveByPhone } from '../video/phone-participants.ts';

/** Numbers of a call and the webhook for its notifications. */
type Line = Pick<Call, 'appId' | 'from' | 'to' | 'webhook'>;

/** A parsed request for an outbound call. */
export interface DialOrder {
  line: Line;
  echo: Echo;
  autoRecord: boolean;
  onConnect: OnConnect | undefined;
  retry: { intervalMs: number; maxAttempts: number };
  whenEnded?: WhenEnded;
}

/** Starts an inbound call; `acts` are the caller's actions once it is accepted. */
export function ringIn(world: World, line: Line, acts: Act[]): Call {
  const call = newCall({
    ...line,
    ...newIds(world),
    direction: 'inbound',
    echo: {},
    acts,
    whenEnded: undefined,
  });
  world.calls.add(call);
  call.state = 'ringing';
  note(world, call, ringing(call));
  notify(world, call, { state: 'incomingcall', channel_id: call.channelId });
  after({ world, call, ms: world.settings.ringTimeoutMs }, () => {
    endCall(world, call, 'No Answer');
  });
  return call;
}

/** Accepts a ringing inbound call. */
export function acceptCall(world: World, call: Call): void {
  cancelAll(call);
  answered(world, call);
  playGreeting(world, call);
  connectAsAskedBefore(world, call);
}

/** Starts an outbound call. */
export function dialOut(world: World, order: DialOrder): Call {
  const call = newCall({
    ...order.line,
    ...newIds(world),
    direction: 'outbound',
    echo: order.echo,
    acts: [],
    whenEnded: order.whenEnded,
  });
  world.calls.add(call);
  attempt(world, call, order);
  return call;
}

/** Ends a call in any state. */
export function endCall(world: World, call: Call, reason: DisconnectReason): void {
  if (call.state === 'bridged') endBridge(world, call, reason);
  dropPlay(world, call, 'hang_up');
  stopRecording(world, call);
  stopStream(world, call);
  leaveByPhone(world, call.voiceId);
  cancelAll(call);
  call.bridge = undefined;
  disconnected(world, call, reason);
  world.calls.end(call);
  call.whenEnded?.(call, reason);
}

function attempt(world: World, call: Call, order: DialOrder): void {
  const { setupMs, ringTimeoutMs } = world.settings;
  const party = world.directory.party(call.to, call.attempt);
  const { ms, failure } = reach(party, ringTimeoutMs);
  call.acts = party.acts ?? [];
  call.state = 'initiated';
  notify(world, call, { state: 'initiated', ...attemptField(call) });
  after({ world, call, ms: setupMs }, () => {
    if (failure !== 'User Busy' && failure !== 'Unreachable') ringOut(world, call);
  });
  after({ world, call, ms: setupMs + ms }, () => {
    if (failure === undefined) pickUp(world, call, order);
    else failAttempt(world, call, { order, reason: failure });
  });
}

function ringOut(world: World, call: Call): void {
  call.state = 'ringing';
  note(world, call, ringing(call));
  notify(world, call, { state: 'ringing' });
}

function pickUp(world: World, call: Call, order: DialOrder): void {
  world.directory.charge(call.appId, world.settings.callPrice);
  answered(world, call);
  if (order.autoRecord) autoRecord(world, call);
  if (order.onConnect) performOnConnect(world, call, order.onConnect);
  connectAsAskedBefore(world, call);
}

function failAttempt(world: World, call: Call, about: { order: DialOrder; reason: DisconnectReason }): void {
  const { retry } = about.order;
  if (call.attempt >= retry.maxAttempts) {
    if (about.reason === 'No Answer') call.errorCode = 'CONNECT_TIMEOUT';
    endCall(world, call, about.reason);
    return;
  }
  disconnected(world, call, about.reason);
  call.state = 'initiated';
  after({ world, call, ms: retry.intervalMs }, () => {
    call.attempt++;
    attempt(world, call, about.order);
  });
}

function answered(world: World, call: Call): void {
  call.state = 'connected';
  call.wasAnswered = true;
  note(world, call, { kind: 'answered' });
  notify(world, call, { state: 'connected', ...attemptField(call) });
  for (const act of call.acts) {
    after({ world, call, ms: act.afterMs }, () => {
      perform(world, call, act);
    });
  }
}

function perform(world: World, call: Call, act: Act): void {
  if ('presses' in act) pressKeys(world, call, act.presses);
  else if ('says' in act) sayWords(world, call, act.says);
  else endCall(world, call, 'Normal Clearing');
}

function disconnected(world: World, call: Call, reason: DisconnectReason): void {
  call.state = 'disconnected';
  note(world, call, { kind: 'ended', reason });
  const { errorCode } = call;
  const details = {
    ...attemptField(call),
    ...recordingResult(world, call),
    ...(errorCode !== undefined && { error_code: errorCode }),
  };
  notify(world, call, { state: 'disconnected', disconnect_reason: reason, ...details });
}

/** Returns the attempt for initiated, connected and disconnected, from the second attempt on (voice.md 6). */
function attemptField(call: Call): { attempt?: number } {
  return call.attempt > 1 ? { attempt: call.attempt } : {};
}

function ringing({ direction, from, to }: Call) {
  return { kind: 'ringing', direction, from, to } as const;
}

function newIds(world: World): { voiceId: string; channelId: string } {
  return { voiceId: world.ids.next('call'), channelId: world.ids.next('channel') };
}

/**
 * Plays the greeting of the called number, if any (observed). It is a play without input and without `prompt_ref`: it
 * ends with `playfinished`, and until then another play is refused with 6122.
 */
function playGreeting(world: World, call: Call): void {
  const greeting = world.directory.greetingAt(call.to);
  if (greeting === undefined) return;
  const { speechStartMs } = world.settings;
  const silent = { promptRef: undefined, dtmf: false, asr: false, interrupt: true, speechStartMs };
  startPlay(world, call, { media: toMedia(greeting), ...silent });
}

function toMedia(greeting: Greeting): Media {
  if (typeof greeting === 'string') return { kind: 'text', text: greeting };
  return 'prompt' in greeting ? { kind: 'stored', name: greeting.prompt } : { kind: 'text', ...greeting };
}
