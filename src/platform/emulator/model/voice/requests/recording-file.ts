import { failed, MediaBody } from '../../answers.ts';
import type { Incoming } from '../../service.ts';
import type { World } from '../../world.ts';
import { sampleRate, toneFrom, wav } from '../audio.ts';

/** A file is as long as its recording, within these limits. */
const shortestSeconds = 1;
const longestSeconds = 30;

/**
 * GET of a `recording_url`: a WAV file with a tone. Neither address nor errors are shown: 6138 for a recording that is
 * not there or belongs to another project, 6136 for any format but WAV, 6140 while it is still being recorded.
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
