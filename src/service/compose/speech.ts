/** Speech of a service, for carriers that play files. */
import { createSpeechCommand } from '../../adapters/speech-command/index.ts';
import { openSpeechFiles } from '../../adapters/speech-files/index.ts';
import { createRecognitionService, createSpeechService } from '../../adapters/speech-http/index.ts';
import { renderConstants } from '../../authoring/prompts/index.ts';
import type { Clock, Log, Recognizer, SpeechFiles, Synthesizer } from '../../engine/ports/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Config } from '../config/config.ts';
import type { SpeechSettings } from '../config/speech.ts';
import { SpeechBreaker } from './speech-breaker.ts';

/** Opens the configured speech; undefined where none is configured. Nothing is written before the first text. */
export function createSpeech(
  { speech }: Pick<Config, 'speech'>,
  { count, ...parts }: { clock: Clock; log: Log; count: CountRendering },
): SpeechFiles | undefined {
  if (speech === undefined) return undefined;
  const synthesizer = countRenderings(new SpeechBreaker(createSynthesizer(speech), parts), count);
  return openSpeechFiles({ ...speech.cache, ...parts, synthesizer });
}

/** Called with what comes of each text, unless the call that it is for is over. */
type CountRendering = (result: 'rendered' | 'failed') => void;

function countRenderings(synthesizer: Synthesizer, count: CountRendering): Synthesizer {
  const { id, readsSsml } = synthesizer;
  return {
    ...{ id, readsSsml },
    async synthesize(utterance, signal) {
      try {
        const audio = await synthesizer.synthesize(utterance, signal);
        count('rendered');
        return audio;
      } catch (error) {
        if (!signal.aborted) count('failed');
        throw error;
      }
    },
  };
}

/** Creates the configured recognizer, which counts what comes of each answer; undefined where none is configured. */
export function createRecognizer(
  { recognition }: Pick<Config, 'recognition'>,
  count: (result: 'recognized' | 'not_understood' | 'failed') => void,
): Recognizer | undefined {
  if (recognition === undefined) return undefined;
  const service = createRecognitionService(recognition);
  return {
    async recognize(...answer) {
      try {
        const text = await service.recognize(...answer);
        count(text === '' ? 'not_understood' : 'recognized');
        return text;
      } catch (error) {
        count('failed');
        throw error;
      }
    },
  };
}

function createSynthesizer({ engine, voices }: SpeechSettings): Synthesizer {
  return engine.kind === 'command'
    ? createSpeechCommand({ command: engine.command, voices })
    : createSpeechService({ ...engine, voices });
}

/** Renders the constant texts of flows in the background, so that the first callers need not wait for them. */
export class RenderingAhead {
  readonly #speech: SpeechFiles | undefined;
  readonly #log: Log;
  readonly #abort = new AbortController();
  #work: Promise<unknown> = Promise.resolve();

  constructor(speech: SpeechFiles | undefined, log: Log) {
    this.#speech = speech;
    this.#log = log;
  }

  /** Begins to render the texts of these flows, after those before. */
  add(flows: readonly CompiledFlow[]): void {
    const [speech, log, { signal }] = [this.#speech, this.#log, this.#abort];
    if (speech === undefined || flows.length === 0) return;
    this.#work = this.#work
      .then(() => renderConstants(flows, speech, { signal }))
      .then(({ rendered, total, failures: [first] }) => {
        if (first === undefined) log.info({ rendered }, 'speech of the flows is rendered');
        else log.error({ rendered, total, err: first.error }, 'cannot render speech');
      })
      .catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'cannot render speech');
      });
  }

  /** Stops after the text in progress. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#work;
  }
}
