import { randomInt } from 'node:crypto';
import { FEED_RETENTION_MS, MIN_FEED_LENGTH } from '../../engine/ports/index.ts';
import type { Feed, FeedEntry } from '../../engine/ports/index.ts';
import { feedKey } from './keys.ts';
import { Script } from './script.ts';
import type { Attempt, Connection } from './script.ts';

const openScript = new Script<string>('open-feed');
const addScript = new Script<null>('add-to-feed');
const readScript = new Script<[id: string, text: string][] | null>('read-feed');

/** A script can take some thousand arguments. */
const ADDED_AT_ONCE = 500;

/** Live events on all nodes of one Redis: a stream for each name, which exists while somebody watches (FEED-3). */
export class RedisFeed implements Feed {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #attempt: Attempt;

  constructor(connection: Connection, prefix: string, attempt: Attempt) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#attempt = attempt;
  }

  open(name: string): Promise<string> {
    return this.#run(openScript, name, [FEED_RETENTION_MS, randomInt(2 ** 40)]);
  }

  isOpen(name: string): Promise<boolean> {
    return this.#attempt(async () => (await this.#connection.exists(feedKey(this.#prefix, name))) === 1);
  }

  async add(name: string, texts: readonly string[]): Promise<void> {
    for (let from = 0; from < texts.length; from += ADDED_AT_ONCE)
      await this.#run(addScript, name, [MIN_FEED_LENGTH, ...texts.slice(from, from + ADDED_AT_ONCE)]);
  }

  async read(name: string, after: string, limit: number): Promise<FeedEntry[] | undefined> {
    const read = await this.#run(readScript, name, [after, limit]);
    return read?.map(([id, text]) => ({ id, text }));
  }

  #run<Output>(script: Script<Output>, name: string, args: (string | number)[]): Promise<Output> {
    return this.#attempt(() => script.run(this.#connection, [feedKey(this.#prefix, name)], args));
  }
}
