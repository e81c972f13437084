/**
 * The port behind which is kept what operators set up: flows in service, routes, projects, keys, campaigns. Each thing is
 * a document, JSON text under a kind and an id. One contract suite (test/adapters/contracts/registry.ts) says what every adapter
 * promises.
 *
 * Owns: documents and their revisions. Does not own: what a document means, who may change it.
 *
 * REGISTRY-1 A write is all or nothing, however many documents it changes.
 * REGISTRY-2 A change names the revision that it changes; where another writer was first the whole write is a conflict.
 * REGISTRY-3 No document has a revision that an earlier one had, not even after it was removed and made anew.
 * REGISTRY-4 `revision` tells a greater number after every write to one of the collections named, and the same one while there was
 *    none, so that a node that asks sees what it has not heard of, and reads nothing again for what does not concern it.
 * REGISTRY-5 What was reported as written survives the death of the process.
 * REGISTRY-6 A registry may hide the ids of a kind; documents of that kind are listed in an order of its own, always the same.
 */

/** A document of an operator. */
export interface Document {
  /** 1 to 200 printable ASCII characters without a space. */
  id: string;
  /** Of its last change; a later one is greater. */
  revision: number;
  json: string;
}

/** One document's part in a write. */
export interface Change {
  /**
   * Which things it belongs to; 1 to 200 printable ASCII characters without a space. What stands before its first `/`, or all
   * of it, is the collection whose `revision` it changes.
   */
  kind: string;
  id: string;
  /** The revision that is changed; 0: there is none yet. */
  was: number;
  /** The new text; undefined: it is removed. */
  json: string | undefined;
}

/** Which documents of a kind. */
export interface DocumentPage {
  /** At most so many; at least 1. */
  limit: number;
  /** Only those whose id is greater than this; the last one of the page before. */
  after?: string;
}

/** Every member throws an `OperationalError` when the store is away, locked or full. */
export interface Registry {
  get(kind: string, id: string): Promise<Document | undefined>;
  /** Documents of a kind in the order of the bytes of their ids. */
  list(kind: string, page: DocumentPage): Promise<Document[]>;
  /** Number of documents of a kind. */
  count(kind: string): Promise<number>;
  /** Makes every change or, for a conflict, none; says which. A document may be changed once in a write. */
  write(changes: readonly Change[]): Promise<'written' | 'conflict'>;
  /** Kinds of which there are documents, in no order. */
  kinds(): Promise<string[]>;
  /** Revision of the last write to any of these collections, in all projects; 0 when there was none. */
  revision(collections: readonly string[]): Promise<number>;
}

/** The collections that a write changes, each once. */
export function listCollections(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ kind }) => kind.replace(/\/.*/s, '')))];
}
