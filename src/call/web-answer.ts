/** What an attempt to ask a web service came to, and whether it is worth another one. */
import type { WebAnswer } from './web.ts';

/** The first pause between attempts, doubled each time up to the longest, ms. */
const FIRST_PAUSE_MS = 500;
/** A service that asks for a longer pause than this is not asked again: nobody waits so long on the phone. */
const LONGEST_PAUSE_MS = 10_000;

/** How a step that asks a web service can end; `failed` beside it is what went wrong. */
export type Verdict =
  | { outcome: 'ok'; told: string }
  | {
      outcome: 'client_error' | 'server_error' | 'timeout' | 'failed';
      /** For `error.code`. */
      code: string;
      told: string;
      /** The same request may succeed later. */
      isPassing: boolean;
      /** When, at the earliest, ms from now, as the service says. */
      notBeforeMs?: number;
    };

/** Judges an answer that came at this time; without one the service took too long. */
export function judge(answer: WebAnswer | undefined, at: number): Verdict {
  if (answer === undefined) return lost('timeout', 'no answer came in time');
  if ('failed' in answer) return lost(answer.failed, answer.message);
  const { status, headers, body } = answer;
  const told = `the service answered ${status}, ${body.length} characters`;
  if (status >= 200 && status < 300) return { outcome: 'ok', told };
  const code = `http_${status}`;
  const pause = { ...notBefore(headers['retry-after'], at) };
  if (status >= 500) return { outcome: 'server_error', code, told, isPassing: true, ...pause };
  if (status >= 400) return { outcome: 'client_error', code, told, isPassing: status === 429, ...pause };
  return { outcome: 'failed', code, told: `${told}; redirections are not followed`, isPassing: false };
}

/** How long to wait after attempt number `attempt`; undefined when the service wants more time than a caller has. */
export function pauseAfter(attempt: number, notBeforeMs = 0): number | undefined {
  if (notBeforeMs > LONGEST_PAUSE_MS) return undefined;
  return Math.max(notBeforeMs, Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
}

function lost(code: 'timeout' | 'unreachable', told: string): Verdict {
  return { outcome: code === 'timeout' ? 'timeout' : 'failed', code, told, isPassing: true };
}

/** `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3); anything else says nothing. */
function notBefore(header: string | undefined, at: number): { notBeforeMs?: number } {
  if (header === undefined) return {};
  if (/^\d{1,9}$/.test(header)) return { notBeforeMs: Number(header) * 1_000 };
  const until = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(until) ? {} : { notBeforeMs: Math.max(0, until - at) };
}
