/** Our commands as the platform's requests (voice.md 2, 4). */
import type {
  SpeechTimes,
  CallId,
  Command,
  CommandId,
  CommandKind,
  OnConnect,
  VoiceId,
} from '../call/index.ts';
import type {
  ActionOnConnect,
  CallRequest,
  ConnectRequest,
  HoldRequest,
  PlayRequest,
  RecordingRequest,
  StreamRequest,
} from '../../schemas/types/voice.ts';
import { wireMedia } from './media.ts';
import type { SendSmsRequest } from '../../schemas/types/sms.ts';
import type { RoomRequest, RoomRole, RoomTokenRequest } from '../../schemas/types/video.ts';

/** One REST request, before it is addressed to a server and signed. */
export interface WireRequest {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Relative to the platform's base address. */
  path: string;
  body?:
    | CallRequest
    | PlayRequest
    | ConnectRequest
    | HoldRequest
    | RecordingRequest
    | StreamRequest
    | SendSmsRequest
    | RoomRequest
    | RoomTokenRequest;
  /** Present on every POST (voice.md 4.5, I4). */
  idempotencyKey?: CommandId;
}

/** Which call a request is about. */
export interface RequestTarget {
  call: CallId;
  /** Undefined only for a `dial`. */
  voiceId: VoiceId | undefined;
}

/** What a request needs to know of the world. */
export interface RequestOptions {
  /** The address to which notifications of an outbound call go. */
  eventUrl: (call: CallId) => string;
}

interface Scene extends RequestOptions {
  call: CallId;
  /** The call's name as part of a path; throws for a call that the platform has not named yet. */
  voiceId: () => string;
  /** The path of the call. */
  path: () => string;
}

type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>;

const root = '/voice/v1/call';
const rooms = '/video/v2/rooms';

const requests: { [Kind in CommandKind]: (command: CommandOf<Kind>, scene: Scene) => WireRequest } = {
  dial: (command, { call, eventUrl }) => ({
    method: 'POST',
    path: root,
    idempotencyKey: command.id,
    body: {
      from: command.from,
      to: command.to,
      owner_ref: call,
      event_url: eventUrl(call),
      ...(command.onConnect && { action_on_connect: actionOnConnect(command.onConnect) }),
    },
  }),
  accept: (_command, { path }) => ({ method: 'PUT', path: `${path()}/accept` }),
  play: (command, { path }) => ({
    method: 'PUT',
    path: `${path()}/play`,
    body: {
      ...wireMedia(command.media),
      prompt_ref: command.id,
      ...(command.listen && { dtmf: true }),
      ...(command.speech && listenForSpeech(command.speech)),
      ...(command.bargeIn !== undefined && { interrupt: command.bargeIn }),
    },
  }),
  connect: ({ from, to }, { path }) => ({ method: 'PUT', path: `${path()}/connect`, body: { from, to } }),
  hold: ({ id, hold }, { path }) => ({
    method: 'POST',
    path: `${path()}/hold`,
    idempotencyKey: id,
    body: { hold },
  }),
  record: ({ name }, { path }) => ({
    method: 'PUT',
    path: `${path()}/recording`,
    body: { start: true, recording_name: name },
  }),
  stop_recording: (_command, { path }) => ({
    method: 'PUT',
    path: `${path()}/recording`,
    body: { stop: true },
  }),
  stream: ({ to }, { path }) => ({ method: 'PUT', path: `${path()}/stream`, body: { wss_host: to } }),
  stop_stream: (_command, { path }) => ({ method: 'DELETE', path: `${path()}/stream` }),
  join: ({ room }, { voiceId }) => ({
    method: 'PUT',
    path: `/voice/v1/room/${encodeURIComponent(room)}/call/${voiceId()}/join`,
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
  hangup: (_command, { path }) => ({ method: 'DELETE', path: path() }),
};

/** The request that carries out a command. */
export function toRequest(
  target: RequestTarget,
  command: Command,
  { eventUrl }: RequestOptions,
): WireRequest {
  const voiceId = () => encodedVoiceId(target, command);
  const scene: Scene = { eventUrl, call: target.call, voiceId, path: () => `${root}/${voiceId()}` };
  // The table's type guarantees the match of kind and function; TypeScript does not follow it through an index.
  const request = requests[command.kind] as (command: Command, scene: Scene) => WireRequest;
  return request(command, scene);
}

/** Which service a command is for: each may have credentials of its own. */
export function serviceOf(kind: CommandKind): 'voice' | 'sms' | 'video' {
  if (kind === 'sms') return 'sms';
  return kind === 'create_room' || kind === 'create_token' ? 'video' : 'voice';
}

/** Commands whose request names something else that the platform may not find. */
const aboutMore: readonly CommandKind[] = ['dial', 'join', 'stop_stream'];

/** Whether what the platform does not find at a request can only be the call, which is over then. */
export function namesOnlyCall(kind: CommandKind): boolean {
  return serviceOf(kind) === 'voice' && !aboutMore.includes(kind);
}

function encodedVoiceId({ voiceId }: RequestTarget, command: Command): string {
  if (voiceId === undefined) throw new Error(`command ${command.id} (${command.kind}) needs a voice id`);
  return encodeURIComponent(voiceId);
}

function actionOnConnect(action: OnConnect): ActionOnConnect {
  switch (action.kind) {
    case 'play':
      return { play: { ...wireMedia(action.media), prompt_ref: action.promptRef } };
    case 'connect':
      return { connect: { from: action.from, to: action.to } };
    case 'room':
      return { room: { room_id: action.room } };
    case 'stream':
      return { stream: { wss_host: action.to } };
  }
}

/** The platform counts in seconds. */
function listenForSpeech({ withinMs, longestMs }: SpeechTimes) {
  const seconds = (ms: number) => Math.ceil(ms / 1_000);
  return { asr: true, start_timeout: seconds(withinMs), recognizer_timeout: seconds(longestMs) };
}
