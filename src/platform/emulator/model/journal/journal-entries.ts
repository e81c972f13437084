/** Storage of journal entries, which are numbered from 1 without gaps. */
import { JournalPages } from './journal-pages.ts';
import type { JournalEntry } from '../../views/index.ts';
import { redactUrls } from './redact.ts';

export interface JournalEntries {
  /** Number of the newest entry; 0 before the first. */
  readonly last: number;
  /** Adds the next entry and may drop those before number `oldest`. */
  add(entry: JournalEntry, oldest: number): void;
  /** Returns the stored entries from a number on, optionally of one call only. */
  from(first: number, voiceId?: string): JournalEntry[];
}

/** Stores entries as JSON outside the heap, without secrets in addresses: for a platform that runs for days. */
export class PagedEntries implements JournalEntries {
  readonly #pages = new JournalPages();

  get last(): number {
    return this.#pages.last;
  }

  add(entry: JournalEntry, oldest: number): void {
    this.#pages.write(redactUrls(JSON.stringify(entry)), oldest);
  }

  from(first: number, voiceId?: string): JournalEntry[] {
    const found: JournalEntry[] = [];
    const name = voiceId === undefined ? '' : JSON.stringify(voiceId);
    for (const text of this.#pages.read(first)) {
      if (!text.includes(name)) continue;
      const entry = JSON.parse(text) as JournalEntry;
      if (voiceId === undefined || entry.voice_id === voiceId) found.push(entry);
    }
    return found;
  }
}

/** Stores all entries as objects: for a platform that is used for one call. */
export class PlainEntries implements JournalEntries {
  readonly #entries: JournalEntry[] = [];

  get last(): number {
    return this.#entries.length;
  }

  add(entry: JournalEntry): void {
    this.#entries.push(entry);
  }

  from(first: number, voiceId?: string): JournalEntry[] {
    const entries = this.#entries.slice(first - 1);
    return voiceId === undefined ? entries : entries.filter(({ voice_id }) => voice_id === voiceId);
  }
}
