/** Recognition of speech by a web service that speaks the form of OpenAI: `POST /v1/audio/transcriptions`. */
import { randomUUID } from 'node:crypto';
import type { Recognizer } from '../../engine/ports/index.ts';
import { askService, failedError, toAddress, type WebService } from './ask-service.ts';

const MODEL = 'whisper-1';
/** A caller waits in silence meanwhile. */
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 262_144;

/** Creates a recognizer that sends each answer to the service. */
export function createRecognitionService(options: WebService): Recognizer {
  const { url, key, model = MODEL, timeoutMs = TIMEOUT_MS } = options;
  const address = toAddress(url, 'transcriptions');
  return {
    async recognize(audio, language, signal) {
      // The service knows languages, not countries.
      const spoken = language === undefined ? {} : { language: language.split('-', 1)[0] ?? '' };
      const { type, body } = renderForm({ model, response_format: 'json', ...spoken }, audio);
      const headers = { 'content-type': type, accept: 'application/json' };
      const order = { address, key, keySetting: 'RINGFLOW_RECOGNITION_KEY', headers, body };
      const answer = await askService({ ...order, maxBytes: MAX_BYTES, timeoutMs }, signal);
      return readText(Buffer.from(answer).toString());
    },
  };
}

/** Renders a form with a WAV file: a body that can be sent again. */
function renderForm(fields: Record<string, string>, audio: Uint8Array): { type: string; body: Buffer } {
  const boundary = `ringflow-${randomUUID()}`;
  const begin = (disposition: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `${begin(`name="${name}"`)}\r\n${value.replaceAll(/[\r\n]/g, ' ')}\r\n`,
  );
  const file = `${begin('name="file"; filename="answer.wav"')}content-type: audio/wav\r\n\r\n`;
  const parts = [Buffer.from(texts.join('') + file), audio, Buffer.from(`\r\n--${boundary}--\r\n`)];
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

function readText(answer: string): string {
  const text = readMember(answer);
  if (text === undefined) throw failedError('its answer is no transcription');
  return text.trim();
}

function readMember(answer: string): string | undefined {
  try {
    const { text } = JSON.parse(answer) as { text?: unknown };
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
