/** Speech by a web service that speaks the form of OpenAI: `POST /v1/audio/speech`, answered with a WAV file. */
import type { Synthesizer, Utterance } from '../../engine/ports/index.ts';
import { askService, toAddress, type WebService } from './ask-service.ts';

interface SpeechServiceOptions extends WebService {
  /** Voices of the service, by a language (`de`, `de-AT`) or a voice of a flow. */
  voices?: ReadonlyMap<string, string>;
  /** Maximum size of an answer, bytes. */
  maxBytes?: number;
}

const MODEL = 'tts-1';
/** Voice where none is configured: names of voices in flows are those of another engine. */
const VOICE = 'alloy';
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 32 * 1_048_576;

/** Creates a synthesizer that asks the service for each text. Marks are not understood: it is given plain text. */
export function createSpeechService(options: SpeechServiceOptions): Synthesizer {
  const { url, key, model = MODEL, voices = new Map<string, string>() } = options;
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const address = toAddress(url, 'speech');
  return {
    id: `http:${JSON.stringify([address, model, [...voices]])}`,
    readsSsml: false,
    synthesize(utterance, signal) {
      const voice = findVoice(utterance, voices);
      const body = JSON.stringify({ model, input: utterance.text, voice, response_format: 'wav' });
      const headers = { 'content-type': 'application/json', accept: 'audio/wav' };
      const order = { address, key, keySetting: 'RINGFLOW_SPEECH_KEY', headers, body, maxBytes, timeoutMs };
      return askService(order, signal);
    },
  };
}

function findVoice({ voice, language }: Utterance, voices: ReadonlyMap<string, string>): string {
  const [base = ''] = language.split('-', 1);
  return voices.get(voice ?? '') ?? voices.get(language) ?? voices.get(base) ?? VOICE;
}
