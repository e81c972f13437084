/** Speech by a web service that speaks the form of OpenAI: `POST /v1/audio/speech`, answered with a WAV file. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Synthesizer, Utterance } from '../../engine/ports/index.ts';

interface SpeechServiceOptions {
  /** Base URL, with or without `/v1`. */
  url: string;
  /** Bearer token; absent: none is sent. Never part of a message. */
  key?: string;
  model?: string;
  /** Voices of the service, by a language (`de`, `de-AT`) or a voice of a flow. */
  voices?: ReadonlyMap<string, string>;
  /** Maximum time for one text, with repetitions. */
  timeoutMs?: number;
  /** Maximum size of an answer, bytes. */
  maxBytes?: number;
}

const MODEL = 'tts-1';
/** Voice where none is configured: names of voices in flows are those of another engine. */
const VOICE = 'alloy';
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 32 * 1_048_576;
/** Size to which the answer of a failure is read, and the length to which it is repeated. */
const MAX_ERROR_BYTES = 65_536;
const MAX_ERROR_CHARS = 200;
/** Pause before a request is repeated, when the service does not say how long. */
const PAUSE_MS = 500;

/** Creates a synthesizer that asks the service for each text. Marks are not understood: it is given plain text. */
export function createSpeechService(options: SpeechServiceOptions): Synthesizer {
  const { url, key, model = MODEL, voices = new Map<string, string>() } = options;
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const address = `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/audio/speech`;
  const headers = {
    'content-type': 'application/json',
    accept: 'audio/wav',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  return {
    id: `http:${JSON.stringify([address, model, [...voices]])}`,
    readsSsml: false,
    async synthesize(utterance, signal) {
      const voice = findVoice(utterance, voices);
      const body = JSON.stringify({ model, input: utterance.text, voice, response_format: 'wav' });
      const deadline = AbortSignal.timeout(timeoutMs);
      const order = { address, headers, body, maxBytes, endsAt: performance.now() + timeoutMs };
      try {
        return await askUntilAnswered(order, AbortSignal.any([signal, deadline]));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof OperationalError) throw error;
        const why = deadline.aborted ? `it did not answer within ${timeoutMs / 1_000} s` : describe(error);
        throw unavailableError(why);
      }
    },
  };
}

function findVoice({ voice, language }: Utterance, voices: ReadonlyMap<string, string>): string {
  const [base = ''] = language.split('-', 1);
  return voices.get(voice ?? '') ?? voices.get(language) ?? voices.get(base) ?? VOICE;
}

interface Order {
  address: string;
  headers: Record<string, string>;
  body: string;
  maxBytes: number;
  /** Time at which the caller no longer waits, on the clock of `performance`. */
  endsAt: number;
}

/** Repeats a request while the service is limited or overloaded and there is time to wait as long as it asks for. */
async function askUntilAnswered(order: Order, signal: AbortSignal): Promise<Uint8Array> {
  for (;;) {
    const { address: url, headers, body: text, maxBytes } = order;
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(url, {
      method: 'POST',
      headers,
      body: text,
      signal,
    });
    if (statusCode === 200) return await readUpTo(body, maxBytes);
    const said = Buffer.from(await readUpTo(body, MAX_ERROR_BYTES)).toString();
    if (statusCode !== 429 && statusCode !== 503) throw toRefusal(statusCode, said);
    const pauseMs = readRetryAfterMs(answered['retry-after']) ?? PAUSE_MS;
    if (performance.now() + pauseMs >= order.endsAt)
      throw unavailableError(`it answered ${statusCode} and asks to wait ${Math.ceil(pauseMs / 1_000)} s`);
    await sleep(pauseMs, undefined, { signal });
  }
}

/** Reads a body. Throws when it is larger than this. */
async function readUpTo(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw failedError(`its answer has more than ${Math.floor(maxBytes / 1_024)} KB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads seconds or a date, which is taken as a time from now. */
function readRetryAfterMs(header: string | string[] | undefined): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Returns the error for a status. What a service says about a wrong key is not repeated: it may contain the key. */
function toRefusal(status: number, said: string): OperationalError {
  if (status >= 500) return unavailableError(`it answered ${status}`);
  if (status === 401 || status === 403)
    return failedError(`it refused the key with ${status}: check RINGFLOW_SPEECH_KEY`);
  const detail = readDetail(said);
  return failedError(`it answered ${status}${detail === '' ? '' : `: ${detail}`}`);
}

function readDetail(said: string): string {
  try {
    const { error } = JSON.parse(said) as { error?: { message?: unknown } };
    const message = typeof error?.message === 'string' ? error.message : '';
    return message.replace(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS);
  } catch {
    return '';
  }
}

function describe(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function unavailableError(why: string): OperationalError {
  return new OperationalError('speech_unavailable', `the speech service failed: ${why}`, { retryable: true });
}

function failedError(why: string): OperationalError {
  return new OperationalError('speech_failed', `the speech service failed: ${why}`, { retryable: false });
}
