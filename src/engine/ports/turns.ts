/**
 * The port by which nodes share the platform's limits on requests per second (voice.md 8, sms.md 8).
 *
 * TURNS-1 The number of turns taken, plus those returned within `restMs`, never exceeds the limit across all nodes.
 * TURNS-2 A turn that is never returned, because its node died, is free again after `longestMs`.
 * TURNS-3 Differences between the clocks of nodes have no effect.
 */
export interface TurnLimit {
  /** Nodes that name the same limit share it. */
  name: string;
  /** Number of turns. */
  turns: number;
  /** Time for which a returned turn still counts, ms. */
  restMs: number;
  /** Time for which a turn that is never returned counts, ms. */
  longestMs: number;
}

export interface Turn {
  /** Returns the turn after the request was answered, or when it is not sent. */
  giveBack(): Promise<void>;
}

export interface Turns {
  /** Takes a turn; when none is free, returns the time until the next try. Throws an `OperationalError` when turns are unavailable. */
  take(limit: TurnLimit): Promise<Turn | { waitMs: number }>;
}
