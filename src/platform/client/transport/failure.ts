/** Failures of an attempt: the error to throw, and the delays before retries. */
import type { RefusalMeaning } from '../../../call/index.ts';
import { CarrierError } from '../../../engine/ports/index.ts';
import { errorCatalogue, readError, getRetryGuidance } from '../../wire/index.ts';
import type { Answer } from './answer-body.ts';

export interface Failure {
  error: CarrierError;
  /** Delays before retries, ms. */
  scheduleMs: readonly number[];
  /** Delay requested by the platform, ms. */
  retryAfterMs?: number;
  /** True when the command may have been carried out, which leaves a retry in doubt (I4). */
  mayBeDone: boolean;
}

/** Context for interpreting a rejected request. */
export interface Understanding {
  /** True when the request names nothing but a call, so that a 404 means that the call is over. */
  aboutCall: boolean;
  /** True for codes of a retry which show that an earlier attempt was carried out (I4). */
  countsAsDone: (code: string) => boolean;
  /** Returns what a code means to the call; absent: nothing. */
  getMeaning?: ((code: string) => RefusalMeaning | undefined) | undefined;
}

const lostScheduleMs = [1_000, 2_000, 4_000];

/** Statuses of a gateway that got no answer from the platform (not in voice.md 7). */
const gatewayStatuses = new Set([502, 504]);

/** Error codes that occur before the request is sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Returns the failure that an answer reports; undefined when the platform accepted the request. */
export function readFailure(
  answer: Answer,
  { aboutCall, countsAsDone, getMeaning }: Understanding,
  redact: (text: string) => string,
): Failure | undefined {
  const refused = readError(answer.status, answer.body.fields);
  if (refused === undefined) return readUnreadable(answer);
  const { retryable, scheduleMs } = gatewayStatuses.has(answer.status)
    ? { retryable: true, scheduleMs: lostScheduleMs }
    : getRetryGuidance(answer.status, refused.code);
  const retryAfterMs = scheduleMs.length > 0 ? parseRetryAfter(answer.retryAfter) : undefined;
  return {
    error: new CarrierError(refused.code, redact(refused.message), {
      retryable,
      httpStatus: answer.status,
      requestId: refused.requestId,
      callEnded: isCallEnded(refused.code, aboutCall),
      doneIfInDoubt: countsAsDone(refused.code),
      means: getMeaning?.(refused.code),
    }),
    scheduleMs,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    mayBeDone: answer.status >= 500,
  };
}

/** Handles a success status whose body is not the platform's, such as the login page of a proxy. */
function readUnreadable({ status, body }: Answer): Failure | undefined {
  if (body.unreadable === undefined) return undefined;
  const message = `the answer with HTTP ${status} cannot be read: ${body.unreadable}`;
  const error = new CarrierError('bad_answer', message, { retryable: false, httpStatus: status });
  return { error, scheduleMs: [], mayBeDone: true };
}

const notFound = '404';

function isCallEnded(code: string, aboutCall: boolean): boolean {
  return (aboutCall || code !== notFound) && errorCatalogue.get(code)?.callEnded === true;
}

/**
 * Returns the failure for a request without an answer. Every request may be retried: PUT and DELETE are idempotent, a
 * POST has an Idempotency-Key.
 */
export function toConnectionFailure(cause: unknown): Failure {
  const reason = getErrorCode(cause);
  const permanent = findPermanentCause(reason);
  if (permanent !== undefined) {
    const options = { retryable: false, httpStatus: 0, cause };
    const error = new CarrierError(permanent.code, permanent.message, options);
    return { error, scheduleMs: [], mayBeDone: false };
  }
  const timedOut = timeouts.has(reason);
  const message = timedOut ? 'the platform did not answer in time' : 'the platform cannot be reached';
  const options = { retryable: true, httpStatus: 0, cause };
  const error = new CarrierError(timedOut ? 'timeout' : 'unreachable', `${message} (${reason})`, options);
  return { error, scheduleMs: lostScheduleMs, mayBeDone: !neverSent.has(reason) };
}

const certificateErrors =
  /CERT|_CRL|^CRL_|SELF_SIGNED|LEAF_SIGNATURE|HOSTNAME_MISMATCH|^INVALID_(CA|PURPOSE)$/;

/** Returns the cause that no retry can fix, if any. */
function findPermanentCause(reason: string): { code: string; message: string } | undefined {
  if (reason === 'UND_ERR_CLOSED' || reason === 'UND_ERR_DESTROYED') return afterClose;
  if (!certificateErrors.test(reason)) return undefined;
  const remedy = 'to trust a private CA, set NODE_EXTRA_CA_CERTS to its certificate file';
  return {
    code: 'bad_certificate',
    message: `the platform’s certificate is not trusted (${reason}); ${remedy}`,
  };
}

/**
 * Returns the error for a request that got no connection. It is not retried, since it would wait in the same queue
 * again.
 */
export function createNoConnectionError(waitedMs: number): CarrierError {
  const message = `no connection to the platform became free within ${waitedMs} ms`;
  return new CarrierError('no_connection', message, { retryable: true, httpStatus: 0 });
}

const afterClose = { code: 'closed', message: 'this client was closed' };

/** Returns the error for a request after `close`. */
export function createClosedError(): CarrierError {
  return new CarrierError(afterClose.code, afterClose.message, { retryable: false, httpStatus: 0 });
}

/** Returns the error for a request that the caller aborted. */
export function createAbortError(signal: AbortSignal): CarrierError {
  const options = { retryable: true, httpStatus: 0, cause: signal.reason as unknown };
  return new CarrierError('aborted', 'aborted before the platform answered', options);
}

/** Returns the error for an accepted request whose answer lacks a member. A retry would not help. */
export function createIncompleteError(missing: string, httpStatus: number): CarrierError {
  const message = `the platform accepted the request, but its answer has no ${missing}`;
  return new CarrierError('bad_answer', message, { retryable: false, httpStatus });
}

function getErrorCode(cause: unknown): string {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no code';
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads seconds or an HTTP date; ignores anything else. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  const date = httpDate.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : date - Date.now();
}
