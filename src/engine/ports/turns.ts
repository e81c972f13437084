/**
 * The port behind which nodes keep the platform's limits on requests per second together (voice.md 8, sms.md 8).
 *
 * TURNS-1 The turns that are out, and those given back within `restMs`, are never more than the limit says, whoever has them.
 * TURNS-2 A turn that nobody gives back, because its node died, is free again after `longestMs`.
 * TURNS-3 The clocks of the nodes do not matter.
 */
export interface TurnLimit {
  /** Nodes that name the same limit share it. */
  name: string;
  /** Number of turns. */
  turns: number;
  /** Time for which a turn counts after it was given back, ms. */
  restMs: number;
  /** Time for which a turn that is never given back counts, ms. */
  longestMs: number;
}

export interface Turn {
  /** The request was answered, or never left. */
  giveBack(): Promise<void>;
}

export interface Turns {
  /** Takes a turn; where none is free, returns the time until the next try. Throws an `OperationalError` while the limit is unknown. */
  take(limit: TurnLimit): Promise<Turn | { waitMs: number }>;
}
