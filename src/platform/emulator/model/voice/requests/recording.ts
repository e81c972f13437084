import type { RecordingAnswer } from '../../../../wire/index.ts';
import { failed, MediaBody } from '../../rest/answers.ts';
import { sampleRate, toneFrom, wav } from '../media/audio.ts';
import type { Call } from '../call.ts';
import { optionalFlag, optionalText, readBody } from '../../rest/fields.ts';
import type { Fields } from '../../rest/fields.ts';
import { refusesRecording, startRecording, stopRecording } from '../media/recorder.ts';
import type { World } from '../../world.ts';
import { identity, liveCall } from './incoming.ts';
import type { Incoming } from '../../rest/service.ts';

/**
 * PUT …/recording (voice.md 2.4, 4.2, 7.2). With `recording: lenient` it may start before a bridge and without a name.
 * Stopping without a recording is refused with 6139.
 */
export function recording(world: World, incoming: Incoming): RecordingAnswer {
  const call = liveCall(world, incoming);
  const body = readBody(incoming.body);
  const starts = optionalFlag(body, 'start') ?? false;
  const stops = optionalFlag(body, 'stop') ?? false;
  if (starts === stops) throw failed('6135');
  const id = starts ? start(world, call, body) : stop(world, call);
  return { status: 'success', ...identity(world, call), recording_id: id };
}

function start(world: World, call: Call, body: Fields): string {
  const lenient = world.settings.recording === 'lenient';
  if (call.state !== 'bridged' && !(lenient && call.state === 'connected')) throw failed('409');
  if (call.recording) throw failed('408');
  if (refusesRecording(world, call)) throw failed('6119');
  const name = optionalText(body, 'recording_name') ?? '';
  if (name === '' && lenient) return startRecording(world, call);
  if (name === '') throw failed('6135');
  if (!world.ids.claimRecordingName(call.appId, name)) throw failed('6137');
  return startRecording(world, call, name);
}

function stop(world: World, call: Call): string {
  const id = stopRecording(world, call);
  if (id === undefined) throw failed('6139');
  return id;
}

/** Limits the length of a file, which is otherwise that of the recording. */
const shortestSeconds = 1;
const longestSeconds = 30;

/**
 * GET of a `recording_url`: a WAV file with a tone. Address and errors are not specified: 6138 for an unknown recording
 * or one of another project, 6136 for a format other than WAV, 6140 while it is running.
 */
export function recordingFile(world: World, { project, params }: Incoming): MediaBody {
  const [, id = '', format] = /^([^.]*)(?:\.(.*))?$/.exec(params.file ?? '') ?? [];
  const file = world.recordings.get(id);
  if (file?.appId !== project.appId) throw failed('6138');
  if (format !== undefined && format !== 'wav') throw failed('6136');
  if (file.seconds === undefined) throw failed('6140');
  const samples = Math.min(Math.max(file.seconds, shortestSeconds), longestSeconds) * sampleRate;
  return new MediaBody('audio/wav', wav(toneFrom(0, samples)));
}
