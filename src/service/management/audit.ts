/** The audit log: each entry is written in the same write as its change. */
import type { Change, Registry } from '../../engine/ports/index.ts';
import { ALL_PROJECTS } from './access.ts';
import type { Principal } from './access.ts';
import { Collection } from './collection.ts';

export interface AuditEntry {
  /** ms since the epoch. */
  at: number;
  /** The principal, as `Principal.id`. */
  by: string;
  /** Id of the request; absent outside of requests. */
  requestId?: string;
  /** Id of the project; `*`: the service. */
  project: string;
  /** The action, such as `flow.deploy`. */
  action: string;
  /** The target, such as `front-desk`. */
  subject: string;
  /** Further details; never a secret. */
  detail: Record<string, string | number | boolean>;
}

/** Later than any entry, with 14 digits, so that newer entries sort first. */
const NEVER = 99_999_999_999_999;
const DIGITS = 14;
/** Maximum number of entries per millisecond whose order is kept. */
const MAX_ORDERED = 9_999;

/** Maximum number of entries read for one filtered page. */
const MAX_READ = 1_000;

export class AuditLog {
  readonly #entries: Collection<AuditEntry>;
  readonly #newId: () => string;
  /** Time of the last entry, and its number within that millisecond on this node. */
  #last = { at: -1, before: 0 };

  constructor(registry: Registry, newId: () => string) {
    this.#entries = new Collection<AuditEntry>(registry, 'audit');
    this.#newId = newId;
  }

  /** Returns the change that adds an entry, for the write of the audited change. */
  entry(
    { id: by, requestId }: Pick<Principal, 'id' | 'requestId'>,
    entry: Omit<AuditEntry, 'by' | 'requestId'>,
  ): Change {
    return this.#entries.change(this.#toEntryId(entry.at), undefined, {
      ...entry,
      by,
      ...(requestId !== undefined && { requestId }),
    });
  }

  #toEntryId(at: number): string {
    this.#last = { at, before: at === this.#last.at ? this.#last.before + 1 : 0 };
    const place = Math.max(0, MAX_ORDERED - this.#last.before);
    const digits = [String(NEVER - at).padStart(DIGITS, '0'), String(place).padStart(4, '0')];
    return [...digits, this.#newId()].join('-');
  }

  /**
   * Reads a page, newest first. `only` filters by project; a filtered page may be short or empty although there is a next
   * one, since the number of reads is limited.
   */
  async list(
    { limit, after }: { limit: number; after?: string },
    only: typeof ALL_PROJECTS | readonly string[],
  ): Promise<{ items: AuditEntry[]; next?: string }> {
    const size = only === ALL_PROJECTS ? limit + 1 : MAX_READ;
    const read = await this.#entries.list({ limit: size, ...(after && { after }) });
    const shown = read.filter(({ value }) => only === ALL_PROJECTS || only.includes(value.project));
    const last = shown.length > limit ? shown[limit - 1] : read.length === size ? read.at(-1) : undefined;
    return {
      items: shown.slice(0, limit).map(({ value }) => value),
      ...(last !== undefined && { next: last.id }),
    };
  }
}
