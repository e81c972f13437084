/** Classifies the answers of web services and decides about retries. */
import { MAX_PAUSE_MS, computePause } from '../language/model/index.ts';
import { formatReason } from './note-text.ts';
import type { Reason } from './notes.ts';
import type { WebAnswer } from './web.ts';
import { shortenForNote } from './workload.ts';

/** Result of one request to a web service. */
type Verdict =
  | { outcome: 'ok'; reason: Reason }
  | {
      outcome: 'client_error' | 'server_error' | 'timeout' | 'failed';
      reason: Reason;
      /** For `error.code` and `error.message`. */
      code: string;
      message: string;
      /** A retry may succeed. */
      isRetryable: boolean;
      /** Minimum pause before a retry that the service asks for, ms. */
      notBeforeMs?: number;
    };

/** Classifies an answer that came at this time; no answer is a timeout. */
export function judgeAnswer(answer: WebAnswer | undefined, at: number): Verdict {
  if (answer === undefined) return toFailure('timeout');
  if ('failed' in answer) return toFailure(answer.failed, answer.message);
  const { status, headers, body } = answer;
  const reason = { kind: 'answered', status, chars: body.length } as const;
  if (status >= 200 && status < 300) return { outcome: 'ok', reason };
  const told = { reason, code: `http_${status}`, message: formatReason(reason) };
  const pause = { ...parseRetryAfter(headers['retry-after'], at) };
  if (status >= 500) return { outcome: 'server_error', ...told, isRetryable: true, ...pause };
  if (status >= 400) return { outcome: 'client_error', ...told, isRetryable: status === 429, ...pause };
  return { outcome: 'failed', ...told, isRetryable: false };
}

/**
 * Returns the pause before the retry that follows attempt number `attempt`, ms; undefined when a retry is pointless or the
 * service asks for too long a pause.
 */
export function findPause(verdict: Verdict, attempt: number): number | undefined {
  if (verdict.outcome === 'ok' || !verdict.isRetryable) return undefined;
  const { notBeforeMs = 0 } = verdict;
  return notBeforeMs > MAX_PAUSE_MS ? undefined : Math.max(notBeforeMs, computePause(attempt));
}

function toFailure(code: Extract<WebAnswer, { failed: string }>['failed'], detail?: string): Verdict {
  const isRetryable = code !== 'egress_denied';
  const reason: Reason = { kind: code, ...(detail !== undefined && { detail: shortenForNote(detail) }) };
  const message = detail ?? formatReason(reason);
  return { outcome: code === 'timeout' ? 'timeout' : 'failed', reason, code, message, isRetryable };
}

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3); anything else is ignored. */
function parseRetryAfter(header: string | undefined, at: number): { notBeforeMs?: number } {
  if (header === undefined) return {};
  if (/^\d{1,9}$/.test(header)) return { notBeforeMs: Number(header) * 1_000 };
  const until = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(until) ? {} : { notBeforeMs: Math.max(0, until - at) };
}
