import { Cluster } from 'ioredis';
import { listCollections } from '../../engine/ports/index.ts';
import type { Change, Document, DocumentPage, Registry } from '../../engine/ports/index.ts';
import { registryKeys } from './keys.ts';
import { Script } from './script.ts';
import type { RedisAccess } from './script.ts';

/** Number of keys per SCAN call. */
const SCAN_COUNT = 1_000;

const writeScript = new Script<number>('write-documents');

/** Stores documents of operators: a hash of documents for each kind, and a sorted set of their ids. */
export class RedisRegistry implements Registry {
  readonly #redis: RedisAccess;

  constructor(redis: RedisAccess) {
    this.#redis = redis;
  }

  get(kind: string, id: string): Promise<Document | undefined> {
    return this.#redis.attempt(async () => {
      const text = await this.#redis.connection.hget(this.#keys(kind).documents, id);
      return text === null ? undefined : parseDocument(id, text);
    });
  }

  list(kind: string, { limit, after = '' }: DocumentPage): Promise<Document[]> {
    const { documents, ids } = this.#keys(kind);
    const { connection, attempt } = this.#redis;
    return attempt(async () => {
      const from = after === '' ? '-' : `(${after}`;
      const page = await connection.zrangebylex(ids, from, '+', 'LIMIT', 0, limit);
      const texts = page.length === 0 ? [] : await connection.hmget(documents, ...page);
      return page.flatMap((id, at) => (texts[at] ? [parseDocument(id, texts[at])] : []));
    });
  }

  count(kind: string): Promise<number> {
    return this.#redis.attempt(() => this.#redis.connection.hlen(this.#keys(kind).documents));
  }

  async write(changes: readonly Change[]): Promise<'written' | 'conflict'> {
    const keys = changes.flatMap(({ kind }) => [this.#keys(kind).documents, this.#keys(kind).ids]);
    const collections = listCollections(changes);
    const documents = changes.flatMap(({ id, was, json = '' }) => [id, was, json]);
    const args = [collections.length, ...collections, ...documents];
    const { revision, revisions } = this.#keys('');
    const { connection, attempt } = this.#redis;
    const written = await attempt(() => writeScript.run(connection, [revision, revisions, ...keys], args));
    return written === 1 ? 'written' : 'conflict';
  }

  /** Scans every key, so it is meant for rare use. */
  kinds(): Promise<string[]> {
    const { connection, attempt } = this.#redis;
    return attempt(async () => {
      const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
      const { documents: before } = this.#keys('');
      const kinds = new Set<string>();
      for (const server of servers)
        for await (const keys of server.scanStream({ match: '*{registry}:d:*', count: SCAN_COUNT }))
          for (const key of keys as string[]) if (key.startsWith(before)) kinds.add(key.slice(before.length));
      return [...kinds];
    });
  }

  revision(collections: readonly string[]): Promise<number> {
    return this.#redis.attempt(async () => {
      const found = await this.#redis.connection.hmget(this.#keys('').revisions, ...collections);
      return Math.max(0, ...found.map(Number));
    });
  }

  #keys(kind: string) {
    return registryKeys(this.#redis.prefix, kind);
  }
}

/** Parses `revision json`, as written by the script. */
function parseDocument(id: string, text: string): Document {
  const end = text.indexOf(' ');
  return { id, revision: Number(text.slice(0, end)), json: text.slice(end + 1) };
}
