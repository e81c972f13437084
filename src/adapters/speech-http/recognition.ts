/** Recognition of speech by a web service that speaks the form of OpenAI: `POST /v1/audio/transcriptions`. */
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
      const [spoken] = language?.split('-', 1) ?? [];
      const form = new FormData();
      form.set('model', model);
      form.set('response_format', 'json');
      if (spoken !== undefined) form.set('language', spoken);
      form.set('file', new Blob([Uint8Array.from(audio)], { type: 'audio/wav' }), 'answer.wav');
      const { type, body } = await renderForm(form);
      const headers = { 'content-type': type, accept: 'application/json' };
      const order = { address, key, keySetting: 'RINGFLOW_RECOGNITION_KEY', headers, body };
      const answer = await askService({ ...order, maxBytes: MAX_BYTES, timeoutMs }, signal);
      return readText(Buffer.from(answer).toString());
    },
  };
}

/** Renders a form to a body that can be sent again. */
async function renderForm(form: FormData): Promise<{ type: string; body: Buffer }> {
  const rendered = new Response(form);
  const type = rendered.headers.get('content-type') ?? '';
  return { type, body: Buffer.from(await rendered.arrayBuffer()) };
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
