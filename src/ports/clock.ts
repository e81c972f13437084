/** Time, for the engine: real in the service, driven by hand in tests. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}
