/** Asks a web service in the form of OpenAI, again while it is limited or overloaded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';
import { OperationalError } from '../../engine/ports/index.ts';

/** Size to which the answer of a failure is read, and the length to which it is repeated. */
const MAX_ERROR_BYTES = 65_536;
const MAX_ERROR_CHARS = 200;
/** Pause before a request is repeated, when the service does not say how long. */
const PAUSE_MS = 500;

/** A service as it is configured. */
export interface WebService {
  /** Base URL, with or without `/v1`. */
  url: string;
  /** Bearer token; absent: none is sent. Never part of a message. */
  key?: string;
  model?: string;
  /** Maximum time for one text or answer, with repetitions. */
  timeoutMs?: number;
}

/** Returns the address of a service. */
export function toAddress(url: string, path: string): string {
  return `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/audio/${path}`;
}

interface Order {
  address: string;
  key: string | undefined;
  /** The setting with the key, for the message when it is refused. */
  keySetting: string;
  headers: Record<string, string>;
  body: string | Buffer;
  maxBytes: number;
  timeoutMs: number;
}

/** Returns the answer. Throws an `OperationalError` when there is none in time, or a refusal. */
export async function askService(order: Order, signal: AbortSignal): Promise<Uint8Array> {
  const { timeoutMs } = order;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await askUntilAnswered(order, {
      signal: AbortSignal.any([signal, deadline]),
      endsAt: performance.now() + timeoutMs,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OperationalError) throw error;
    const why = deadline.aborted ? `it did not answer within ${timeoutMs / 1_000} s` : describe(error);
    throw unavailableError(why);
  }
}

/** Repeats a request while there is time to wait as long as the service asks for. */
async function askUntilAnswered(
  order: Order,
  { signal, endsAt }: { signal: AbortSignal; endsAt: number },
): Promise<Uint8Array> {
  for (;;) {
    const { address, key, body: content, maxBytes } = order;
    const { statusCode, headers, body } = await request(address, {
      method: 'POST',
      headers: { ...order.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: content,
      signal,
    });
    if (statusCode === 200) return await readUpTo(body, maxBytes);
    const said = Buffer.from(await readUpTo(body, MAX_ERROR_BYTES)).toString();
    if (statusCode !== 429 && statusCode !== 503) throw toRefusal(statusCode, said, order);
    const pauseMs = readRetryAfterMs(headers['retry-after']) ?? PAUSE_MS;
    if (performance.now() + pauseMs >= endsAt)
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
function toRefusal(status: number, said: string, { keySetting }: Order): OperationalError {
  if (status >= 500) return unavailableError(`it answered ${status}`);
  if (status === 401 || status === 403)
    return failedError(`it refused the key with ${status}: check ${keySetting}`);
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

/** Returns the error of an answer that nobody can use. */
export function failedError(why: string): OperationalError {
  return new OperationalError('speech_failed', `the speech service failed: ${why}`, { retryable: false });
}
