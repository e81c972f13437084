import { randomInt } from 'node:crypto';
import { FEED_RETENTION_MS, MIN_FEED_LENGTH } from '../../engine/ports/index.ts';
import type { Feed, FeedEntry } from '../../engine/ports/index.ts';
import { feedKey } from './keys.ts';
import { Script } from './script.ts';
import type { RedisAccess } from './script.ts';

const openScript = new Script<string>('open-feed');
const addScript = new Script<null>('add-to-feed');
const readScript = new Script<[id: string, text: string][] | null>('read-feed');

/** Maximum number of entries per script, which accepts some thousand arguments. */
const MAX_BATCH = 500;

/** Live events of all nodes of one Redis: one stream per name, which exists while somebody watches (FEED-3). */
export class RedisFeed implements Feed {
  readonly #redis: RedisAccess;

  constructor(redis: RedisAccess) {
    this.#redis = redis;
  }

  open(name: string): Promise<string> {
    return this.#run(openScript, name, [FEED_RETENTION_MS, randomInt(2 ** 40)]);
  }

  isOpen(name: string): Promise<boolean> {
    const { connection, prefix, attempt } = this.#redis;
    return attempt(async () => (await connection.exists(feedKey(prefix, name))) === 1);
  }

  async add(name: string, texts: readonly string[]): Promise<void> {
    for (let from = 0; from < texts.length; from += MAX_BATCH)
      await this.#run(addScript, name, [MIN_FEED_LENGTH, ...texts.slice(from, from + MAX_BATCH)]);
  }

  async read(name: string, after: string, limit: number): Promise<FeedEntry[] | undefined> {
    const read = await this.#run(readScript, name, [after, limit]);
    return read?.map(([id, text]) => ({ id, text }));
  }

  #run<Output>(script: Script<Output>, name: string, args: (string | number)[]): Promise<Output> {
    const { connection, prefix, attempt } = this.#redis;
    return attempt(() => script.run(connection, [feedKey(prefix, name)], args));
  }
}
