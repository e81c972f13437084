import type { RecordingAnswer } from '../../../../../../schemas/types/voice.ts';
import { createFailedRefusal, MediaBody } from '../../rest/answers.ts';
import { sampleRate, createTone, createWav } from '../media/audio.ts';
import type { Call } from '../call.ts';
import { readOptionalFlag, readOptionalText, readBody, type Fields } from '../../rest/fields.ts';
import { refusesRecording, startRecording, stopRecording } from '../media/recorder.ts';
import type { World } from '../../world.ts';
import { toIdentity, requireLiveCall } from './incoming.ts';
import type { IncomingRequest } from '../../rest/service.ts';

/**
 * PUT …/recording (voice.md 2.4, 4.2, 7.2). With `recording: lenient` it may start before a bridge and without a name.
 * Stopping without a recording is refused with 6139.
 */
export function handleRecording(world: World, incoming: IncomingRequest): RecordingAnswer {
  const call = requireLiveCall(world, incoming);
  const body = readBody(incoming.body);
  const starts = readOptionalFlag(body, 'start') ?? false;
  const stops = readOptionalFlag(body, 'stop') ?? false;
  if (starts === stops) throw createFailedRefusal('6135');
  const id = starts ? startRequested(world, call, body) : stopRequested(world, call);
  return { status: 'success', ...toIdentity(world, call), recording_id: id };
}

function startRequested(world: World, call: Call, body: Fields): string {
  const { from, names } = world.settings.capabilities.record;
  const lenient = world.settings.recording === 'lenient';
  const mayBeAlone = lenient || from === 'answer';
  if (call.state !== 'bridged' && !(mayBeAlone && call.state === 'connected'))
    throw createFailedRefusal('409');
  if (call.recording) throw createFailedRefusal('408');
  if (refusesRecording(world, call)) throw createFailedRefusal('6119');
  const name = readOptionalText(body, 'recording_name') ?? '';
  if (name === '' && lenient) return startRecording(world, call);
  if (name === '') throw createFailedRefusal('6135');
  if (names === 'once' && !world.ids.claimRecordingName(call.appId, name)) throw createFailedRefusal('6137');
  return startRecording(world, call, name);
}

function stopRequested(world: World, call: Call): string {
  const id = stopRecording(world, call);
  if (id === undefined) throw createFailedRefusal('6139');
  return id;
}

/** Limits the length of a file, which is otherwise that of the recording. */
const shortestSeconds = 1;
const longestSeconds = 30;

/**
 * GET of a `recording_url`: a WAV file with a tone. Address and errors are not specified: 6138 for an unknown recording
 * or one of another project, 6136 for a format other than WAV, 6140 while it is running.
 */
export function handleRecordingFile(world: World, { project, params }: IncomingRequest): MediaBody {
  const [, id = '', format] = /^([^.]*)(?:\.(.*))?$/.exec(params.file ?? '') ?? [];
  const file = world.recordings.get(id);
  if (file?.appId !== project.appId) throw createFailedRefusal('6138');
  if (format !== undefined && format !== 'wav') throw createFailedRefusal('6136');
  if (file.seconds === undefined) throw createFailedRefusal('6140');
  const samples = Math.min(Math.max(file.seconds, shortestSeconds), longestSeconds) * sampleRate;
  return new MediaBody('audio/wav', createWav(createTone(0, samples)));
}
