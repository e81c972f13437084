/** Reads events of plays and recordings. */
import { callId } from '../../call/index.ts';
import type { PlatformEvent } from '../../call/index.ts';
import type { AriEvent } from './ari-event.ts';
import { toArrival, toFailedPlay, type CarrierArrival } from './arrivals.ts';
import { readQuestionEnd, readWords, stopListening } from './hearing.ts';
import { parseName } from './names.ts';
import type { Reading } from './reading.ts';
import { endChannel, toPath } from './steps.ts';
import type { CallTracker } from './tracker.ts';

/** Reads the beginning or end of a play. One that was stopped ends like one that was heard. */
export function readPlayback(
  event: AriEvent,
  { id, state }: { id: string; state: string },
  tracker: CallTracker,
): Reading {
  const name = parseName(id);
  if (name === undefined) return {};
  const { call, command: promptRef } = name;
  const tracked = tracker.find(call);
  if (event.type === 'PlaybackStarted') {
    if (tracked === undefined) return {};
    Object.assign(tracked, { play: id, isPlaying: true });
    return tracked.listening === undefined || tracked.listening.command === promptRef
      ? {}
      : { meanwhile: stopListening(tracked) };
  }
  if (tracked?.play === id) tracked.isPlaying = false;
  // A play also fails when the call is hung up.
  if (state === 'failed' && tracked?.hangup !== undefined) return {};
  const end = state === 'failed' ? toFailedPlay(call, promptRef) : ({ type: 'played', promptRef } as const);
  const arrival = toArrival(event, { call, id }, end);
  return { call, arrival, ...readQuestionEnd(event, name, tracked) };
}

/**
 * Reads the state of a recording. The channel beside the call that it was made of has no further use. Asterisk also finishes
 * a recording that it could not write, for instance on a full disk, so the file is looked for.
 */
export function readRecording(
  event: AriEvent,
  recording: NonNullable<AriEvent['recording']>,
  { toUrl, tracker }: { toUrl: (name: string) => string; tracker: CallTracker },
): Reading {
  const { name, target } = recording;
  const parsed = parseName(name);
  if (parsed === undefined) return {};
  if (parsed.part === 'words') return readWords(event, name, { parsed, tracker });
  const { call, command } = parsed;
  const state = toRecordingEvent(event.type, recording, toUrl);
  const arrival = toArrival(event, { call, id: name }, { ...state, command });
  const hasStarted = event.type === 'RecordingStarted';
  tracker.trackRecording(call, hasStarted ? name : undefined);
  if (hasStarted) return { call, arrival };
  const followedBy = tracker.releaseEnd(name);
  const snoop = findSnoop(target);
  const reading = {
    ...{ call, arrival },
    ...(followedBy !== undefined && { followedBy }),
    ...(snoop !== undefined && { meanwhile: [endChannel(snoop)] }),
  };
  if (event.type !== 'RecordingFinished') return reading;
  // Only a message of the caller is recorded on the call's own channel.
  const isMessage = snoop === undefined && target.startsWith('channel:');
  // Who hangs up at the tone leaves no file.
  const isUnspoken = isMessage && (followedBy !== undefined || tracker.find(call)?.hangup !== undefined);
  const missing = isUnspoken ? ({ ...UNSPOKEN, command } as const) : { ...MISSING, command };
  return {
    ...reading,
    ...lookForFile(name),
    otherwiseArrival: toArrival(event, { call, id: name }, missing),
    ...(isMessage && { speechIn: command }),
  };
}

const MISSING = { type: 'recording', state: 'failed', detail: 'Asterisk has stored no file' } as const;
const SOUNDLESS = { type: 'recording', state: 'failed', detail: 'Asterisk has stored no sound' } as const;
const UNSPOKEN = { type: 'recording', state: 'completed', speechMs: 0 } as const;

/** Reads that a call has ended whose recording was not reported as ended: it is completed if Asterisk has its file. */
export function readUntoldRecording(event: AriEvent, name: string, toUrl: (name: string) => string): Reading {
  const parsed = parseName(name);
  if (parsed === undefined) return {};
  const { call, command } = parsed;
  const news: PlatformEvent = { type: 'recording', state: 'completed', url: toUrl(name), command };
  return { ...lookForFile(name), ...readInferred(toArrival(event, { call, id: name }, news)) };
}

/**
 * Reads what Asterisk has not reported. Of a recording that it did not end, for instance because it was killed, there may be the
 * header alone: that has failed.
 */
export function readInferred(arrival: CarrierArrival): Reading {
  const { event, callHint } = arrival;
  const reading = { ...(callHint !== undefined && { call: callId(callHint) }), arrival };
  if (event.type !== 'recording' || event.state !== 'completed' || event.command === undefined)
    return reading;
  const otherwiseArrival = { ...arrival, event: { ...SOUNDLESS, command: event.command } };
  return { ...reading, speechIn: event.command, needsSound: true, otherwiseArrival };
}

function lookForFile(name: string): Pick<Reading, 'before'> {
  return { before: [{ request: { method: 'GET', path: toPath('recordings', 'stored', name) } }] };
}

function toRecordingEvent(
  type: string,
  { name, cause }: NonNullable<AriEvent['recording']>,
  toUrl: (name: string) => string,
): Extract<PlatformEvent, { type: 'recording' }> {
  if (type === 'RecordingStarted') return { type: 'recording', state: 'started' };
  if (type === 'RecordingFinished') return { type: 'recording', state: 'completed', url: toUrl(name) };
  return { type: 'recording', state: 'failed', ...(cause !== undefined && { detail: cause }) };
}

function findSnoop(target: string): string | undefined {
  const channel = target.replace(/^channel:/, '');
  return parseName(channel)?.part === 'snoop' ? channel : undefined;
}
