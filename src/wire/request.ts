/** Our commands as the platform's requests (voice.md 2, 4). */
import type { CallId, Command, CommandId, CommandKind, Media, OnConnect, VoiceId } from '../call/index.ts';
import type {
  ActionOnConnect,
  AudioUrl,
  CallRequest,
  ConnectRequest,
  HoldRequest,
  PlayRequest,
  SpokenSsml,
  SpokenText,
  StoredPrompt,
} from '../../schemas/types/voice.ts';

/** One REST request, before it is addressed to a server and signed. */
export interface WireRequest {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Relative to the platform's base address. */
  path: string;
  body?: CallRequest | PlayRequest | ConnectRequest | HoldRequest;
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
  /** The path of the call; throws for a call that the platform has not named yet. */
  path: () => string;
}

type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>;

const root = '/voice/v1/call';

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
  hangup: (_command, { path }) => ({ method: 'DELETE', path: path() }),
};

/** The request that carries out a command. */
export function toRequest(
  target: RequestTarget,
  command: Command,
  { eventUrl }: RequestOptions,
): WireRequest {
  const scene: Scene = { eventUrl, call: target.call, path: () => callPath(target, command) };
  // The table's type guarantees the match of kind and function; TypeScript does not follow it through an index.
  const request = requests[command.kind] as (command: Command, scene: Scene) => WireRequest;
  return request(command, scene);
}

function callPath({ voiceId }: RequestTarget, command: Command): string {
  if (voiceId === undefined) throw new Error(`command ${command.id} (${command.kind}) needs a voice id`);
  return `${root}/${encodeURIComponent(voiceId)}`;
}

function actionOnConnect(action: OnConnect): ActionOnConnect {
  return action.kind === 'play'
    ? { play: { ...wireMedia(action.media), prompt_ref: action.promptRef } }
    : { connect: { from: action.from, to: action.to } };
}

function wireMedia(media: Media): SpokenText | SpokenSsml | StoredPrompt | AudioUrl {
  if (media.kind === 'stored') return { prompt_name: media.name };
  if (media.kind === 'url') return { url: media.url };
  const { language, voice } = media;
  const speech = { language, ...(voice !== undefined && { voice }) };
  return media.kind === 'text' ? { text: media.text, ...speech } : { ssml: media.ssml, ...speech };
}
