/**
 * Compares the calls that the engine considers live with Asterisk's channels, after a connection and from time to time.
 * Asterisk tells nobody about the calls that it lost in a crash. Pure: `listQuestions` says what to ask, `reconcile` and
 * `listOrphans` decide.
 *
 * Keys that were pressed while nobody listened are not guessed: the question is asked again by its `no_input`.
 */
import type { CallId, CommandId, PlatformEvent } from '../../call/index.ts';
import type { LiveCall } from '../../engine/ports/index.ts';
import { readChannel, toFields, type AriChannel } from './ari-event.ts';
import { toArrival, type CarrierArrival } from './arrivals.ts';
import { parseName, toCallId, toChannelId, toKeyedPlayName, toName, toPartName } from './names.ts';
import { endChannel, join, toPath, toRecordingEvidence, type Steps } from './steps.ts';

/** An answer of Asterisk. */
export interface AriAnswer {
  status: number;
  body: unknown;
}

/** Answers by the path that was asked. */
type Answers = ReadonlyMap<string, AriAnswer>;

/** What follows for one call: first the steps, then the arrivals. */
interface Finding {
  steps?: Steps;
  arrivals?: readonly CarrierArrival[];
}

/** A channel of our application without a live call. */
export interface Orphan {
  channel: AriChannel;
  /** The call that it belonged to, if it was one of this service. */
  call: CallId;
  /** True for a caller that the dial plan has handed to us and nobody has answered. */
  isWaiting: boolean;
  /** False for one whose call may be about to begin. */
  isOld: boolean;
}

interface Scene {
  project: Parameters<typeof toCallId>[0];
  app: string;
  /** ms since the epoch. */
  now: number;
  toRecordingUrl: (name: string) => string;
}

const CHANNELS = '/channels';
/** A younger channel without a live call is one whose call is about to begin. */
const MIN_ORPHAN_AGE_MS = 10_000;

/** Returns the paths whose answers `reconcile` needs. */
export function listQuestions(live: readonly LiveCall[]): string[] {
  const ofCalls = live.flatMap(({ playing, party, recording }) => [
    ...(playing === undefined ? [] : toPlayPaths(playing)),
    ...(party === undefined ? [] : [toBridgePath(party)]),
    ...(recording === undefined ? [] : toRecordingEvidence(toName(recording))),
  ]);
  return [CHANNELS, ...ofCalls];
}

/** Returns what has become of the calls. Without the list of channels nothing is known. */
export function reconcile(live: readonly LiveCall[], answers: Answers, scene: Scene): Finding[] {
  const channels = readChannels(answers);
  return channels === undefined ? [] : live.flatMap((call) => findNews(call, { channels, answers, scene }));
}

function readChannels(answers: Answers): ReadonlyMap<string, AriChannel> | undefined {
  const list = answers.get(CHANNELS);
  if (list?.status !== 200 || !Array.isArray(list.body)) return undefined;
  const channels = new Map<string, AriChannel>();
  for (const channel of list.body.map(readChannel)) if (channel) channels.set(channel.id, channel);
  return channels;
}

interface Sight {
  channels: ReadonlyMap<string, AriChannel>;
  answers: Answers;
  scene: Scene;
}

function findNews(live: LiveCall, sight: Sight): Finding[] {
  const channel = sight.channels.get(toChannelId(live));
  const findings =
    channel === undefined
      ? [findRecordingEnd(live, sight), findLoss(live, sight)]
      : [
          findAnswer(live, channel),
          findPlayEnd(live, sight),
          findPartyNews(live, sight),
          findRecordingEnd(live, sight),
          findStreamEnd(live, sight),
        ];
  return findings.filter((finding) => finding !== undefined);
}

/**
 * The other channels of a lost call end with it. A call that we place may not have reached Asterisk yet: only its commands
 * know.
 */
function findLoss(live: LiveCall, { channels }: Sight): Finding | undefined {
  const { voiceId, party, stream } = live;
  if (voiceId === undefined) return undefined;
  const parts = [
    ...(party === undefined ? [] : [toPartName(party, 'party')]),
    ...(stream === undefined ? [] : [toPartName(stream, 'stream')]),
  ];
  const left = parts.filter((part) => channels.has(part));
  return {
    steps: [left.map((part) => endChannel(part))],
    arrivals: [
      tell(live, 'gone', { type: 'disconnected', reason: 'unknown', detail: 'gone', isInferred: true }),
    ],
  };
}

function findAnswer(live: LiveCall, { state }: AriChannel): Finding | undefined {
  const waits = live.leg === 'accepting' || live.leg === 'dialing' || live.leg === 'ringing';
  const isAnswered = state === 'Up' && waits;
  return isAnswered ? { arrivals: [tell(live, 'connected', { type: 'connected' })] } : undefined;
}

function findPlayEnd(live: LiveCall, { answers }: Sight): Finding | undefined {
  const { playing } = live;
  if (playing === undefined || !toPlayPaths(playing).every((path) => answers.get(path)?.status === 404))
    return undefined;
  return { arrivals: [tell(live, `played/${playing}`, { type: 'played', promptRef: playing })] };
}

function findPartyNews(live: LiveCall, { channels, answers }: Sight): Finding | undefined {
  const { party, leg } = live;
  if (party === undefined) return undefined;
  const partyChannel = channels.get(toPartName(party, 'party'));
  if (partyChannel === undefined)
    return {
      arrivals: [tell(live, `unbridged/${party}`, { type: 'unbridged', reason: 'unknown', command: party })],
    };
  if (partyChannel.state !== 'Up') return undefined;
  const bridged =
    leg === 'bridged' ? [] : [tell(live, `bridged/${party}`, { type: 'bridged', command: party })];
  // Of a held call only the party is in the bridge.
  if (listBridged(answers.get(toBridgePath(party)))?.includes(partyChannel.id) === true)
    return { arrivals: bridged };
  return {
    steps: join(toPartName(party, 'bridge'), [toChannelId(live), partyChannel.id]),
    arrivals: bridged,
  };
}

/** Why it ended is not known, so the call goes on as after a failure. */
function findStreamEnd(live: LiveCall, { channels }: Sight): Finding | undefined {
  const { stream } = live;
  if (stream === undefined || channels.has(toPartName(stream, 'stream'))) return undefined;
  const event: PlatformEvent = { type: 'stream_ended', failed: true, detail: 'gone' };
  return { arrivals: [tell(live, `stream_ended/${stream}`, event)] };
}

function findRecordingEnd(live: LiveCall, { answers, scene }: Sight): Finding | undefined {
  if (live.recording === undefined) return undefined;
  const name = toName(live.recording);
  const [active = '', stored = ''] = toRecordingEvidence(name);
  if (answers.get(active)?.status !== 404) return undefined;
  const event: PlatformEvent =
    answers.get(stored)?.status === 200
      ? { type: 'recording', state: 'completed', url: scene.toRecordingUrl(name), command: live.recording }
      : { type: 'recording', state: 'failed', detail: 'gone', command: live.recording };
  return { arrivals: [tell(live, `recording/${name}`, event)] };
}

/**
 * Returns the channels of our application that belong to no live call. Channels of other applications are no concern of ours,
 * nor those that are in none: they ring, and end by their own time limit.
 */
export function listOrphans(
  live: readonly LiveCall[],
  answers: Answers,
  { project, app, now }: Scene,
): Orphan[] {
  const calls = new Set(live.map(({ call }) => call));
  return [...(readChannels(answers)?.values() ?? [])].flatMap((channel) => {
    const name = parseName(channel.id);
    const call = name?.part === undefined ? toCallId(project, channel.id) : name.call;
    const [ofApp, kind] = channel.appData.split(',');
    if (ofApp !== app || calls.has(call)) return [];
    const { createdAt, state } = channel;
    const isOld = createdAt !== undefined && now - createdAt > MIN_ORPHAN_AGE_MS;
    return [{ channel, call, isOld, isWaiting: kind === 'inbound' && state !== 'Up' }];
  });
}

function tell(live: LiveCall, what: string, event: PlatformEvent): CarrierArrival {
  const channel = toChannelId(live);
  const source = { asteriskId: 'reconciled', type: what, timestamp: '' };
  return toArrival(source, { call: live.call, id: channel, channel }, event);
}

function toPlayPaths(play: CommandId): string[] {
  return [toPath('playbacks', toName(play)), toPath('playbacks', toKeyedPlayName(play))];
}

/** Returns the path of the bridge of a call and its party. */
export function toBridgePath(party: CommandId): string {
  return toPath('bridges', toPartName(party, 'bridge'));
}

/** Returns the channels of a bridge; undefined when there is no such bridge. */
export function listBridged(answer: AriAnswer | undefined): readonly string[] | undefined {
  const channels = answer?.status === 200 ? toFields(answer.body)?.channels : undefined;
  return Array.isArray(channels) ? channels.filter((channel) => typeof channel === 'string') : undefined;
}
