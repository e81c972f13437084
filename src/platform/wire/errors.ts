/** The platform's error envelopes as one: the four of voice.md 7, those of sms.md 7 and video.md 7. */
import { errorCatalogue } from './error-catalogue.ts';
import { asFields, asText, type Fields } from './fields.ts';

/** A refusal, whichever envelope it came in. */
interface WireError {
  /**
   * The platform's code as text. An answer that names none need not be the platform's, but may be that of a proxy before it:
   * then it is `http_409` and so on, or the word of its `status`.
   */
  code: string;
  /** For people; what the platform said, else the catalogue's meaning. At most 500 characters. */
  message: string;
  /** The platform's name for the request, when it gave one. */
  requestId?: string;
}

/** What to do about a refusal. */
interface RetryGuidance {
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /** How long to wait before each repetition, ms; empty: not to be repeated now. */
  scheduleMs: readonly number[];
}

const longestMessage = 500;
const successCodes = new Set(['0', '200', '201', 'success', 'ok']);

/**
 * The refusal in an answer; undefined when it is none. Business failures come with HTTP 200 too, and an error answer
 * need not be JSON: `body` is whatever could be decoded.
 */
export function readError(status: number, body: unknown): WireError | undefined {
  const fields = asFields(body) ?? {};
  const code = bodyCode(fields) ?? statusCode(status, fields);
  if (code === undefined) return undefined;
  const requestId = asText(fields.request_id);
  return {
    code,
    message: messageOf(fields, code, status),
    ...(requestId !== undefined && { requestId }),
  };
}

function bodyCode({ error_code, event_code, result }: Fields): string | undefined {
  return failureCode(error_code) ?? failureCode(event_code) ?? failureCode(result);
}

function failureCode(value: unknown): string | undefined {
  const code = asText(value);
  return code === undefined || successCodes.has(code.toLowerCase()) ? undefined : code;
}

function statusCode(status: number, fields: Fields): string | undefined {
  if (status < 200 || status > 299) return `http_${status}`;
  const word = asText(fields.status)?.toLowerCase();
  return word === 'failed' || word === 'error' ? word : undefined;
}

function messageOf(fields: Fields, code: string, status: number): string {
  const said = saidIn(fields) ?? asText(fields.error) ?? saidIn(asFields(fields.error) ?? {});
  return (said ?? errorCatalogue.get(code)?.meaning ?? `HTTP ${status}`).slice(0, longestMessage);
}

function saidIn({ message, msg, description, desc, details }: Fields): string | undefined {
  return [message, msg, description, desc, details].map(asText).find((text) => text !== undefined);
}

/** Statuses that voice.md 7.4, sms.md 7 and video.md 7 never repeat unchanged, whatever the code beside them. */
const neverRepeated = new Set([400, 403, 404, 422]);

/**
 * The specifications' guidance: by the code; by the HTTP status where the catalogue does not have the code, or has no
 * waits for it.
 */
export function retryGuidance(status: number, code: string): RetryGuidance {
  const byStatus = errorCatalogue.get(String(status));
  const entry = errorCatalogue.get(code) ?? byStatus;
  const retryable = !neverRepeated.has(status) && (entry?.retryable ?? status >= 500);
  return { retryable, scheduleMs: retryable ? (entry?.scheduleMs ?? byStatus?.scheduleMs ?? []) : [] };
}
