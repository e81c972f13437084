import { Cluster } from 'ioredis';
import { listCollections } from '../../engine/ports/index.ts';
import type { Change, Document, DocumentPage, Registry } from '../../engine/ports/index.ts';
import { registryKeys } from './keys.ts';
import { Script } from './script.ts';
import type { Attempt, Connection } from './script.ts';

/** Keys that are looked at before others have their turn. */
const SCANNED = 1_000;

const writeScript = new Script<number>('write-documents');

/** Stores documents of operators: a hash of documents for each kind, and a sorted set of their ids. */
export class RedisRegistry implements Registry {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #attempt: Attempt;

  constructor(connection: Connection, prefix: string, attempt: Attempt) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#attempt = attempt;
  }

  get(kind: string, id: string): Promise<Document | undefined> {
    return this.#attempt(async () => {
      const text = await this.#connection.hget(this.#keys(kind).documents, id);
      return text === null ? undefined : parseDocument(id, text);
    });
  }

  list(kind: string, { limit, after = '' }: DocumentPage): Promise<Document[]> {
    const { documents, ids } = this.#keys(kind);
    return this.#attempt(async () => {
      const from = after === '' ? '-' : `(${after}`;
      const page = await this.#connection.zrangebylex(ids, from, '+', 'LIMIT', 0, limit);
      const texts = page.length === 0 ? [] : await this.#connection.hmget(documents, ...page);
      return page.flatMap((id, at) => (texts[at] ? [parseDocument(id, texts[at])] : []));
    });
  }

  count(kind: string): Promise<number> {
    return this.#attempt(() => this.#connection.hlen(this.#keys(kind).documents));
  }

  async write(changes: readonly Change[]): Promise<'written' | 'conflict'> {
    const keys = changes.flatMap(({ kind }) => [this.#keys(kind).documents, this.#keys(kind).ids]);
    const collections = listCollections(changes);
    const documents = changes.flatMap(({ id, was, json = '' }) => [id, was, json]);
    const args = [collections.length, ...collections, ...documents];
    const { revision, revisions } = this.#keys('');
    const written = await this.#attempt(() =>
      writeScript.run(this.#connection, [revision, revisions, ...keys], args),
    );
    return written === 1 ? 'written' : 'conflict';
  }

  /** Looks at every key, which is for what is seldom done. */
  kinds(): Promise<string[]> {
    return this.#attempt(async () => {
      const connection = this.#connection;
      const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
      const { documents: before } = this.#keys('');
      const kinds = new Set<string>();
      for (const server of servers)
        for await (const keys of server.scanStream({ match: '*{registry}:d:*', count: SCANNED }))
          for (const key of keys as string[]) if (key.startsWith(before)) kinds.add(key.slice(before.length));
      return [...kinds];
    });
  }

  revision(collections: readonly string[]): Promise<number> {
    return this.#attempt(async () => {
      const found = await this.#connection.hmget(this.#keys('').revisions, ...collections);
      return Math.max(0, ...found.map(Number));
    });
  }

  #keys(kind: string) {
    return registryKeys(this.#prefix, kind);
  }
}

/** From `revision json`, as the script keeps it. */
function parseDocument(id: string, text: string): Document {
  const end = text.indexOf(' ');
  return { id, revision: Number(text.slice(0, end)), json: text.slice(end + 1) };
}
