/**
 * Numbered texts, the newest of them, outside the heap: objects would fill it, and every collection would go through them.
 *
 * Owns: the pages. Does not own: what the texts mean.
 *
 * 1. Texts are numbered from 1 without gaps; every text is whole, in one page.
 * 2. No more than `maxBytes` are held, whole pages at a time, but always the newest text; the oldest go first.
 */

const pageBytes = 64 * 1_024;
const maxBytes = 64 * 1_024 * 1_024;
/** Of one UTF-16 unit, in UTF-8. */
const maxUnitBytes = 3;

interface Page {
  bytes: Buffer;
  /** Number of its first text. */
  first: number;
  /** Where each of its texts ends. */
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

  /** Adds a text; texts before the number `oldest` are not needed any more. */
  write(text: string, oldest: number): void {
    const needed = text.length * maxUnitBytes;
    const page = this.#pageFor(needed, oldest);
    const start = page.ends.at(-1) ?? 0;
    page.ends.push(start + page.bytes.write(text, start));
    this.#last += 1;
  }

  /** The texts from a number on, as far as they are held. */
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

  /** Lets old pages go; gives the bytes of one of that size for use again. */
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
