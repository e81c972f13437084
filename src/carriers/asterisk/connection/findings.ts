/** Finds out what a command needs to know before its requests are decided: the sound to play, the bridge, the recording. */
import { toUtterance } from '../../../call/index.ts';
import type { Media } from '../../../call/index.ts';
import { CarrierError, OperationalError } from '../../../engine/ports/index.ts';
import type { CommandTarget, SpeechFiles } from '../../../engine/ports/index.ts';
import { toFields, toText } from '../ari-event.ts';
import { findMedia, RECORDING_VARIABLE } from '../commands.ts';
import { toChannelId } from '../names.ts';
import { listBridged, toBridgePath } from '../reconcile.ts';
import type { Findings } from '../scene.ts';
import { toPath } from '../steps.ts';
import { STREAM_VARIABLE } from '../stream.ts';
import type { AsteriskCommand } from '../voicemail.ts';
import type { AriClient } from './ari-client.ts';

export interface SpeechOptions {
  /** Speaks texts; without it only stored sounds and addresses are played. */
  speech?: SpeechFiles;
  /** Where the folder of the files lies for Asterisk, if it sees it elsewhere than we do. */
  soundFolder?: { ours: string; theirs: string };
}

interface Source {
  client: AriClient;
  speech: SpeechOptions;
  signal: AbortSignal;
}

/** Commands that act on the bridge with the party where there is one. */
const ofBridge: readonly AsteriskCommand['kind'][] = ['hold', 'record'];

/** Returns what the command needs to know. Throws a `CarrierError` when a text cannot be spoken. */
export async function findOut(
  target: CommandTarget,
  command: AsteriskCommand,
  source: Source,
): Promise<Findings> {
  const media = findMedia(command);
  if (media !== undefined) return findSound(media, source);
  if (command.kind === 'stop_recording')
    return { recording: await readVariable(target, RECORDING_VARIABLE, source) };
  if (command.kind === 'stop_stream') return { stream: await readVariable(target, STREAM_VARIABLE, source) };
  if (!ofBridge.includes(command.kind) || target.party === undefined) return {};
  const bridged = listBridged(
    await source.client.ask({ method: 'GET', path: toBridgePath(target.party) }, source.signal),
  );
  return bridged === undefined ? {} : { bridged };
}

async function findSound(media: Media, { speech, signal }: Source): Promise<Findings> {
  if (media.kind === 'stored') return { media: `sound:${readSoundName(media.name)}` };
  // Asterisk takes commas for a list of sounds.
  if (media.kind === 'url') return { media: `sound:${media.url.replaceAll(',', '%2C')}` };
  if (speech.speech === undefined) throw createSoundError('no_speech', 'no speech synthesis is configured');
  try {
    return { media: `sound:${toTheirPath(await speech.speech.render(toUtterance(media), signal), speech)}` };
  } catch (cause) {
    if (!(cause instanceof OperationalError)) throw cause;
    throw createSoundError(cause.code, cause.message, cause.retryable);
  }
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
