import { FEED_RETENTION_MS, MIN_FEED_LENGTH } from '../../engine/ports/index.ts';
import type { Clock, Feed, FeedEntry } from '../../engine/ports/index.ts';

interface Kept {
  entries: FeedEntry[];
  openUntil: number;
}

/** Live events of this process only; ids of other processes are unknown (FEED-2). */
export class MemoryFeed implements Feed {
  readonly #clock: Clock;
  readonly #feeds = new Map<string, Kept>();
  readonly #began: number;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
  }

  open(name: string): Promise<string> {
    const feed = this.#live(name) ?? { entries: [this.#entry('')], openUntil: 0 };
    feed.openUntil = this.#clock.now() + FEED_RETENTION_MS;
    this.#feeds.set(name, feed);
    return Promise.resolve(feed.entries.at(-1)?.id ?? '');
  }

  isOpen(name: string): Promise<boolean> {
    return Promise.resolve(this.#live(name) !== undefined);
  }

  add(name: string, texts: readonly string[]): Promise<void> {
    const feed = this.#live(name);
    if (feed !== undefined)
      feed.entries = [...feed.entries, ...texts.map((text) => this.#entry(text))].slice(-MIN_FEED_LENGTH);
    return Promise.resolve();
  }

  read(name: string, after: string, limit: number): Promise<FeedEntry[] | undefined> {
    const entries = this.#live(name)?.entries ?? [];
    const at = entries.findLastIndex(({ id }) => id === after);
    return Promise.resolve(at === -1 ? undefined : entries.slice(at + 1, at + 1 + limit));
  }

  #live(name: string): Kept | undefined {
    const feed = this.#feeds.get(name);
    if (feed === undefined || feed.openUntil > this.#clock.now()) return feed;
    this.#feeds.delete(name);
    return undefined;
  }

  #entry(text: string): FeedEntry {
    this.#count += 1;
    return { id: `${this.#began}-${this.#count}`, text };
  }
}
