/** Has a recorded answer recognised. */
import type { Log, Recognizer } from '../../../engine/ports/index.ts';
import { removeWords } from '../hearing.ts';
import type { Reading } from '../reading.ts';
import { cutSilence } from '../speech-meter.ts';
import { toPath } from '../steps.ts';
import type { AriClient } from './ari-client.ts';
import { runSteps } from './run-steps.ts';

interface RecognitionOptions {
  client: AriClient;
  recognizer?: Recognizer;
  log: Log;
  carrier: string;
}

/**
 * Returns what was understood, and removes the recording. A failure counts as something that was not understood: the caller is
 * asked again.
 */
export async function recognizeWords(
  { name, language }: NonNullable<Reading['words']>,
  { client, recognizer, log, carrier }: RecognitionOptions,
): Promise<string> {
  try {
    const file = await client.open(`${toPath('recordings', 'stored', name)}/file`);
    if (file === undefined || recognizer === undefined) return '';
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.body) chunks.push(chunk as Uint8Array);
    const audio = cutSilence(Buffer.concat(chunks));
    return audio === undefined
      ? ''
      : await recognizer.recognize(audio, language, new AbortController().signal);
  } catch (error) {
    log.warn({ err: error, carrier }, 'an answer could not be recognised');
    return '';
  } finally {
    await runSteps(client, [removeWords(name)]).catch((error: unknown) => {
      log.warn({ err: error, carrier }, 'a recorded answer could not be removed');
    });
  }
}
