/** Speech as files of telephone audio: rendered once per text by a synthesizer, converted and cached by content. */
import { createHash } from 'node:crypto';
import { OperationalError } from '../../engine/ports/index.ts';
import type { SpeechFiles, Synthesizer, Utterance } from '../../engine/ports/index.ts';
import { SpeechFolder, type FolderOptions } from './folder.ts';
import { SharedWork, Slots } from './sharing.ts';
import { hasWords, prepareUtterance, sumPausesMs } from './spoken-text.ts';
import { createSilence, toTelephoneAudio } from './telephone-audio.ts';

interface SpeechFilesOptions extends FolderOptions {
  synthesizer: Synthesizer;
  /** Maximum number of texts that are rendered at the same time. */
  parallel?: number;
}

const PARALLEL = 4;
/** Name of the audio format and of the rules by which texts are prepared; another one renders everything anew. */
const FORMAT = 'ulaw-8000/1';
/** Length of a text of which nothing is spoken, ms. */
const SILENCE_MS = 100;
const MAX_SILENCE_MS = 60_000;

/** Opens the cache; its directory is created when the first file is written. */
export function openSpeechFiles(options: SpeechFilesOptions): SpeechFiles & { settle(): Promise<void> } {
  const { synthesizer, parallel = PARALLEL } = options;
  const folder = new SpeechFolder(options);
  const works = new SharedWork<string>();
  const slots = new Slots(parallel);

  const renderTo = async (path: string, spoken: Utterance, signal: AbortSignal): Promise<string> => {
    const audio = await slots.run(() => speak(synthesizer, spoken, signal), signal);
    await folder.write(path, audio);
    return path;
  };

  return {
    async render(utterance, signal) {
      const spoken = prepareUtterance(utterance, synthesizer.readsSsml);
      if (utterance.isSecret === true) return renderTo(folder.createPrivatePath(), spoken, signal);
      const path = folder.toPath(hashUtterance(synthesizer.id, spoken));
      const work = async (shared: AbortSignal) =>
        (await folder.use(path)) ? path : renderTo(path, spoken, shared);
      return works.run(path, work, signal);
    },
    discard: (path) => folder.removePrivate(path),
    settle: () => folder.settle(),
  };
}

/** Returns the name of the file of a prepared utterance. */
function hashUtterance(id: string, { text, isSsml, language, voice = '' }: Utterance): string {
  const content = JSON.stringify([FORMAT, id, language, voice, isSsml, text]);
  return createHash('sha256').update(content).digest('hex');
}

async function speak(synthesizer: Synthesizer, spoken: Utterance, signal: AbortSignal): Promise<Uint8Array> {
  if (!hasWords(spoken)) {
    const pausesMs = Math.max(sumPausesMs(spoken), SILENCE_MS);
    return createSilence(Math.min(pausesMs, MAX_SILENCE_MS));
  }
  const audio = await toTelephoneAudio(await synthesizer.synthesize(spoken, signal), signal);
  if (audio.length > 0) return audio;
  const message = 'the speech engine returned no sound';
  throw new OperationalError('speech_unreadable', message, { retryable: false });
}
