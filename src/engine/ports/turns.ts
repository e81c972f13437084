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
  /** How many turns there are. */
  turns: number;
  /** So long a turn still counts when it was given back, ms. */
  restMs: number;
  /** So long it counts when it is not, ms. */
  longestMs: number;
}

export interface Turn {
  /** The request was answered, or never left. */
  giveBack(): Promise<void>;
}

export interface Turns {
  /** A turn; or, where all are taken, after how many ms to ask again. Throws an `OperationalError` when nobody can say. */
  take(limit: TurnLimit): Promise<Turn | { waitMs: number }>;
}
