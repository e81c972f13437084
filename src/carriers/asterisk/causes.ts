/** Converts the causes with which Asterisk ends channels (ITU-T Q.850, and its own) to reasons of ours. */
import type { EndReason } from '../../call/index.ts';
import type { AriEvent } from './ari-event.ts';

/** The end of a channel as its event tells. */
export interface Hangup {
  cause?: number | undefined;
  /** The SIP status behind it. */
  techCause?: number | undefined;
  /** Asterisk's words. */
  text?: string | undefined;
}

const NO_ANSWER = 19;

/** The end of an inbound call that the dial plan refused because nobody took it within its limit. */
export const UNTAKEN: Hangup = { cause: NO_ANSWER, text: 'refused by Asterisk: not taken in time' };

/** Asterisk's own cause. */
const ENDED_BY_REQUEST = 32;

const reasons = new Map<number, EndReason>([
  [16, 'normal'],
  [17, 'busy'],
  [18, 'no_answer'],
  [NO_ANSWER, 'no_answer'],
  [21, 'rejected'],
  [ENDED_BY_REQUEST, 'normal'],
]);

/** The SIP status of a caller who gave up before the call was answered. */
const REQUEST_TERMINATED = 487;

/** Returns why a call ended. A hang-up without a cause is a BYE. */
export function toEndReason({ cause, techCause }: Hangup): EndReason {
  if (cause === undefined || cause === 0 || techCause === REQUEST_TERMINATED) return 'normal';
  return reasons.get(cause) ?? 'failed';
}

/** Returns why a party left or was never reached. A party that we stop calling did not answer. */
export function toPartyEndReason(hangup: Hangup, hasTalked: boolean): EndReason {
  if (hasTalked) return 'normal';
  const reason = toEndReason(hangup);
  return reason === 'normal' ? 'no_answer' : reason;
}

/** Returns what the trace shows of a hang-up. */
export function describeHangup({ cause, techCause, text }: Hangup): { detail?: string } {
  if (cause === ENDED_BY_REQUEST) return { detail: 'ended by Ringflow' };
  const sip = techCause === undefined ? [] : [`SIP ${techCause}`];
  const words = [...(text === undefined ? [] : [text]), ...(cause === undefined ? [] : [`cause ${cause}`])];
  const detail = [...words, ...sip].join(', ');
  return detail === '' ? {} : { detail };
}

/** Returns what an event says about a hang-up. */
export function toHangup({ cause, techCause, causeText }: AriEvent): Hangup {
  return { cause, techCause, text: causeText };
}
