/** Finds out what a command needs to know before its requests are decided: the sound to play, the bridge, the recording. */
import { toUtterance } from '../../../call/index.ts';
import type { Command, CommandId, Media } from '../../../call/index.ts';
import { CarrierError, OperationalError } from '../../../engine/ports/index.ts';
import type { CommandTarget, SpeechFiles } from '../../../engine/ports/index.ts';
import { toFields, toText } from '../ari-event.ts';
import { findMedia, RECORDING_VARIABLE } from '../commands.ts';
import { toChannelId, toName } from '../names.ts';
import { listBridged, toBridgePath } from '../reconcile.ts';
import type { Findings } from '../scene.ts';
import { toPath } from '../steps.ts';
import { STREAM_VARIABLE } from '../stream.ts';
import type { AriClient } from './ari-client.ts';

export interface SpeechOptions {
  /** Speaks texts; without it only stored sounds and addresses are played. */
  speech?: SpeechFiles;
  /** Where the folder of the files lies for Asterisk, if it sees it elsewhere than we do. */
  soundFolder?: { ours: string; theirs: string };
  recordingAddresses?: RecordingAddresses;
}

/** Converts recordings to the addresses that flows see, and back. */
export interface RecordingAddresses {
  render(recording: CommandId): string;
  /** Returns undefined for an address of something else. */
  parse(url: string): CommandId | undefined;
}

interface Source {
  client: AriClient;
  speech: SpeechOptions;
  signal: AbortSignal;
}

/** Commands that act on the bridge with the party where there is one. */
const ofBridge: readonly Command['kind'][] = ['hold', 'record', 'play'];

/** Returns what the command needs to know. Throws a `CarrierError` when a text cannot be spoken. */
export async function findOut(target: CommandTarget, command: Command, source: Source): Promise<Findings> {
  const { kind } = command;
  if (kind === 'stop_recording') return { recording: await readVariable(target, RECORDING_VARIABLE, source) };
  if (kind === 'stop_stream') return { stream: await readVariable(target, STREAM_VARIABLE, source) };
  const media = findMedia(command);
  const found = await Promise.all([
    media === undefined ? {} : findSound(media, source),
    target.party !== undefined && ofBridge.includes(kind) ? findBridged(target.party, source) : {},
    isOfRecording(command) ? findLiveRecording(target, source) : {},
  ]);
  const [sound, bridge, live] = found;
  return { ...sound, ...bridge, ...live };
}

/** True for commands that depend on a recording in progress. */
function isOfRecording(command: Command): boolean {
  return command.kind === 'record' || (command.kind === 'hold' && command.hold);
}

async function findBridged(party: CommandId, { client, signal }: Source): Promise<Findings> {
  const bridged = listBridged(await client.ask({ method: 'GET', path: toBridgePath(party) }, signal));
  return bridged === undefined ? {} : { bridged };
}

/** Finds the recording in progress, if there is one. */
async function findLiveRecording(target: CommandTarget, source: Source): Promise<Findings> {
  const recording = (await readVariable(target, RECORDING_VARIABLE, source)) ?? '';
  if (recording === '') return {};
  const path = toPath('recordings', 'live', recording);
  const { status } = await source.client.ask({ method: 'GET', path }, source.signal);
  return status === 200 ? { recording } : {};
}

async function findSound(media: Media, { speech, signal }: Source): Promise<Findings> {
  if (media.kind === 'stored') return { media: `sound:${readSoundName(media.name)}` };
  if (media.kind === 'url') return { media: toRemoteSound(media.url, speech) };
  if (speech.speech === undefined) throw createSoundError('no_speech', 'no speech synthesis is configured');
  try {
    return { media: `sound:${toTheirPath(await speech.speech.render(toUtterance(media), signal), speech)}` };
  } catch (cause) {
    if (!(cause instanceof OperationalError)) throw cause;
    throw createSoundError(cause.code, cause.message, cause.retryable);
  }
}

/** Returns what plays an address: a recording of ours from where it lies, anything else by download. */
function toRemoteSound(url: string, { recordingAddresses }: SpeechOptions): string {
  const recording = recordingAddresses?.parse(url);
  if (recording !== undefined) return `recording:${toName(recording)}`;
  // Asterisk takes commas for a list of sounds.
  return `sound:${url.replaceAll(',', '%2C')}`;
}

/** Names of sounds may have folders, but lead nowhere else. */
function readSoundName(name: string): string {
  if (/^[A-Za-z0-9_-][A-Za-z0-9_./-]{0,199}$/.test(name) && !name.includes('..')) return name;
  throw createSoundError('no_media', 'the name of the stored sound is not one that Asterisk can have');
}

function createSoundError(code: string, message: string, retryable = false): CarrierError {
  return new CarrierError(code, message, { retryable, httpStatus: 0 });
}

function toTheirPath(path: string, { soundFolder }: SpeechOptions): string {
  return soundFolder !== undefined && path.startsWith(soundFolder.ours)
    ? soundFolder.theirs + path.slice(soundFolder.ours.length)
    : path;
}

async function readVariable(
  target: CommandTarget,
  variable: string,
  { client, signal }: Pick<Source, 'client' | 'signal'>,
): Promise<string | undefined> {
  const path = toPath('channels', toChannelId(target), 'variable');
  const { status, body } = await client.ask({ method: 'GET', path, query: { variable } }, signal);
  return status === 200 ? toText(toFields(body)?.value) : undefined;
}
