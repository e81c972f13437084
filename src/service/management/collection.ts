/**
 * A typed collection of documents. Contents are validated when they are written. A document of an earlier release is
 * converted when read; one of a later release throws `document_newer`.
 */
import { OperationalError } from '../../engine/ports/index.ts';
import type { Change, Document, DocumentPage, Registry } from '../../engine/ports/index.ts';
import { Formats } from '../../call/formats/index.ts';
import type { Stored } from '../../call/formats/index.ts';

/** Migrations of document formats by collection. None has changed since the first release. */
const formats: Readonly<Record<string, Formats>> = {};
const FIRST_FORMAT = new Formats([]);

/** A value with its id and revision. */
export interface Kept<Value> {
  id: string;
  /** Revision for conditional writes; 0 stands for a missing document. */
  revision: number;
  value: Value;
}

export class Collection<Value> {
  readonly #registry: Pick<Registry, 'get' | 'list' | 'count'>;
  readonly kind: string;
  readonly #formats: Formats;

  /** `within` separates collections of the same kind, for instance by project. */
  constructor(registry: Pick<Registry, 'get' | 'list' | 'count'>, name: string, within?: string) {
    this.#registry = registry;
    this.#formats = formats[name.split('/', 1).join()] ?? FIRST_FORMAT;
    this.kind = within === undefined ? name : `${name}/${within}`;
  }

  async get(id: string): Promise<Kept<Value> | undefined> {
    const found = await this.#registry.get(this.kind, id);
    return found && this.#read(found);
  }

  /** Reads a page, ordered by id. */
  async list(page: DocumentPage): Promise<Kept<Value>[]> {
    const documents = await this.#registry.list(this.kind, page);
    return documents.map((document) => this.#read(document));
  }

  async *iterate(): AsyncGenerator<Kept<Value>> {
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

  /** Returns the change that creates or replaces a value. */
  change(id: string, was: Kept<Value> | undefined, value: Value): Change {
    const { newest } = this.#formats;
    const json = JSON.stringify(newest === 1 ? value : { ...value, format: newest });
    return { kind: this.kind, id, was: was?.revision ?? 0, json };
  }

  /** Returns the change that deletes a value. */
  toRemoval({ id, revision }: Kept<Value>): Change {
    return { kind: this.kind, id, was: revision, json: undefined };
  }

  #read({ id, revision, json }: Document): Kept<Value> {
    const stored = JSON.parse(json) as Stored;
    if (this.#formats.isNewer(stored)) throw toNewerError(this.kind, id);
    return { id, revision, value: this.#formats.upgrade(stored) as Value };
  }
}

/** Adds items that are not stored to a page of stored ones, which are preferred, in the order of the cursor. */
export function mergePages<Name extends string, Item extends Record<Name, string>>(
  stored: readonly Item[],
  others: readonly Item[],
  { limit, after = '', cursor }: DocumentPage & { cursor: Name },
): Item[] {
  const known = new Set(stored.map((one) => one[cursor]));
  const added = others.filter((one) => one[cursor] > after && !known.has(one[cursor]));
  const all = [...stored, ...added].sort((one, other) => (one[cursor] < other[cursor] ? -1 : 1));
  return all.slice(0, limit);
}

function toNewerError(kind: string, id: string): OperationalError {
  const message = `the document ${id} of ${kind} was written by a newer release: upgrade this node`;
  return new OperationalError('document_newer', message, { retryable: true });
}

const PAGE = 500;
