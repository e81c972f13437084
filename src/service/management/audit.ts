/** What was changed, by whom and when: an entry is written in the write that makes the change, or neither is there. */
import type { Change, Registry } from '../../engine/ports/index.ts';
import { ALL_PROJECTS } from './access.ts';
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
/** So many entries of one millisecond are kept in their order. */
const IN_ORDER = 9_999;

/** So many entries are looked at for a page that holds those of some projects. */
const MAX_LOOKED_AT = 1_000;

export class AuditLog {
  readonly #entries: Collection<AuditEntry>;
  readonly #newId: () => string;
  /** The last entry: when it was, and how many of this node were in the same millisecond before it. */
  #last = { at: -1, before: 0 };

  constructor(registry: Registry, newId: () => string) {
    this.#entries = new Collection<AuditEntry>(registry, 'audit');
    this.#newId = newId;
  }

  /** For the write that makes the change. */
  entry(
    { id: by, requestId }: Pick<Principal, 'id' | 'requestId'>,
    entry: Omit<AuditEntry, 'by' | 'requestId'>,
  ): Change {
    return this.#entries.change(this.#idAt(entry.at), undefined, {
      ...entry,
      by,
      ...(requestId !== undefined && { requestId }),
    });
  }

  #idAt(at: number): string {
    this.#last = { at, before: at === this.#last.at ? this.#last.before + 1 : 0 };
    const place = Math.max(0, IN_ORDER - this.#last.before);
    const digits = [String(NEVER - at).padStart(DIGITS, '0'), String(place).padStart(4, '0')];
    return [...digits, this.#newId()].join('-');
  }

  /**
   * A page, newest first. With `only` it holds the entries of these projects; it may then hold less than its limit, or nothing,
   * though there is a next page, since so many entries at most are looked at for one.
   */
  async list(
    { limit, after }: { limit: number; after?: string },
    only: typeof ALL_PROJECTS | readonly string[],
  ): Promise<{ items: AuditEntry[]; next?: string }> {
    const size = only === ALL_PROJECTS ? limit + 1 : MAX_LOOKED_AT;
    const read = await this.#entries.list({ limit: size, ...(after && { after }) });
    const shown = read.filter(({ value }) => only === ALL_PROJECTS || only.includes(value.project));
    const last = shown.length > limit ? shown[limit - 1] : read.length === size ? read.at(-1) : undefined;
    return {
      items: shown.slice(0, limit).map(({ value }) => value),
      ...(last !== undefined && { next: last.id }),
    };
  }
}
