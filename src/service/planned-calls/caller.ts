/**
 * What places planned calls when they are due, on this node, and sees what became of them. Several nodes may do so at once.
 *
 * Owns: when it looks. Does not own: what is so of a planned call, which stands in the registry.
 *
 * P2 Each attempt is one call: it is asked for under a key made of the planned call and the number of the attempt, after
 *    that was written down. Whoever finds it so asks again under the same key until there is a record of the call, so
 *    neither a crash before nor one after it loses or doubles the call.
 * P3 Every change names the revision that it changes. Where another writer was first, nothing is changed; what is to be
 *    done then is seen at the next look.
 * P4 In doubt nobody is called: not where the record may have been forgotten, nor long after the time, nor once it was
 *    taken back.
 */
import { ASKED_AFTER_MS, resultOf } from '../campaigns/index.ts';
import type { CampaignDocuments, WantedCall } from '../campaigns/index.ts';
import type { CallId, CallRecord } from '../../call/index.ts';
import type { Kept } from '../management/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { CallStore, Clock, Log } from '../../engine/ports/index.ts';
import type { PlannedDocuments } from './documents.ts';
import { begun, concluded, ended, LATEST_MS, unplaced } from './planned-call.ts';
import type { CameTo, PlannedCall, PlannedRef } from './planned-call.ts';

export interface CallerOptions {
  documents: PlannedDocuments;
  /** Numbers that nobody may call; their ids are the numbers. */
  barred: CampaignDocuments['barred'];
  calls: Pick<CallStore, 'load'>;
  /** Places a call, once for each key. Throws an `OperationalError`, such as `unknown_flow` or `bad_params`. */
  dial: (call: WantedCall) => Promise<CallId>;
  /** The id of the call that is placed under a key. */
  callOf: (project: string, key: string) => CallId;
  clock: Clock;
  log: Log;
  /** So long at least the record of a call is kept after its end, and what became of a planned one, ms. */
  retentionMs: number;
  watch?: PlannedWatch;
}

/** Hears what this node does for planned calls. What hears must not throw. */
export interface PlannedWatch {
  /** A call is about to be placed. */
  placed(project: string): void;
  /** A planned call is over. */
  concluded(project: string, result: string): void;
}

/** Planned calls of a project whose time has come and that are not placed yet. */
export interface Pending {
  calls: number;
  /** The earliest of their times, ms since the epoch. */
  since: number;
}

/** How often it is looked for what is due, ms. */
const LOOK_MS = 1_000;

export class Caller {
  readonly #options: CallerOptions;
  #cancel: () => void = () => undefined;
  #looking: Promise<void> | undefined;
  #isStopped = false;
  /** By project, as the last whole look found it. */
  #pending: ReadonlyMap<string, Pending> = new Map();

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /** Begins to look for what is due; takes up what an earlier process left. */
  start(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.clock.after(LOOK_MS, () => {
      this.#looking = this.look()
        .catch((error: unknown) => {
          this.#options.log.warn({ err: error }, 'cannot list due planned calls');
        })
        .finally(() => {
          this.start();
        });
    });
  }

  /** Places no more calls; resolves when what is under way is finished. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#looking;
  }

  /** What was due and not placed when this node looked last, by project; it looks every second. */
  pending(): ReadonlyMap<string, Pending> {
    return this.#pending;
  }

  /** Does once what there is to do by now. One with which something is wrong keeps no other waiting. */
  async look(): Promise<void> {
    const { documents, clock, log } = this.#options;
    const pending = new Map<string, Pending>();
    for await (const ref of documents.due(clock.now())) {
      if (this.#isStopped) return;
      await this.#see(ref, pending).catch((error: unknown) => {
        log.warn({ ...ref, err: error }, 'planned call step failed; it will be retried');
      });
    }
    this.#pending = pending;
  }

  async #see(ref: PlannedRef, pending: Map<string, Pending>): Promise<void> {
    const kept = await this.#options.documents.get(ref);
    if (kept?.value.state === 'waiting') {
      addPending(pending, ref, kept.value);
      await this.#begin(ref, kept);
    } else if (kept?.value.state === 'calling') await this.#judge(ref, kept, pending);
    else if (kept !== undefined) await this.#change(ref, kept, undefined);
  }

  async #begin(ref: PlannedRef, kept: Kept<PlannedCall>): Promise<void> {
    const { callOf, clock, retentionMs } = this.#options;
    const { value } = kept;
    const at = clock.now();
    if (at - value.dueAt > LATEST_MS) {
      await this.#change(ref, kept, ended(value, { result: 'missed', at }, retentionMs));
      return;
    }
    const calling = begun(value, callOf(ref.project, keyOf(ref, value.calls.length + 1)), at);
    if (!(await this.#change(ref, kept, calling))) return;
    this.#options.watch?.placed(ref.project);
    await this.#ask(ref, calling);
  }

  /** Asks for the last call (P2). What is only away for now, or too much, is asked again at a later look. */
  async #ask(ref: PlannedRef, planned: PlannedCall): Promise<void> {
    const { barred, dial } = this.#options;
    const { flow, from, to, params = {} } = planned.wanted;
    if ((await barred(ref.project).get(to)) !== undefined) {
      await this.#endUnplaced(ref, planned, { result: 'do_not_call' });
      return;
    }
    const call = { project: ref.project, flow, from, to, params, key: keyOf(ref, planned.calls.length) };
    try {
      await dial(call);
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
      if (error.code === 'too_many_calls') return;
      if (error.retryable) throw error;
      await this.#endUnplaced(ref, planned, { result: 'unfit', detail: error.message });
    }
  }

  /** Ends one whose call may not be placed, unless another node has come further. */
  async #endUnplaced(ref: PlannedRef, { calls }: PlannedCall, came: Omit<CameTo, 'at'>): Promise<void> {
    const { documents, clock, retentionMs } = this.#options;
    const kept = await documents.get(ref);
    if (kept?.value.state !== 'calling' || kept.value.calls.length !== calls.length) return;
    const to = ended(unplaced(kept.value), { ...came, at: clock.now() }, retentionMs);
    await this.#change(ref, kept, to);
  }

  async #judge(ref: PlannedRef, kept: Kept<PlannedCall>, pending: Map<string, Pending>): Promise<void> {
    const { calls, clock, retentionMs } = this.#options;
    const { value } = kept;
    const [call] = value.calls.slice(-1);
    const stored = call && (await calls.load(call));
    if (stored !== undefined) {
      const { endedAt: at, context } = stored.record;
      if (at !== undefined)
        await this.#change(ref, kept, concluded(value, { at, ...cameTo(context) }, retentionMs));
      return;
    }
    addPending(pending, ref, value);
    const now = clock.now();
    const { calledAt = now, cancelledAt = Infinity, dueAt } = value;
    if (now - calledAt >= retentionMs)
      await this.#change(ref, kept, ended(value, { result: 'unknown', at: now }, retentionMs));
    else if (now - cancelledAt >= ASKED_AFTER_MS)
      await this.#change(ref, kept, ended(unplaced(value), { at: now }, retentionMs));
    else if (now - dueAt >= LATEST_MS + ASKED_AFTER_MS)
      await this.#change(ref, kept, ended(unplaced(value), { result: 'missed', at: now }, retentionMs));
    else if (value.cancelledAt === undefined && now - dueAt <= LATEST_MS) await this.#ask(ref, value);
  }

  /** Whether it was changed; undefined: it is forgotten (P3). */
  async #change(ref: PlannedRef, was: Kept<PlannedCall>, to: PlannedCall | undefined): Promise<boolean> {
    const { documents, watch } = this.#options;
    const changes = await documents.changed(ref, was, to);
    if ((await documents.registry.write(changes)) !== 'written') return false;
    if (to?.endedAt !== undefined) watch?.concluded(ref.project, to.result ?? to.state);
    return true;
  }
}

function addPending(pending: Map<string, Pending>, { project }: PlannedRef, { dueAt }: PlannedCall): void {
  const { calls, since } = pending.get(project) ?? { calls: 0, since: dueAt };
  pending.set(project, { calls: calls + 1, since: Math.min(since, dueAt) });
}

/** The key under which an attempt is placed once, however often and by whomever it is asked for. */
function keyOf({ project, id }: PlannedRef, attempt: number): string {
  return `planned ${project}/${id} ${attempt}`;
}

function cameTo({ call, milestones }: CallRecord['context']) {
  return { result: resultOf(call.reason), ...(milestones.length > 0 && { outcomes: milestones }) };
}
