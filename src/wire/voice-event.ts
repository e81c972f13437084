/** What a notification about a call says happened (voice.md 6; variants observed). */
import type { PlatformEvent } from '../call/index.ts';
import { readDigits } from './digits.ts';
import { readEndReason } from './end-reason.ts';
import { asCount, asText, normalized, type Fields } from './fields.ts';

/** Bounds what a notification that we do not know adds to the trace. */
const longestState = 100;

type Event<Type extends PlatformEvent['type']> = Extract<PlatformEvent, { type: Type }>;
type Read = (body: Fields) => PlatformEvent | undefined;

/** Keyed by the normalized `playstate` or `state`; the two vocabularies agree where they meet. */
const readers = new Map<string, Read>([
  ['incomingcall', () => ({ type: 'incoming' })],
  ['ringing', () => ({ type: 'ringing' })],
  ['initiated', (body) => ({ type: 'initiated', ...promptRef(body) })],
  ['connected', () => ({ type: 'connected' })],
  ['playfinished', (body) => ({ type: 'played', ...promptRef(body) })],
  [
    'digitcollected',
    (body) => withDigits(body, (digits) => ({ type: 'digits', ...digits, ...promptRef(body) })),
  ],
  ['menutimeout', (body) => ({ type: 'silence', ...promptRef(body) })],
  ['speechrecognized', readSpeech],
  ['dtmfcollected', (body) => withDigits(body, (digits) => ({ type: 'bridge_digits', ...digits }))],
  ['bridging', () => ({ type: 'bridging' })],
  ['bridged', () => ({ type: 'bridged' })],
  ['bridgedisconnected', (body) => ({ type: 'unbridged', ...readEndReason(body.disconnect_reason) })],
  ['started', (body) => recording('started', body)],
  ['completed', (body) => recording('completed', body)],
  ['recordingcomplete', (body) => recording('completed', body)],
  ['failed', (body) => recording('failed', body)],
  ['streamstopped', (body) => ({ type: 'stream_ended', failed: false, ...detail(body) })],
  ['streamfailed', (body) => ({ type: 'stream_ended', failed: true, ...detail(body) })],
  ['joined', () => ({ type: 'joined' })],
  ['disconnected', readDisconnected],
  ['broadcastcallcomplete', () => ({ type: 'broadcast_complete' })],
]);

/** The event; `unknown` for what we do not know, instead of a guess (I5). */
export function readVoiceEvent(body: Fields): PlatformEvent {
  const names = [asText(body.playstate), asText(body.state)].filter((name) => name !== undefined);
  const read = names.map((name) => readers.get(normalized(name))).find((reader) => reader !== undefined);
  return read?.(body) ?? { type: 'unknown', state: names.join(' ').slice(0, longestState) };
}

function withDigits(
  body: Fields,
  toEvent: (digits: { digits: string; lossy: boolean }) => PlatformEvent,
): PlatformEvent | undefined {
  const digits = readDigits(body.digit) ?? readDigits(body.digits);
  return digits && toEvent(digits);
}

const heard = ['recognized', 'unrecognized', 'timeout'] as const;

/** The `state` beside the `playstate` tells what came of it. */
function readSpeech(body: Fields): Event<'speech'> | undefined {
  const state = normalized(asText(body.state) ?? '');
  const result = heard.find((one) => one === state);
  return result && { type: 'speech', heard: result, text: asText(body.text) ?? '', ...promptRef(body) };
}

function recording(state: Event<'recording'>['state'], body: Fields): Event<'recording'> {
  const url = asText(body.recording_url);
  return { type: 'recording', state, ...(url !== undefined && { url }), ...detail(body) };
}

function readDisconnected(body: Fields): Event<'disconnected'> {
  const told = {
    errorCode: asText(body.error_code),
    durationS: asCount(body.call_duration),
    recordingUrl: asText(body.recording_url),
    recordingDurationS: asCount(body.recording_duration),
    attempt: asCount(body.attempt),
  };
  const present = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  return { type: 'disconnected', ...readEndReason(body.disconnect_reason), ...present };
}

function detail(body: Fields): { detail?: string } {
  const said = asText(body.description) ?? asText(body.error_code);
  return said === undefined ? {} : { detail: said };
}

function promptRef(body: Fields): { promptRef?: string } {
  const reference = asText(body.prompt_ref);
  return reference === undefined ? {} : { promptRef: reference };
}
