/**
 * A log of everything that happened on the platform, in order. The terminal phone, tests and benchmarks read it. Owns
 * the latest entries, not their meaning.
 *
 * JOURNAL-1. `seq` counts from 1 without gaps; entries never change.
 * JOURNAL-2. A request precedes its effects.
 * JOURNAL-3. At most `capacity` entries are kept, fewer when they are very long; the oldest are dropped first.
 */
import type { Happening, JournalEntry } from '../../views/index.ts';
import { PagedEntries, type JournalEntries } from './journal-entries.ts';

/** Read access to the journal. */
export interface JournalReader {
  /** Returns the entries after `seq` that are still kept, in order, optionally of one call only. */
  readAfter(seq: number, voiceId?: string): JournalEntry[];
  /** Number of the newest entry; 0 before the first. */
  readonly lastSeq: number;
}

export class Journal implements JournalReader {
  readonly #capacity: number;
  readonly #entries: JournalEntries;
  /** Entries that wait for the entry of their cause. */
  #held: (() => void)[] | undefined;

  constructor(capacity: number, entries: JournalEntries = new PagedEntries()) {
    this.#capacity = capacity;
    this.#entries = entries;
  }

  get lastSeq(): number {
    return this.#entries.last;
  }

  write(at: number, voiceId: string | undefined, happening: Happening): void {
    if (this.#held === undefined) this.#append(at, voiceId, happening);
    else
      this.#held.push(() => {
        this.#append(at, voiceId, happening);
      });
  }

  /** Runs work that writes the entry of its cause with `first`; entries written meanwhile follow it. */
  runCausing<T>(work: (first: Journal['write']) => T): T {
    this.#held = [];
    try {
      return work(this.#append.bind(this));
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const append of held) append();
    }
  }

  #append(at: number, voiceId: string | undefined, happening: Happening): void {
    const seq = this.#entries.last + 1;
    const entry = { seq, at, ...(voiceId !== undefined && { voice_id: voiceId }), ...happening };
    this.#entries.add(entry, seq - this.#capacity + 1);
  }

  readAfter(seq: number, voiceId?: string): JournalEntry[] {
    return this.#entries.from(Math.max(seq, this.lastSeq - this.#capacity, 0) + 1, voiceId);
  }
}
