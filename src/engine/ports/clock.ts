/** Time, for the engine: real in the service, driven by hand in tests. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** ms since a moment of its own, which no setting of the clock changes: for how long something takes. */
  elapsed(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** Runs `task` once the process has taken in what has arrived, at the end of this turn of the event loop. */
  nextTurn(task: () => void): void;
}
