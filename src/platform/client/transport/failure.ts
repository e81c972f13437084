/** What can go wrong with one attempt, as the error to throw and the waits before further attempts. */
import { PlatformError } from '../../../engine/ports/index.ts';
import { errorCatalogue, readError, retryGuidance } from '../../wire/index.ts';
import type { Answer } from './answer-body.ts';

export interface Failure {
  error: PlatformError;
  /** How long to wait before each repetition, ms. */
  scheduleMs: readonly number[];
  /** What the platform asked for, where it is longer than the schedule, ms. */
  retryAfterMs?: number;
  /** The platform may have carried the command out all the same: a repetition finds it in doubt (I4). */
  mayBeDone: boolean;
}

/** How refusals of a request are to be understood. */
export interface Understanding {
  /** The request names a call and nothing else: what is not found is the call, which is over then. */
  aboutCall: boolean;
  /** Whether this code, refusing a repetition, says that an earlier attempt had been carried out (I4). */
  countsAsDone: (code: string) => boolean;
}

const lostScheduleMs = [1_000, 2_000, 4_000];

/** Statuses with which a gateway before the platform says that it got no answer (voice.md 7 does not know them). */
const gatewayStatuses = new Set([502, 504]);

/** Codes of errors before the request had left. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** The refusal in an answer; undefined when the platform took the request. */
export function refusal(
  answer: Answer,
  { aboutCall, countsAsDone }: Understanding,
  redact: (text: string) => string,
): Failure | undefined {
  const refused = readError(answer.status, answer.body.fields);
  if (refused === undefined) return unreadable(answer);
  const { retryable, scheduleMs } = gatewayStatuses.has(answer.status)
    ? { retryable: true, scheduleMs: lostScheduleMs }
    : retryGuidance(answer.status, refused.code);
  const retryAfterMs = scheduleMs.length > 0 ? parseRetryAfter(answer.retryAfter) : undefined;
  return {
    error: new PlatformError(refused.code, redact(refused.message), {
      retryable,
      httpStatus: answer.status,
      requestId: refused.requestId,
      callEnded: saysCallEnded(refused.code, aboutCall),
      doneIfInDoubt: countsAsDone(refused.code),
    }),
    scheduleMs,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    mayBeDone: answer.status >= 500,
  };
}

/** Success with a body that is not the platform's: a login page, say, which carried out nothing. */
function unreadable({ status, body }: Answer): Failure | undefined {
  if (body.unreadable === undefined) return undefined;
  const message = `the answer with HTTP ${status} cannot be read: ${body.unreadable}`;
  const error = new PlatformError('bad_answer', message, { retryable: false, httpStatus: status });
  return { error, scheduleMs: [], mayBeDone: true };
}

const notFound = '404';

function saysCallEnded(code: string, aboutCall: boolean): boolean {
  return (aboutCall || code !== notFound) && errorCatalogue.get(code)?.callEnded === true;
}

/** No answer came. Every request may be repeated: a PUT or DELETE by its verb, a POST by its Idempotency-Key. */
export function lost(cause: unknown): Failure {
  const reason = errorCode(cause);
  const hopeless = hopelessness(reason);
  if (hopeless !== undefined) {
    const options = { retryable: false, httpStatus: 0, cause };
    const error = new PlatformError(hopeless.code, hopeless.message, options);
    return { error, scheduleMs: [], mayBeDone: false };
  }
  const timedOut = timeouts.has(reason);
  const message = timedOut ? 'the platform did not answer in time' : 'the platform cannot be reached';
  return {
    error: new PlatformError(timedOut ? 'timeout' : 'unreachable', `${message} (${reason})`, {
      retryable: true,
      httpStatus: 0,
      cause,
    }),
    scheduleMs: lostScheduleMs,
    mayBeDone: !neverSent.has(reason),
  };
}

/** Node's and OpenSSL's names for what may be wrong with a certificate. */
const certificateTrouble =
  /CERT|_CRL|^CRL_|SELF_SIGNED|LEAF_SIGNATURE|HOSTNAME_MISMATCH|^INVALID_(CA|PURPOSE)$/;

/** What no repetition mends; undefined when one may. */
function hopelessness(reason: string): { code: string; message: string } | undefined {
  if (reason === 'UND_ERR_CLOSED' || reason === 'UND_ERR_DESTROYED') return afterClose;
  if (!certificateTrouble.test(reason)) return undefined;
  const remedy = 'if its issuer is one of your own, name the issuer’s file in NODE_EXTRA_CA_CERTS';
  return {
    code: 'bad_certificate',
    message: `the platform’s certificate is not trusted (${reason}); ${remedy}`,
  };
}

/** All connections are in use: repeating the request would only put it into the same queue again. */
export function congested(waitedMs: number): PlatformError {
  const message = `no connection to the platform became free within ${waitedMs} ms`;
  return new PlatformError('no_connection', message, { retryable: true, httpStatus: 0 });
}

const afterClose = { code: 'closed', message: 'this client was closed' };

/** Nothing is taken any more. */
export function closed(): PlatformError {
  return new PlatformError(afterClose.code, afterClose.message, { retryable: false, httpStatus: 0 });
}

/** The caller gave up. */
export function aborted(signal: AbortSignal): PlatformError {
  const options = { retryable: true, httpStatus: 0, cause: signal.reason as unknown };
  return new PlatformError('aborted', 'given up before the platform answered', options);
}

/** The platform took the request but did not say what the answer is for: repeating it would not help. */
export function incomplete(missing: string, httpStatus: number): PlatformError {
  return new PlatformError('bad_answer', `the platform took the request but gave no ${missing}`, {
    retryable: false,
    httpStatus,
  });
}

function errorCode(cause: unknown): string {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no code';
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds or an HTTP date; anything else is as good as no header. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  const date = httpDate.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : date - Date.now();
}
