/** Where a journal keeps its entries. They are numbered from 1 without gaps. */
import { JournalPages } from './journal-pages.ts';
import type { JournalEntry } from './happening.ts';
import { hideAddressSecrets } from './redact.ts';

export interface JournalEntries {
  /** Number of the newest entry; 0 before the first. */
  readonly last: number;
  /** Adds the next entry; those before the number `oldest` are not needed any more. */
  add(entry: JournalEntry, oldest: number): void;
  /** The entries from a number on, as far as they are kept; only those of one call when it is named. */
  from(first: number, voiceId?: string): JournalEntry[];
}

/** As JSON outside the heap, without the secrets of addresses: for a platform that runs for days. */
export class PagedEntries implements JournalEntries {
  readonly #pages = new JournalPages();

  get last(): number {
    return this.#pages.last;
  }

  add(entry: JournalEntry, oldest: number): void {
    this.#pages.write(hideAddressSecrets(JSON.stringify(entry)), oldest);
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

/** As they are, all of them: for a platform that is gone after one call. */
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
