/** Somewhere outside to which CDRs are brought. */
export interface CdrSink {
  /** Names it among those of a service; what was brought there is remembered under this name. */
  readonly name: string;
  /**
   * Takes some, each a line of JSON without its end. Resolves when they are safe there; what it rejects is brought again,
   * and so may be what it took.
   */
  deliver(lines: readonly string[]): Promise<void>;
}
