/**
 * The life of a call from its first ring to its end (voice.md 3).
 *
 * Owns: the move of a call between `initiated`, `ringing`, `connected` and `disconnected`. Does not own: what is heard on
 * it, who else is on it.
 *
 * 1. Inbound: `incomingcall` at once; it rings until it is accepted, rejected, given up by the caller, or for
 *    `ringTimeoutMs`, which ends it with No Answer.
 * 2. Outbound: `initiated` at once, `ringing` after `setupMs`, then as the party behaves. A failed attempt gives
 *    `disconnected`; while attempts remain the next one follows after the interval, and carries `attempt`.
 * 3. A call ends once: bridge first, then recording and stream, then `disconnected`.
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

/** Who is on a call and where its notifications go. */
type Line = Pick<Call, 'appId' | 'from' | 'to' | 'webhook'>;

/** An outbound call that was understood. */
export interface DialOrder {
  line: Line;
  echo: Echo;
  autoRecord: boolean;
  onConnect: OnConnect | undefined;
  retry: { intervalMs: number; maxAttempts: number };
  whenEnded?: WhenEnded;
}

/** Somebody calls one of the project's numbers; `acts` is what they do once the call is accepted. */
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

/** Accepts a call that rings in. */
export function acceptCall(world: World, call: Call): void {
  cancelAll(call);
  answered(world, call);
  playGreeting(world, call);
  connectAsAskedBefore(world, call);
}

/** Dials out. */
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

/** Ends a call, whatever it is doing. */
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

/** voice.md 6: on initiated, connected and disconnected, from the second attempt on. */
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
 * Plays the greeting of the number that was called, if it has one. It is a play like any other that does not listen, but
 * has no `prompt_ref`: it ends with `playfinished`, and until then another play is refused with 6122.
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
