/**
 * Reads Asterisk's events as events of calls. Pure: what has to be asked of Asterisk at once comes back as steps.
 *
 * EVENTS-1 One key is reported once, for the play that was heard last when it was pressed.
 * EVENTS-2 `bridged` is reported after the channels were joined, `unbridged` after the bridge was removed.
 * EVENTS-3 When a call has ended, its party, bridge and stream end too, even those that appear afterwards.
 * EVENTS-4 The end of a call is reported once, after the end of its recording: the finalizer knows where the recording is.
 */
import type { CallId, PlatformEvent, ProjectId } from '../../call/index.ts';
import type { AriChannel, AriEvent } from './ari-event.ts';
import { toArrival } from './arrivals.ts';
import { describeHangup, toEndReason, toHangup, UNTAKEN, type Hangup } from './causes.ts';
import { decodeStep } from './dial.ts';
import { LISTENING, readListening, readTalkBegin, readTalkEnd, stopListening } from './hearing.ts';
import { readPlayback, readRecording, readUntoldRecording } from './media-events.ts';
import { isKeyedPlay, parseName, toCallId, toPartName } from './names.ts';
import { readPartEvent } from './part-events.ts';
import type { Reading } from './reading.ts';
import { endBridge, endChannel, stopPlay, type Steps } from './steps.ts';
import type { CallTracker, Tracked } from './tracker.ts';

export interface ReaderOptions {
  project: ProjectId;
  tracker: CallTracker;
  /** Returns the address of a finished recording. */
  toRecordingUrl: (name: string) => string;
  /** True when SIP headers are read before a call begins. */
  readsHeaders: boolean;
}

/** An event of a call's own channel. */
interface CallEventScene {
  event: AriEvent;
  channel: AriChannel;
  call: CallId;
  tracker: CallTracker;
}

const MAX_NUMBER_LENGTH = 128;
/** Maximum time that the end of a call waits for its recording, ms. */
const MAX_STORING_MS = 5_000;

/** Reads one event. One of no use gives an empty reading. */
export function readEvent(event: AriEvent, options: ReaderOptions): Reading {
  const { project, tracker, toRecordingUrl } = options;
  const { playback, recording, channel = event.peer } = event;
  if (playback !== undefined) return readPlayback(event, playback, tracker);
  if (recording !== undefined) return readRecording(event, recording, { toUrl: toRecordingUrl, tracker });
  if (channel === undefined) return {};
  const name = parseName(channel.id);
  if (name?.part !== undefined) return readPartEvent(event, channel, { name, tracker });
  return readCallEvent({ event, channel, call: toCallId(project, channel.id), tracker }, options);
}

/**
 * Reads the arrival of a caller that still waits in the application: the event was sent before anybody listened. One that is
 * known already is a duplicate.
 */
export function readWaiting(channel: AriChannel, options: ReaderOptions): Reading {
  const start = { type: 'StasisStart', asteriskId: 'reconciled', timestamp: '', args: ['inbound'] };
  return readEvent({ ...start, channel }, options);
}

function readCallEvent(scene: CallEventScene, options: ReaderOptions): Reading {
  const { event, channel, call, tracker } = scene;
  switch (event.type) {
    case 'StasisStart':
      return readStart(scene, options);
    case 'ChannelStateChange':
      return readState(scene);
    case 'ChannelDtmfReceived':
      return readKey(scene);
    case 'ChannelUserevent':
      return event.userEvent === LISTENING ? readListening(event, tracker.track(call, channel.id)) : {};
    case 'ChannelTalkingStarted':
      return readTalkBegin(tracker.track(call, channel.id));
    case 'ChannelTalkingFinished':
      return readTalkEnd(tracker.track(call, channel.id));
    case 'ChannelHangupRequest':
      tracker.track(call, channel.id).hangup = toHangup(event);
      return {};
    case 'StasisEnd':
      // Of a call that we placed `ChannelDestroyed` follows, with the cause.
      return isPlaced(channel, call) ? {} : readEnd(scene, options);
    case 'ChannelDestroyed':
      return readEnd(scene, options);
    default:
      return {};
  }
}

/** Reads that a channel was handed to us: an inbound call, or a call of ours that was answered. */
function readStart(scene: CallEventScene, { readsHeaders }: ReaderOptions): Reading {
  const { event, channel, call, tracker } = scene;
  const [kind, then] = event.args;
  if (kind !== 'inbound' && kind !== 'out') return {};
  tracker.track(call, channel.id);
  if (kind === 'out') return { ...report(scene, { type: 'connected' }), ...readFirstStep(then) };
  const reading = report(scene, { type: 'incoming' });
  Object.assign(reading.arrival, {
    from: isWithheld(channel.callerNumber) ? '' : cleanNumber(channel.callerNumber),
    to: cleanNumber(channel.extension),
  });
  return readsHeaders ? { ...reading, headersOf: channel.id } : reading;
}

/** Returns the first step of a call that we placed, which it brought along. */
function readFirstStep(argument: string | undefined): Reading {
  const step = argument === undefined ? undefined : decodeStep(argument);
  return step === undefined ? {} : { meanwhile: [step] };
}

function readState(scene: CallEventScene): Reading {
  const { channel, call } = scene;
  if (channel.state === 'Ringing') return report(scene, { type: 'ringing' });
  // A call that we placed takes commands only from `StasisStart` on.
  return channel.state !== 'Up' || isPlaced(channel, call) ? {} : report(scene, { type: 'connected' });
}

function readKey(scene: CallEventScene): Reading {
  const { event, channel, call, tracker } = scene;
  const digits = event.digit ?? '';
  if (!/^[\d*#A-D]$/.test(digits)) return {};
  const tracked = tracker.track(call, channel.id);
  const { party, play, isPlaying } = tracked;
  const key = { digits, lossy: false };
  if (party !== undefined) return report(scene, { type: 'bridge_digits', ...key }, digits);
  const reading = report(scene, { type: 'digits', ...key, ...toPromptRef(play) }, digits);
  const ends = isPlaying && play !== undefined && isKeyedPlay(play) ? [stopPlay(play)] : [];
  const meanwhile = [...ends, ...stopListening(tracked)];
  return meanwhile.length > 0 ? { ...reading, meanwhile } : reading;
}

function toPromptRef(play: string | undefined): { promptRef?: string } {
  const name = play === undefined ? undefined : parseName(play);
  return name === undefined ? {} : { promptRef: name.command };
}

function readEnd(scene: CallEventScene, { toRecordingUrl: toUrl }: ReaderOptions): Reading {
  const { event, call, tracker } = scene;
  if (tracker.hasEnded(call)) return {};
  const tracked = tracker.end(call);
  const hangup = findHangup(scene, tracked);
  const reading = report(scene, {
    type: 'disconnected',
    reason: toEndReason(hangup),
    ...describeHangup(hangup),
  });
  if (tracked === undefined) return reading;
  const { recording } = tracked;
  if (recording === undefined) return { ...reading, meanwhile: endParts(tracked) };
  const { arrival } = reading;
  tracker.holdEnd(recording, arrival);
  const isDue = () => tracker.releaseEnd(recording) !== undefined;
  const untold = { ...readUntoldRecording(event, recording, toUrl), followedBy: arrival };
  return { call, meanwhile: endParts(tracked), later: { ms: MAX_STORING_MS, reading: untold, isDue } };
}

/** A caller who hangs up is reported before the end; Asterisk does not report whom its dial plan refuses. */
function findHangup({ event, channel }: CallEventScene, tracked: Tracked | undefined): Hangup {
  if (event.type === 'ChannelDestroyed') return toHangup(event);
  return tracked?.hangup ?? (channel.state === 'Ring' ? UNTAKEN : {});
}

function report(
  { event, channel, call }: CallEventScene,
  news: PlatformEvent,
  detail?: string,
): Reading & Required<Pick<Reading, 'arrival'>> {
  const id = detail === undefined ? channel.id : `${channel.id}/${detail}`;
  return { call, arrival: toArrival(event, { call, id, channel: channel.id }, news) };
}

/** True for a call that we placed: its channel has our id. */
function isPlaced(channel: AriChannel, call: CallId): boolean {
  return channel.id === call;
}

/** Ends the channels of a call that has ended, and their bridges. */
function endParts({ parts }: Tracked): Steps {
  const bridges = [...parts].flatMap((part) => {
    const name = parseName(part);
    return name?.part === 'party' || name?.part === 'stream' ? [toPartName(name.command, 'bridge')] : [];
  });
  return [[...parts].map((part) => endChannel(part)), bridges.map((bridge) => endBridge(bridge))];
}

/** What telephones and trunks send as the user of a caller who withholds the number (RFC 3323, section 4.1.1.3). */
const WITHHELD = /^(?:anonymous|unavailable|restricted|private|withheld|unknown)$/i;

function isWithheld(number: string): boolean {
  return WITHHELD.test(number);
}

/** Callers choose their number freely: what cannot be shown is left out. */
function cleanNumber(number: string): string {
  return number.replaceAll(/[^\x21-\x7e]/g, '').slice(0, MAX_NUMBER_LENGTH);
}
