/**
 * The most recent numbered texts, stored outside the heap, where they cost no garbage collection.
 *
 * Owns the pages. Does not own the meaning of the texts.
 *
 * PAGES-1. Texts are numbered from 1 without gaps; a text lies within one page.
 * PAGES-2. Beyond `maxBytes` the oldest pages are dropped; the newest text is always kept.
 */

const pageBytes = 64 * 1_024;
const maxBytes = 64 * 1_024 * 1_024;
/** Maximum UTF-8 size of a UTF-16 unit. */
const maxUnitBytes = 3;

interface Page {
  bytes: Buffer;
  /** Number of its first text. */
  first: number;
  /** End offset of each text. */
  ends: number[];
}

export class JournalPages {
  readonly #pages: Page[] = [];
  #bytes = 0;
  #last = 0;

  /** Number of the newest text; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** Adds a text and may drop those before number `oldest`. */
  write(text: string, oldest: number): void {
    const needed = text.length * maxUnitBytes;
    const page = this.#pageFor(needed, oldest);
    const start = page.ends.at(-1) ?? 0;
    page.ends.push(start + page.bytes.write(text, start));
    this.#last += 1;
  }

  /** Returns the stored texts from a number on. */
  *read(from: number): Generator<string> {
    const index = this.#pages.findLastIndex(({ first }) => first <= from);
    for (const { bytes, first, ends } of this.#pages.slice(Math.max(index, 0))) {
      for (let at = Math.max(from - first, 0); at < ends.length; at += 1)
        yield bytes.toString('utf8', ends[at - 1] ?? 0, ends[at]);
    }
  }

  #pageFor(needed: number, oldest: number): Page {
    const current = this.#pages.at(-1);
    if (current && current.bytes.length - (current.ends.at(-1) ?? 0) >= needed) return current;
    const size = Math.max(needed, pageBytes);
    const bytes = this.#drop(size, oldest) ?? Buffer.allocUnsafeSlow(size);
    const page = { bytes, first: this.#last + 1, ends: [] };
    this.#pages.push(page);
    this.#bytes += size;
    return page;
  }

  /** Drops old pages; returns the buffer of one of that size for reuse. */
  #drop(size: number, oldest: number): Buffer | undefined {
    let free: Buffer | undefined;
    while (this.#bytes + size > maxBytes || (this.#pages[1]?.first ?? Infinity) <= oldest) {
      const page = this.#pages.shift();
      if (page === undefined) break;
      this.#bytes -= page.bytes.length;
      if (page.bytes.length === size) free = page.bytes;
    }
    return free;
  }
}
