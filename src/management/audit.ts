/** What was changed, by whom and when: an entry is written in the write that makes the change, or neither is there. */
import type { Change, Registry } from '../ports/index.ts';
import type { Principal } from './access.ts';
import { Collection } from './collection.ts';

export interface AuditEntry {
  /** ms since the epoch. */
  at: number;
  /** Whose doing it was, as `Principal.id`. */
  by: string;
  /** The request that did it, as its answer names it; absent where there was none. */
  requestId?: string;
  /** Id of the project that it was done to; `*`: to the service. */
  project: string;
  /** What was done, such as `flow.deploy`. */
  action: string;
  /** What it was done to, such as `front-desk`. */
  subject: string;
  /** What else there is to know; never a secret. */
  detail: Record<string, string | number | boolean>;
}

/** Later than any entry; of 14 digits, so that newer entries sort before older ones. */
const NEVER = 99_999_999_999_999;
const DIGITS = 14;

export class AuditLog {
  readonly #entries: Collection<AuditEntry>;
  readonly #newId: () => string;

  constructor(registry: Registry, newId: () => string) {
    this.#entries = new Collection<AuditEntry>(registry, 'audit');
    this.#newId = newId;
  }

  /** For the write that makes the change. */
  entry(
    { id: by, requestId }: Pick<Principal, 'id' | 'requestId'>,
    entry: Omit<AuditEntry, 'by' | 'requestId'>,
  ): Change {
    const id = `${String(NEVER - entry.at).padStart(DIGITS, '0')}-${this.#newId()}`;
    return this.#entries.change(id, undefined, {
      ...entry,
      by,
      ...(requestId !== undefined && { requestId }),
    });
  }

  /** Newest first, with the cursor of each. */
  async list(page: { limit: number; after?: string }): Promise<(AuditEntry & { cursor: string })[]> {
    return (await this.#entries.list(page)).map(({ id, value }) => ({ ...value, cursor: id }));
  }
}
