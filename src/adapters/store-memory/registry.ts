import { listCollections } from '../../engine/ports/index.ts';
import type { Change, Document, DocumentPage, Registry } from '../../engine/ports/index.ts';

/** Documents of operators in memory; satisfies REGISTRY-1 to REGISTRY-4. */
export class MemoryRegistry implements Registry {
  readonly #kinds = new Map<string, Map<string, Document>>();
  /** Revisions by collection. */
  readonly #revisions = new Map<string, number>();
  #revision = 0;

  get(kind: string, id: string): Promise<Document | undefined> {
    return Promise.resolve(this.#kinds.get(kind)?.get(id));
  }

  list(kind: string, { limit, after = '' }: DocumentPage): Promise<Document[]> {
    const behind = [...(this.#kinds.get(kind)?.values() ?? [])].filter(({ id }) => id > after);
    return Promise.resolve(behind.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit));
  }

  count(kind: string): Promise<number> {
    return Promise.resolve(this.#kinds.get(kind)?.size ?? 0);
  }

  write(changes: readonly Change[]): Promise<'written' | 'conflict'> {
    const isUnchanged = ({ kind, id, was }: Change) =>
      (this.#kinds.get(kind)?.get(id)?.revision ?? 0) === was;
    if (!changes.every(isUnchanged)) return Promise.resolve('conflict');
    this.#revision += 1;
    for (const change of changes) this.#apply(change);
    for (const name of listCollections(changes)) this.#revisions.set(name, this.#revision);
    return Promise.resolve('written');
  }

  kinds(): Promise<string[]> {
    return Promise.resolve([...this.#kinds].flatMap(([kind, { size }]) => (size === 0 ? [] : [kind])));
  }

  revision(collections: readonly string[]): Promise<number> {
    return Promise.resolve(Math.max(0, ...collections.map((name) => this.#revisions.get(name) ?? 0)));
  }

  #apply({ kind, id, json }: Change): void {
    const documents = this.#kinds.get(kind) ?? new Map<string, Document>();
    this.#kinds.set(kind, documents);
    if (json === undefined) documents.delete(id);
    else documents.set(id, { id, revision: this.#revision, json });
  }
}
