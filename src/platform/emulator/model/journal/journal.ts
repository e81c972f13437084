/**
 * What happened, in order, as a person on the line or an operator would tell it. The terminal phone, tests and
 * benchmarks read it. Owns the last entries, not what they mean.
 *
 * 1. `seq` counts from 1 without gaps; entries never change.
 * 2. A request stands before what it caused.
 * 3. At most `capacity` entries are kept, and fewer when they are very long; the oldest go first.
 */
import type { Happening, JournalEntry } from './happening.ts';
import { PagedEntries } from './journal-entries.ts';
import type { JournalEntries } from './journal-entries.ts';

/** The readable side of the journal. */
export interface JournalReader {
  /** Entries after `seq` that are still kept, in order; only those of one call when it is named. */
  after(seq: number, voiceId?: string): JournalEntry[];
  /** Number of the newest entry; 0 before the first. */
  readonly lastSeq: number;
}

export class Journal implements JournalReader {
  readonly #capacity: number;
  readonly #entries: JournalEntries;
  /** Lines that wait for the one of their cause. */
  #held: (() => void)[] | undefined;

  constructor(capacity: number, entries: JournalEntries = new PagedEntries()) {
    this.#capacity = capacity;
    this.#entries = entries;
  }

  get lastSeq(): number {
    return this.#entries.last;
  }

  /** Writes the next line. */
  write(at: number, voiceId: string | undefined, happening: Happening): void {
    if (this.#held === undefined) this.#append(at, voiceId, happening);
    else
      this.#held.push(() => {
        this.#append(at, voiceId, happening);
      });
  }

  /** Runs work that ends with the line of its cause, written by `first`; what is written meanwhile stands behind it. */
  causing<T>(work: (first: Journal['write']) => T): T {
    this.#held = [];
    try {
      return work(this.#append.bind(this));
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const line of held) line();
    }
  }

  #append(at: number, voiceId: string | undefined, happening: Happening): void {
    const seq = this.#entries.last + 1;
    const entry = { seq, at, ...(voiceId !== undefined && { voice_id: voiceId }), ...happening };
    this.#entries.add(entry, seq - this.#capacity + 1);
  }

  after(seq: number, voiceId?: string): JournalEntry[] {
    return this.#entries.from(Math.max(seq, this.lastSeq - this.#capacity, 0) + 1, voiceId);
  }
}
