/** Reasons for the end of a call or bridge (voice.md 6; all but the first two are observed). */
import type { Party } from '../settings.ts';

export type DisconnectReason = KnownReason | OtherReason;

type KnownReason = 'Normal Clearing' | 'User Busy' | 'No Answer' | 'Call Rejected' | 'Unreachable';

/** Any other text, as given in a party's settings. */
type OtherReason = string & Record<never, never>;

interface RingOutcome {
  ms: number;
  /** Undefined when they answer. */
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

/** Returns the outcome of ringing a person, with a ring timeout. */
export function decideOutcome(party: Party, ringTimeoutMs: number): RingOutcome {
  const intent = party.on_ring ?? 'answers';
  const ms =
    party.afterMs ??
    { answers: 1_000, busy: 0, no_answer: ringTimeoutMs, rejects: 1_000, fails: 1_000, unreachable: 0 }[
      intent
    ];
  if (ms >= ringTimeoutMs) return { ms: ringTimeoutMs, failure: 'No Answer' };
  return { ms, failure: intent === 'fails' ? (party.reason ?? failures.fails) : failures[intent] };
}
