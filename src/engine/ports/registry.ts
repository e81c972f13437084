/**
 * The port that stores the documents of operators: deployed flows, routes, projects, keys, campaigns. A document is JSON text
 * under a kind and an id. A contract suite (test/adapters/contracts/registry.ts) specifies what every adapter promises.
 *
 * Owns: documents and their revisions. Does not own: what a document means, who may change it.
 *
 * REGISTRY-1 A write is atomic, however many documents it changes.
 * REGISTRY-2 A change names the revision that it replaces; if another writer was first, the whole write is a conflict.
 * REGISTRY-3 Revisions are never reused, not even after a document was removed and created again.
 * REGISTRY-4 `revision` increases with every write to one of the named collections and with no other write, so that nodes
 *    notice changes and reload only what has changed.
 * REGISTRY-5 Everything reported as written survives a crash of the process.
 * REGISTRY-6 A registry may encrypt the ids of a kind; its documents are then listed in another, stable order.
 */

/** A document of an operator. */
export interface Document {
  /** 1 to 200 printable ASCII characters without a space. */
  id: string;
  /** Revision of its last change; increases with every change. */
  revision: number;
  json: string;
}

/** The change of one document in a write. */
export interface Change {
  /**
   * The kind of the document: 1 to 200 printable ASCII characters without a space. The part before its first `/` is the
   * collection whose `revision` increases.
   */
  kind: string;
  id: string;
  /** The revision that is replaced; 0 creates the document. */
  was: number;
  /** The new text; undefined removes the document. */
  json: string | undefined;
}

/** A page of the documents of a kind. */
export interface DocumentPage {
  /** Maximum number of documents; at least 1. */
  limit: number;
  /** Id of the last document of the previous page. */
  after?: string;
}

/** Every member throws an `OperationalError` when the store is unavailable, locked or full. */
export interface Registry {
  get(kind: string, id: string): Promise<Document | undefined>;
  /** Documents of a kind in the order of the bytes of their ids. */
  list(kind: string, page: DocumentPage): Promise<Document[]>;
  /** Number of documents of a kind. */
  count(kind: string): Promise<number>;
  /** Makes all changes or, after a conflict, none. A document may be changed once in a write. */
  write(changes: readonly Change[]): Promise<'written' | 'conflict'>;
  /** All kinds of the stored documents, in no order. */
  kinds(): Promise<string[]>;
  /** Revision of the last write to any of these collections, in all projects; 0 when there was none. */
  revision(collections: readonly string[]): Promise<number>;
}

/** Lists the collections that a write changes, each once. */
export function listCollections(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ kind }) => kind.replace(/\/.*/s, '')))];
}
