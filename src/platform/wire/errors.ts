/** The platform's error envelopes in one form: the four of voice.md 7, and those of sms.md 7 and video.md 7. */
import { errorCatalogue } from './error-catalogue.ts';
import { toFields, toText, type Fields } from './fields.ts';

interface WireError {
  /**
   * The platform's code as text. An answer without a code may come from a proxy: then it is `http_409` and so on, or
   * the word in `status`.
   */
  code: string;
  /** Description for people: the platform's own, or the catalogue's meaning. At most 500 characters. */
  message: string;
  /** The platform's id of the request, if any. */
  requestId?: string;
}

interface RetryGuidance {
  /** True when the same request may succeed later. */
  retryable: boolean;
  /** Delays before retries, ms; empty when it should not be retried now. */
  scheduleMs: readonly number[];
}

const MAX_MESSAGE_LENGTH = 500;
const successCodes = new Set(['0', '200', '201', 'success', 'ok']);

/**
 * Returns the error in an answer, if any. Failures also come with HTTP 200, and an error answer need not be JSON:
 * `body` is whatever could be decoded.
 */
export function readError(status: number, body: unknown): WireError | undefined {
  const fields = toFields(body) ?? {};
  const code = getBodyCode(fields) ?? getStatusCode(status, fields);
  if (code === undefined) return undefined;
  const requestId = toText(fields.request_id);
  return {
    code,
    message: getMessage(fields, code, status),
    ...(requestId !== undefined && { requestId }),
  };
}

function getBodyCode({ error_code, event_code, result }: Fields): string | undefined {
  return toFailureCode(error_code) ?? toFailureCode(event_code) ?? toFailureCode(result);
}

function toFailureCode(value: unknown): string | undefined {
  const code = toText(value);
  return code === undefined || successCodes.has(code.toLowerCase()) ? undefined : code;
}

function getStatusCode(status: number, fields: Fields): string | undefined {
  if (status < 200 || status > 299) return `http_${status}`;
  const word = toText(fields.status)?.toLowerCase();
  return word === 'failed' || word === 'error' ? word : undefined;
}

function getMessage(fields: Fields, code: string, status: number): string {
  const message = findMessage(fields) ?? toText(fields.error) ?? findMessage(toFields(fields.error) ?? {});
  return (message ?? errorCatalogue.get(code)?.meaning ?? `HTTP ${status}`).slice(0, MAX_MESSAGE_LENGTH);
}

function findMessage({ message, msg, description, desc, details }: Fields): string | undefined {
  return [message, msg, description, desc, details].map(toText).find((text) => text !== undefined);
}

/** Statuses that voice.md 7.4, sms.md 7 and video.md 7 never retry, whatever the code. */
const statusesNeverRetried = new Set([400, 403, 404, 422]);

/**
 * Returns the specifications' guidance for a code; for the HTTP status when the catalogue lacks the code or its delays.
 */
export function getRetryGuidance(status: number, code: string): RetryGuidance {
  const byStatus = errorCatalogue.get(String(status));
  const entry = errorCatalogue.get(code) ?? byStatus;
  const retryable = !statusesNeverRetried.has(status) && (entry?.retryable ?? status >= 500);
  return { retryable, scheduleMs: retryable ? (entry?.scheduleMs ?? byStatus?.scheduleMs ?? []) : [] };
}
