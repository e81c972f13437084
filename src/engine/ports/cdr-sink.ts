/** A destination of CDRs. */
export interface CdrSink {
  /** Unique name within a service; progress is stored under it. */
  readonly name: string;
  /**
   * Delivers CDRs, each a line of JSON without its line break. Resolves when they are stored there. A rejected delivery is
   * repeated, and CDRs may be delivered more than once.
   */
  deliver(lines: readonly string[]): Promise<void>;
}
