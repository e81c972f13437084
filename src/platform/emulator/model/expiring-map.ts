/** A map whose entries expire a fixed time after they were set. Times are virtual, ms. */
export class ExpiringMap<Value> {
  readonly #lifetimeMs: number;
  /** Oldest first. */
  readonly #entries = new Map<string, { value: Value; until: number }>();

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.until > now ? entry.value : undefined;
  }

  /** Sets an entry and drops expired ones. */
  set(key: string, value: Value, now: number): void {
    for (const [old, { until }] of this.#entries) {
      if (until > now) break;
      this.#entries.delete(old);
    }
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now + this.#lifetimeMs });
  }
}
