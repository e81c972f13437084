import type { Change, Document, DocumentPage, Registry } from '../../ports/index.ts';

/** What operators set up, in maps: promises Y1 to Y4, and forgets with the process. */
export class MemoryRegistry implements Registry {
  readonly #kinds = new Map<string, Map<string, Document>>();
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
    const isFirst = ({ kind, id, was }: Change) => (this.#kinds.get(kind)?.get(id)?.revision ?? 0) === was;
    if (!changes.every(isFirst)) return Promise.resolve('conflict');
    this.#revision += 1;
    for (const change of changes) this.#make(change);
    return Promise.resolve('written');
  }

  revision(): Promise<number> {
    return Promise.resolve(this.#revision);
  }

  #make({ kind, id, json }: Change): void {
    const documents = this.#kinds.get(kind) ?? new Map<string, Document>();
    this.#kinds.set(kind, documents);
    if (json === undefined) documents.delete(id);
    else documents.set(id, { id, revision: this.#revision, json });
  }
}
