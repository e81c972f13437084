/** Why a call or a bridge ended, in the platform's words (voice.md 6; all but the first two are observed). */
import type { Party } from '../settings.ts';

export type DisconnectReason = KnownReason | OtherReason;

type KnownReason = 'Normal Clearing' | 'User Busy' | 'No Answer' | 'Call Rejected' | 'Unreachable';

/** A reason that a party's settings name; the platform may send any text. */
type OtherReason = string & Record<never, never>;

/** How reaching somebody turns out, and after how long. */
interface Reaching {
  ms: number;
  /** Undefined: they answer. */
  failure: DisconnectReason | undefined;
}

const failures = {
  answers: undefined,
  busy: 'User Busy',
  no_answer: 'No Answer',
  rejects: 'Call Rejected',
  fails: 'Unreachable',
  unreachable: 'Unreachable',
} as const;

/** What comes of ringing a person, when the platform gives up after `ringTimeoutMs`. */
export function reach(party: Party, ringTimeoutMs: number): Reaching {
  const intent = party.on_ring ?? 'answers';
  const ms =
    party.afterMs ??
    { answers: 1_000, busy: 0, no_answer: ringTimeoutMs, rejects: 1_000, fails: 1_000, unreachable: 0 }[
      intent
    ];
  if (ms >= ringTimeoutMs) return { ms: ringTimeoutMs, failure: 'No Answer' };
  return { ms, failure: intent === 'fails' ? (party.reason ?? failures.fails) : failures[intent] };
}
