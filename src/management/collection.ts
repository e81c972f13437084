/** Documents of one kind, as values. What a document says was checked when it was written. */
import type { Change, DocumentPage, Registry } from '../ports/index.ts';

/** A value with its place in the registry. */
export interface Kept<Value> {
  id: string;
  /** Named by whoever changes it; 0 would be: there is none. */
  revision: number;
  value: Value;
}

export class Collection<Value> {
  readonly #registry: Pick<Registry, 'get' | 'list' | 'count'>;
  readonly kind: string;

  /** `within` tells apart collections of the same things, for instance those of each project. */
  constructor(registry: Pick<Registry, 'get' | 'list' | 'count'>, name: string, within?: string) {
    this.#registry = registry;
    this.kind = within === undefined ? name : `${name}/${within}`;
  }

  async get(id: string): Promise<Kept<Value> | undefined> {
    const found = await this.#registry.get(this.kind, id);
    return found && { id, revision: found.revision, value: JSON.parse(found.json) as Value };
  }

  /** In the order of their ids. */
  async list(page: DocumentPage): Promise<Kept<Value>[]> {
    const documents = await this.#registry.list(this.kind, page);
    return documents.map(({ id, revision, json }) => ({ id, revision, value: JSON.parse(json) as Value }));
  }

  /** All of them, a page at a time. */
  async *all(): AsyncGenerator<Kept<Value>> {
    for (let after = ''; ;) {
      const page = await this.list({ limit: PAGE, after });
      yield* page;
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return;
      after = last.id;
    }
  }

  count(): Promise<number> {
    return this.#registry.count(this.kind);
  }

  /** For a write: the new value, where there is none or instead of the one kept. */
  change(id: string, was: Kept<Value> | undefined, value: Value): Change {
    return { kind: this.kind, id, was: was?.revision ?? 0, json: JSON.stringify(value) };
  }

  /** For a write: it goes. */
  removal({ id, revision }: Kept<Value>): Change {
    return { kind: this.kind, id, was: revision, json: undefined };
  }
}

const PAGE = 500;
