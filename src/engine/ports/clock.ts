/** Time, for the engine: real in the service, driven by hand in tests. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Monotonic time for measuring durations, ms. */
  elapsed(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** Runs `task` at the end of this turn of the event loop, after pending input was read. */
  nextTurn(task: () => void): void;
}
