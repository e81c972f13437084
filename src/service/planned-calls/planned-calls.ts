/** Plans and cancels calls; both are in the audit log. */
import { hash } from 'node:crypto';
import type { CallId } from '../../call/index.ts';
import { Refusal, retryOnConflict } from '../management/index.ts';
import type { AuditLog, Kept, Principal } from '../management/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { CallStore, Clock } from '../../engine/ports/index.ts';
import type { PlannedDocuments } from './documents.ts';
import { finishPlanned, isSame, createPlanned } from './planned-call.ts';
import type { PlannedCall, PlannedRef, PlannedState, Wanted } from './planned-call.ts';

export interface PlannedCallsOptions {
  documents: PlannedDocuments;
  audit: AuditLog;
  calls: Pick<CallStore, 'load'>;
  /** Returns the id of the call with this key. */
  callOf: (project: string, key: string) => CallId;
  /** Throws an `OperationalError` if such a call could not be placed now: `unknown_flow`, `bad_params`. */
  expectFit: (call: Wanted & { project: string }) => Promise<void>;
  clock: Pick<Clock, 'now'>;
  newId: () => string;
  /** Retention of finished planned calls, ms. */
  retentionMs: number;
  /** Maximum number of planned calls per project, including finished ones. Default: 100,000. */
  most?: number;
}

/** A planned call with its id. */
export interface NamedPlanned {
  id: string;
  planned: PlannedCall;
}

const MAX_AHEAD_MS = 366 * 24 * 3_600_000;
const MAX_PLANNED = 100_000;
const PAGE = 200;
/** Maximum number of documents read for one page. */
const MAX_READS = 20;

export class PlannedCalls {
  readonly #options: PlannedCallsOptions;

  constructor(options: PlannedCallsOptions) {
    this.#options = options;
  }

  /**
   * Plans a call, once per key. Throws a `Refusal`: `invalid_time`, `too_many_planned_calls`; an `OperationalError`:
   * `key_reused`, `unknown_flow`, `bad_params`.
   */
  plan(by: Principal, project: string, { key, ...wanted }: Wanted & { key?: string }): Promise<NamedPlanned> {
    const { documents, audit, clock, newId } = this.#options;
    const id = key === undefined ? newId() : deriveId(key);
    return retryOnConflict(documents.registry, async () => {
      const found = await documents.get({ project, id });
      if (found !== undefined) {
        if (!isSame(found.value.wanted, wanted)) throw toKeyReused(key);
        return { changes: [], result: { id, planned: found.value } };
      }
      await this.#refusePlacedKey(project, key);
      await this.#checkRequest(project, wanted);
      const at = clock.now();
      const planned = createPlanned(wanted, { by: by.id, at });
      const { flow, from, to } = wanted;
      const detail = { from, to, at: new Date(planned.dueAt).toISOString(), id };
      const entry = audit.entry(by, { at, project, action: 'call.plan', subject: flow, detail });
      return {
        changes: [...documents.toAddChanges({ project, id }, planned), entry],
        result: { id, planned },
      };
    });
  }

  /** Throws an `OperationalError`, `key_reused`, if a call was planned with the key. */
  async refusePlannedKey(project: string, key: string): Promise<void> {
    if ((await this.#options.documents.get({ project, id: deriveId(key) })) !== undefined)
      throw toKeyReused(key);
  }

  /** Throws a `Refusal`: `unknown_planned_call`. */
  async get(ref: PlannedRef): Promise<PlannedCall> {
    return (await this.#findExisting(ref)).value;
  }

  /**
   * Lists planned calls of a project in a stable, unspecified order. `after` is the `next` of the previous page. A page may
   * be short, since states are filtered one by one.
   */
  async list(
    project: string,
    { limit, state, after = '' }: { limit: number; state?: PlannedState; after?: string },
  ): Promise<{ items: NamedPlanned[]; next?: string }> {
    const items: NamedPlanned[] = [];
    let next = after;
    for (let look = 0; look < MAX_READS; look += 1) {
      const page = await this.#options.documents.openCollection(project).list({ limit: PAGE, after: next });
      for (const { id, value } of page) {
        next = id;
        if (state === undefined || value.state === state) items.push({ id, planned: value });
        if (items.length === limit) return { items, next };
      }
      if (page.length < PAGE) return { items };
    }
    return { items, next };
  }

  /**
   * Cancels a planned call: a call in progress continues, no further one begins. Repeating it has no effect. Throws a
   * `Refusal`, `unknown_planned_call`; an `OperationalError`, `call_over`, if it is done.
   */
  cancel(by: Principal, ref: PlannedRef): Promise<PlannedCall> {
    const { documents, audit, clock, retentionMs } = this.#options;
    return retryOnConflict(documents.registry, async () => {
      const found = await this.#findExisting(ref);
      const { value } = found;
      if (value.state === 'done')
        throw new OperationalError('call_over', `"${ref.id}" is already done`, { retryable: false });
      if (value.cancelledAt !== undefined) return { changes: [], result: value };
      const at = clock.now();
      const cancelled = { ...value, cancelledAt: at };
      const result = value.state === 'calling' ? cancelled : finishPlanned(cancelled, { at }, retentionMs);
      const { project, id } = ref;
      const entry = { at, project, action: 'call.cancel', subject: value.wanted.flow, detail: { id } };
      const changes = [...(await documents.toReplaceChanges(ref, found, result)), audit.entry(by, entry)];
      return { changes, result };
    });
  }

  async #findExisting(ref: PlannedRef): Promise<Kept<PlannedCall>> {
    const found = await this.#options.documents.get(ref);
    if (found !== undefined) return found;
    throw new Refusal('unknown_planned_call', `there is no planned call "${ref.id}"`);
  }

  /** Refuses a key that has placed a call immediately. */
  async #refusePlacedKey(project: string, key: string | undefined): Promise<void> {
    const { calls, callOf } = this.#options;
    if (key !== undefined && (await calls.load(callOf(project, key))) !== undefined) throw toKeyReused(key);
  }

  async #checkRequest(project: string, wanted: Wanted): Promise<void> {
    const { documents, clock, expectFit, most = MAX_PLANNED } = this.#options;
    const fromNow = wanted.at === undefined ? 1 : wanted.at - clock.now();
    if (fromNow <= 0) throw new Refusal('invalid_time', 'the time of the call is in the past');
    if (fromNow > MAX_AHEAD_MS)
      throw new Refusal('invalid_time', 'the time of the call is more than a year ahead');
    await expectFit({ project, ...wanted });
    if ((await documents.openCollection(project).count()) >= most)
      throw new Refusal('too_many_planned_calls', `"${project}" has ${most} planned calls, the maximum`);
  }
}

/** Finds an unfinished planned call of a project; undefined: there is none. */
export async function findOpenPlanned(
  documents: PlannedDocuments,
  project: string,
): Promise<string | undefined> {
  for await (const { id, value } of documents.openCollection(project).iterate())
    if (value.endedAt === undefined) return id;
  return undefined;
}

/** Derives an id from a key; the key cannot be recovered. */
function deriveId(key: string): string {
  return hash('sha256', `planned ${key}`, 'hex').slice(0, 32);
}

function toKeyReused(key = ''): OperationalError {
  const message = `the key "${key}" was used for a different call; use a new key`;
  return new OperationalError('key_reused', message, { retryable: false });
}
