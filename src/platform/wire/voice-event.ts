/** Reads the event in a notification about a call (voice.md 6; variants observed). */
import type { CommandId, EndReason, PlatformEvent } from '../../call/index.ts';
import { toCount, toText, normalizeWord, type Fields } from './fields.ts';

/** Maximum length of an unknown state, which limits the size of a trace. */
const MAX_STATE_LENGTH = 100;

type Event<Type extends PlatformEvent['type']> = Extract<PlatformEvent, { type: Type }>;
type Read = (body: Fields) => PlatformEvent | undefined;

/** By normalized `playstate` or `state`; where the two vocabularies overlap, they agree. */
const readers = new Map<string, Read>([
  ['incomingcall', () => ({ type: 'incoming' })],
  ['ringing', () => ({ type: 'ringing' })],
  ['initiated', (body) => ({ type: 'initiated', ...readPromptRef(body) })],
  ['connected', () => ({ type: 'connected' })],
  ['playfinished', (body) => ({ type: 'played', ...readPromptRef(body) })],
  [
    'digitcollected',
    (body) => readDigitsEvent(body, (digits) => ({ type: 'digits', ...digits, ...readPromptRef(body) })),
  ],
  ['menutimeout', (body) => ({ type: 'silence', ...readPromptRef(body) })],
  ['speechrecognized', readSpeech],
  ['dtmfcollected', (body) => readDigitsEvent(body, (digits) => ({ type: 'bridge_digits', ...digits }))],
  ['bridging', () => ({ type: 'bridging' })],
  ['bridged', () => ({ type: 'bridged' })],
  ['bridgedisconnected', (body) => ({ type: 'unbridged', ...readEndReason(body.disconnect_reason) })],
  ['started', (body) => readRecording('started', body)],
  ['completed', (body) => readRecording('completed', body)],
  ['recordingcomplete', (body) => readRecording('completed', body)],
  ['failed', (body) => readRecording('failed', body)],
  ['streamstopped', (body) => ({ type: 'stream_ended', failed: false, ...readDetail(body) })],
  ['streamfailed', (body) => ({ type: 'stream_ended', failed: true, ...readDetail(body) })],
  ['joined', () => ({ type: 'joined' })],
  ['disconnected', readDisconnected],
  ['broadcastcallcomplete', () => ({ type: 'broadcast_complete' })],
]);

/** Returns the event, `unknown` if it is not known (I5). */
export function readVoiceEvent(body: Fields): PlatformEvent {
  const playstate = toText(body.playstate);
  const state = toText(body.state);
  const read = findReader(playstate) ?? findReader(state);
  return read?.(body) ?? { type: 'unknown', state: joinStates(playstate, state) };
}

function findReader(name: string | undefined): Read | undefined {
  return name === undefined ? undefined : (readers.get(name) ?? readers.get(normalizeWord(name)));
}

function joinStates(...names: readonly (string | undefined)[]): string {
  return names
    .filter((name) => name !== undefined)
    .join(' ')
    .slice(0, MAX_STATE_LENGTH);
}

function readDigitsEvent(
  body: Fields,
  toEvent: (digits: { digits: string; lossy: boolean }) => PlatformEvent,
): PlatformEvent | undefined {
  const digits = readDigits(body.digit) ?? readDigits(body.digits);
  return digits && toEvent(digits);
}

const speechResults = ['recognized', 'unrecognized', 'timeout'] as const;

function readSpeech(body: Fields): Event<'speech'> | undefined {
  const state = normalizeWord(toText(body.state) ?? '');
  const result = speechResults.find((one) => one === state);
  return result && { type: 'speech', heard: result, text: toText(body.text) ?? '', ...readPromptRef(body) };
}

function readRecording(state: Event<'recording'>['state'], body: Fields): Event<'recording'> {
  const url = toText(body.recording_url);
  const command = toText(body.recording_ref);
  const speechMs = toCount(body.speech_ms);
  return {
    type: 'recording',
    state,
    ...(url !== undefined && { url }),
    ...(command !== undefined && { command: command as CommandId }),
    ...(speechMs !== undefined && { speechMs }),
    ...readDetail(body),
  };
}

function readDisconnected(body: Fields): Event<'disconnected'> {
  const event: Event<'disconnected'> = { type: 'disconnected', ...readEndReason(body.disconnect_reason) };
  const errorCode = toText(body.error_code);
  const durationS = toCount(body.call_duration);
  const recordingUrl = toText(body.recording_url);
  const recordingDurationS = toCount(body.recording_duration);
  const attempt = toCount(body.attempt);
  if (errorCode !== undefined) event.errorCode = errorCode;
  if (durationS !== undefined) event.durationS = durationS;
  if (recordingUrl !== undefined) event.recordingUrl = recordingUrl;
  if (recordingDurationS !== undefined) event.recordingDurationS = recordingDurationS;
  if (attempt !== undefined) event.attempt = attempt;
  return event;
}

function readDetail(body: Fields): { detail?: string } {
  const detail = toText(body.description) ?? toText(body.error_code);
  return detail === undefined ? {} : { detail };
}

function readPromptRef(body: Fields): { promptRef?: string } {
  const reference = toText(body.prompt_ref);
  return reference === undefined ? {} : { promptRef: reference };
}

/**
 * Reads keys from text, or from a JSON number, which has lost leading zeros (R9); undefined when they are not reliable.
 */
function readDigits(value: unknown): { digits: string; lossy: boolean } | undefined {
  const lossy = typeof value === 'number';
  if (lossy && !Number.isSafeInteger(value)) return undefined;
  const digits = lossy || typeof value === 'string' ? String(value).replace(/\s/g, '') : '';
  return /^[\d*#A-D]+$/i.test(digits) ? { digits, lossy } : undefined;
}

const reasons = new Map<string, EndReason>([
  ['normalclearing', 'normal'],
  ['userbusy', 'busy'],
  ['noanswer', 'no_answer'],
  ['callrejected', 'rejected'],
  ['unreachable', 'failed'],
]);

/** Maps the platform's `disconnect_reason` to ours and keeps its word as `detail`. */
function readEndReason(value: unknown): { reason: EndReason; detail?: string } {
  const detail = toText(value);
  if (detail === undefined) return { reason: 'unknown' };
  return { reason: reasons.get(normalizeWord(detail)) ?? 'unknown', detail };
}
