/** A cache of rendered versions and comparisons. A version never changes, so neither do its renderings. */
import { LRUCache } from 'lru-cache';

/** Maximum size of the cache, in characters. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

type Render = () => Promise<string>;

export class Renderings {
  readonly #cache = new LRUCache<string, string, Render>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (text) => text.length + 1,
    fetchMethod: (_key, _stale, { context: render }) => render(),
  });

  /** Returns the text of this key. Concurrent requests for the same key share one rendering. */
  get(key: readonly string[], render: Render): Promise<string> {
    return this.#cache.forceFetch(key.join(' '), { context: render });
  }
}
