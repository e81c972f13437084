/** Converts commands to requests to the platform (voice.md 2, 4). */
import type {
  SpeechTimes,
  CallId,
  Command,
  CommandId,
  CommandKind,
  Media,
  OnConnect,
  VoiceId,
} from '../../call/index.ts';
import type {
  ActionOnConnect,
  AudioUrl,
  BroadcastRequest,
  CallRequest,
  ConnectRequest,
  HoldRequest,
  PlayRequest,
  RecordingRequest,
  SpokenSsml,
  SpokenText,
  StoredPrompt,
  StreamRequest,
  TextToSpeechOption,
} from '../../../schemas/types/voice.ts';
import { toVoicemailRequest, type VoicemailRequest } from './voicemail-request.ts';
import type { SendSmsRequest } from '../../../schemas/types/sms.ts';
import type { RoomRequest, RoomRole, RoomTokenRequest } from '../../../schemas/types/video.ts';

/** A REST request before its address and authorization are added. */
interface WireRequest {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Path relative to the platform's base address. */
  path: string;
  body?:
    | CallRequest
    | PlayRequest
    | (ConnectRequest & { sip_headers?: Record<string, string> })
    | HoldRequest
    | RecordingRequest
    | VoicemailRequest
    | StreamRequest
    | SendSmsRequest
    | RoomRequest
    | RoomTokenRequest;
  /** Set on every POST (voice.md 4.5, I4). */
  idempotencyKey?: CommandId;
}

/** The call that a request is about. */
export interface RequestTarget {
  call: CallId;
  /** Undefined only for a `dial`. */
  voiceId: VoiceId | undefined;
}

interface RequestOptions {
  /** Address for notifications of an outbound call. */
  eventUrl: (call: CallId) => string;
}

type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>;

const calls = '/voice/v1/call';
const rooms = '/video/v2/rooms';

const requests: {
  [Kind in CommandKind]: (
    command: CommandOf<Kind>,
    target: RequestTarget,
    options: RequestOptions,
  ) => WireRequest;
} = {
  dial: (command, { call }, { eventUrl }) => ({
    method: 'POST',
    path: calls,
    idempotencyKey: command.id,
    body: {
      from: command.from,
      to: command.to,
      owner_ref: call,
      event_url: eventUrl(call),
      ...(command.onConnect && { action_on_connect: toActionOnConnect(command.onConnect) }),
    },
  }),
  accept: (command, target) => ({ method: 'PUT', path: `${buildCallPath(target, command)}/accept` }),
  play: (command, target) => ({
    method: 'PUT',
    path: `${buildCallPath(target, command)}/play`,
    body: toPlayRequest(command),
  }),
  connect: (command, target) => ({
    method: 'PUT',
    path: `${buildCallPath(target, command)}/connect`,
    body: {
      from: command.from,
      to: command.to,
      ...(command.headers && { sip_headers: command.headers }),
    },
  }),
  hold: (command, target) => ({
    method: 'POST',
    path: `${buildCallPath(target, command)}/hold`,
    idempotencyKey: command.id,
    body: { hold: command.hold },
  }),
  record: (command, target) => ({
    method: 'PUT',
    path: `${buildCallPath(target, command)}/recording`,
    body: { start: true, recording_name: command.name },
  }),
  stop_recording: (command, target) => ({
    method: 'PUT',
    path: `${buildCallPath(target, command)}/recording`,
    body: { stop: true },
  }),
  record_message: (command, target) => ({
    method: 'PUT',
    path: `${buildCallPath(target, command)}/voicemail`,
    body: toVoicemailRequest(command),
  }),
  stream: (command, target) => ({
    method: 'PUT',
    path: `${buildCallPath(target, command)}/stream`,
    body: { wss_host: command.to },
  }),
  stop_stream: (command, target) => ({ method: 'DELETE', path: `${buildCallPath(target, command)}/stream` }),
  join: (command, target) => ({
    method: 'PUT',
    path: `/voice/v1/room/${encodeURIComponent(command.room)}/call/${encodeVoiceId(target, command)}/join`,
  }),
  create_room: ({ id, name, settings }, { call }) => ({
    method: 'POST',
    path: rooms,
    idempotencyKey: id,
    body: { name, owner_ref: call, settings },
  }),
  create_token: ({ id, room, name, role }) => ({
    method: 'POST',
    path: `${rooms}/${encodeURIComponent(room)}/tokens`,
    idempotencyKey: id,
    body: { name, role: role as RoomRole, user_ref: id },
  }),
  sms: (command, { call }) => ({
    method: 'POST',
    path: '/sms/v1/messages/',
    idempotencyKey: command.id,
    body: {
      template_id: command.template,
      campaign_id: command.campaign,
      ...(command.from !== undefined && { from: command.from }),
      recipient: command.recipients.map(({ to, data }) => ({
        ...data,
        to,
        ...(command.reports && { uuid: command.id }),
      })),
      reference: call,
      ...(command.notBefore !== undefined && { scheduled_at: command.notBefore }),
    },
  }),
  hangup: (command, target) => ({ method: 'DELETE', path: buildCallPath(target, command) }),
};

/** Returns the request for a command. Throws for a call that the platform has not named yet. */
export function toRequest(target: RequestTarget, command: Command, options: RequestOptions): WireRequest {
  // The table's type ensures that kind and function match, which TypeScript cannot infer from an index.
  const request = requests[command.kind] as (
    command: Command,
    target: RequestTarget,
    options: RequestOptions,
  ) => WireRequest;
  return request(command, target, options);
}

/** Returns the service of a command; each may have credentials of its own. */
export function getService(kind: CommandKind): 'voice' | 'sms' | 'video' {
  if (kind === 'sms') return 'sms';
  return kind === 'create_room' || kind === 'create_token' ? 'video' : 'voice';
}

/** Commands whose request names something besides the call that may not be found. */
const commandsAboutMore: readonly CommandKind[] = ['dial', 'join', 'stop_stream'];

/** True when a 404 can only mean that the call is over. */
export function isAboutCallOnly(kind: CommandKind): boolean {
  return getService(kind) === 'voice' && !commandsAboutMore.includes(kind);
}

function buildCallPath(target: RequestTarget, command: Command): string {
  return `${calls}/${encodeVoiceId(target, command)}`;
}

function encodeVoiceId({ voiceId }: RequestTarget, { id, kind }: Command): string {
  if (voiceId === undefined) throw new Error(`command ${id} (${kind}) needs a voice id`);
  return encodeURIComponent(voiceId);
}

function toPlayRequest({ id, media, listen, speech, bargeIn }: CommandOf<'play'>): PlayRequest {
  const request: PlayRequest = toMediaFields(media);
  request.prompt_ref = id;
  if (listen) request.dtmf = true;
  if (speech) Object.assign(request, toSpeechFields(speech));
  if (bargeIn !== undefined) request.interrupt = bargeIn;
  return request;
}

function toActionOnConnect(action: OnConnect): ActionOnConnect {
  switch (action.kind) {
    case 'play':
      return { play: { ...toMediaFields(action.media), prompt_ref: action.promptRef } };
    case 'connect':
      return { connect: { from: action.from, to: action.to } };
    case 'room':
      return { room: { room_id: action.room } };
    case 'stream':
      return { stream: { wss_host: action.to } };
  }
}

/** Converts to seconds, rounded up. */
function toSpeechFields({ withinMs, longestMs }: SpeechTimes) {
  const seconds = (ms: number) => Math.ceil(ms / 1_000);
  return { asr: true, start_timeout: seconds(withinMs), recognizer_timeout: seconds(longestMs) };
}

type Spoken = Extract<Media, { language: string }>;

/** Returns the source of a play and how it is spoken (voice.md 2.2, 2.3). */
function toMediaFields(media: Media): SpokenText | SpokenSsml | StoredPrompt | AudioUrl {
  if (media.kind === 'stored') return { prompt_name: media.name };
  if (media.kind === 'url') return { url: media.url };
  const request: SpokenText | SpokenSsml =
    media.kind === 'text'
      ? { text: media.text, language: media.language }
      : { ssml: media.ssml, language: media.language };
  if (media.voice !== undefined) request.voice = media.voice;
  const option = toSpeechOption(media);
  if (option !== undefined) request.text_to_speech_option = option;
  return request;
}

/** Returns undefined for default speech. The schema of flows restricts names and values to those of voice.md 2.3. */
function toSpeechOption(media: Spoken): TextToSpeechOption | undefined {
  const as = media.kind === 'text' ? media.as : undefined;
  if (media.sound === undefined && as === undefined) return undefined;
  const { style, ...prosody } = media.sound ?? {};
  const option = {
    ...(style !== undefined && { 'express-as': style }),
    ...(Object.keys(prosody).length > 0 && { prosody }),
    ...(as && {
      'say-as': { 'interpret-as': as.as, ...(as.format !== undefined && { format: as.format }) },
    }),
  };
  return Object.keys(option).length > 0 ? (option as TextToSpeechOption) : undefined;
}

/** Calls to place with one request (voice.md 4; recipients observed). */
interface BroadcastOrder {
  /** Caller number, E.164. */
  from: string;
  /** Webhook for all its notifications. */
  eventUrl: string;
  recipients: {
    call: CallId;
    to: string;
    /** First play, if any. */
    play?: { media: Media; promptRef: string };
  }[];
}

/** Returns the request for a broadcast. Its calls share a webhook; `custom_data.call` identifies the call. */
export function toBroadcastRequest({ from, eventUrl, recipients }: BroadcastOrder): BroadcastRequest {
  return {
    from,
    event_url: eventUrl,
    recipients: recipients.map(({ call, to, play }) => ({
      to,
      ...(play && {
        play: { ...toMediaType(play.media), ...toMediaFields(play.media), prompt_ref: play.promptRef },
      }),
      custom_data: { call },
    })),
  };
}

/** Returns the type of speech; the types of other media are not known. */
function toMediaType({ kind }: Media): { type?: string } {
  return kind === 'text' || kind === 'ssml' ? { type: 'tts' } : {};
}
