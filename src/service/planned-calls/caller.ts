/**
 * Places due planned calls on this node and follows their results. Several nodes may do so at once.
 *
 * Owns: the poll schedule. Does not own: the state of planned calls, which is in the registry.
 *
 * PLANNED-2 Each attempt is one call. It is requested under a key made of the planned call and the attempt number, after
 *           that was stored. Any node that finds it so repeats the request under the same key until the call has a record,
 *           so a crash neither loses nor doubles the call.
 * PLANNED-3 Every change names the revision that it replaces. After a conflict nothing is changed; the next poll decides
 *           again.
 * PLANNED-4 In doubt nobody is called: not if the record may have expired, not long after the time, and not after
 *           cancellation.
 */
import { REQUEST_GRACE_MS, toResult } from '../campaigns/index.ts';
import type { CampaignDocuments, WantedCall } from '../campaigns/index.ts';
import type { CallId, CallRecord } from '../../call/index.ts';
import type { Kept } from '../management/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { CallStore, Clock, Log } from '../../engine/ports/index.ts';
import type { PlannedDocuments } from './documents.ts';
import {
  beginAttempt,
  concludeAttempt,
  finishPlanned,
  MAX_DELAY_MS,
  withdrawAttempt,
} from './planned-call.ts';
import type { AttemptResult, PlannedCall, PlannedRef } from './planned-call.ts';

export interface CallerOptions {
  documents: PlannedDocuments;
  /** The do-not-call list; the ids are the numbers. */
  openDoNotCall: CampaignDocuments['openDoNotCall'];
  calls: Pick<CallStore, 'load'>;
  /** Places a call, once per key. Throws an `OperationalError`, such as `unknown_flow` or `bad_params`. */
  dial: (call: WantedCall) => Promise<CallId>;
  /** Returns the id of the call with this key. */
  callOf: (project: string, key: string) => CallId;
  clock: Clock;
  log: Log;
  /** Minimum retention of call records and of finished planned calls, ms. */
  retentionMs: number;
  /** Interval at which due calls and the results of calls are polled, ms. */
  pollMs: number;
  watch?: PlannedWatch;
}

/** Receives events of planned calls on this node. Implementations must not throw. */
export interface PlannedWatch {
  /** A call is about to be placed. */
  placed(project: string): void;
  /** A planned call is finished. */
  concluded(project: string, result: string): void;
}

/** Due planned calls of a project that are not placed yet. */
export interface Pending {
  calls: number;
  /** The earliest due time, ms since the epoch. */
  since: number;
}

export class Caller {
  readonly #options: CallerOptions;
  #cancel: () => void = () => undefined;
  #looking: Promise<void> | undefined;
  #isStopped = false;
  /** Pending calls by project, from the last complete poll. */
  #pending: ReadonlyMap<string, Pending> = new Map();

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /** Starts polling; continues what an earlier process left. */
  start(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.clock.after(this.#options.pollMs, () => {
      this.#looking = this.poll()
        .catch((error: unknown) => {
          this.#options.log.warn({ err: error }, 'cannot list due planned calls');
        })
        .finally(() => {
          this.start();
        });
    });
  }

  /** Stops placing calls; resolves when the work in flight is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#looking;
  }

  /** Returns the due calls that were not placed at the last poll, by project. */
  pending(): ReadonlyMap<string, Pending> {
    return this.#pending;
  }

  /** Polls once. A failing planned call does not delay the others. */
  async poll(): Promise<void> {
    const { documents, clock, log } = this.#options;
    const pending = new Map<string, Pending>();
    for await (const ref of documents.listDue(clock.now())) {
      if (this.#isStopped) return;
      await this.#followPlanned(ref, pending).catch((error: unknown) => {
        log.warn({ ...ref, err: error }, 'planned call step failed; it will be retried');
      });
    }
    this.#pending = pending;
  }

  async #followPlanned(ref: PlannedRef, pending: Map<string, Pending>): Promise<void> {
    const { documents, clock } = this.#options;
    const kept = await documents.get(ref);
    // Another node may have progressed it since it was listed as due.
    if (kept === undefined || kept.value.seeAt > clock.now()) return;
    if (kept.value.state === 'waiting') {
      addPending(pending, ref, kept.value);
      await this.#beginPlanned(ref, kept);
    } else if (kept.value.state === 'calling') await this.#judgeRecord(ref, kept, pending);
    else await this.#writeChange(ref, kept, undefined);
  }

  async #beginPlanned(ref: PlannedRef, kept: Kept<PlannedCall>): Promise<void> {
    const { callOf, clock, retentionMs } = this.#options;
    const { value } = kept;
    const at = clock.now();
    if (at - value.dueAt > MAX_DELAY_MS) {
      await this.#writeChange(ref, kept, finishPlanned(value, { result: 'missed', at }, retentionMs));
      return;
    }
    const calling = beginAttempt(value, callOf(ref.project, toAttemptKey(ref, value.calls.length + 1)), at);
    if (!(await this.#writeChange(ref, kept, calling))) return;
    this.#options.watch?.placed(ref.project);
    await this.#requestCall(ref, calling);
  }

  /** Requests the last call (PLANNED-2). Temporary failures and limits are retried at a later poll. */
  async #requestCall(ref: PlannedRef, planned: PlannedCall): Promise<void> {
    const { openDoNotCall: barred, dial } = this.#options;
    const { flow, from, to, carrier, params = {} } = planned.wanted;
    if ((await barred(ref.project).get(to)) !== undefined) {
      await this.#endUnplaced(ref, planned, { result: 'do_not_call' });
      return;
    }
    const key = toAttemptKey(ref, planned.calls.length);
    try {
      const by = carrier !== undefined && { carrier };
      await dial({ project: ref.project, flow, from, to, params, key, ...by });
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
      if (error.code === 'too_many_calls') return;
      if (error.retryable) throw error;
      await this.#endUnplaced(ref, planned, { result: 'unfit', detail: error.message });
    }
  }

  /** Finishes a planned call that may not be placed, unless another node has progressed it. */
  async #endUnplaced(
    ref: PlannedRef,
    { calls }: PlannedCall,
    came: Omit<AttemptResult, 'at'>,
  ): Promise<void> {
    const { documents, clock, retentionMs } = this.#options;
    const kept = await documents.get(ref);
    if (kept?.value.state !== 'calling' || kept.value.calls.length !== calls.length) return;
    const to = finishPlanned(withdrawAttempt(kept.value), { ...came, at: clock.now() }, retentionMs);
    await this.#writeChange(ref, kept, to);
  }

  async #judgeRecord(ref: PlannedRef, kept: Kept<PlannedCall>, pending: Map<string, Pending>): Promise<void> {
    const { calls, clock, retentionMs } = this.#options;
    const { value } = kept;
    const [call] = value.calls.slice(-1);
    const stored = call && (await calls.load(call));
    if (stored !== undefined) {
      const { endedAt: at, context } = stored.record;
      if (at === undefined) return;
      const concluded = concludeAttempt(value, { at, ...toAttemptResult(context) }, retentionMs);
      await this.#writeChange(ref, kept, concluded);
      return;
    }
    addPending(pending, ref, value);
    const at = clock.now();
    const { calledAt = at, cancelledAt = Infinity, dueAt } = value;
    const finish = (planned: PlannedCall, result?: 'unknown' | 'missed') =>
      this.#writeChange(ref, kept, finishPlanned(planned, { at, ...(result && { result }) }, retentionMs));
    if (at - calledAt >= retentionMs) await finish(value, 'unknown');
    else if (at - cancelledAt >= REQUEST_GRACE_MS) await finish(withdrawAttempt(value));
    else if (at - dueAt >= MAX_DELAY_MS + REQUEST_GRACE_MS) await finish(withdrawAttempt(value), 'missed');
    else if (value.cancelledAt === undefined && at - dueAt <= MAX_DELAY_MS)
      await this.#requestCall(ref, value);
  }

  /** Writes a change and returns whether it succeeded; undefined deletes it (PLANNED-3). */
  async #writeChange(ref: PlannedRef, was: Kept<PlannedCall>, to: PlannedCall | undefined): Promise<boolean> {
    const { documents, watch } = this.#options;
    const changes = await documents.toReplaceChanges(ref, was, to);
    if ((await documents.registry.write(changes)) !== 'written') return false;
    if (to?.endedAt !== undefined) watch?.concluded(ref.project, to.result ?? to.state);
    return true;
  }
}

function addPending(pending: Map<string, Pending>, { project }: PlannedRef, { dueAt }: PlannedCall): void {
  const { calls, since } = pending.get(project) ?? { calls: 0, since: dueAt };
  pending.set(project, { calls: calls + 1, since: Math.min(since, dueAt) });
}

/** Idempotency key of an attempt. */
function toAttemptKey({ project, id }: PlannedRef, attempt: number): string {
  return `planned ${project}/${id} ${attempt}`;
}

function toAttemptResult({ call, milestones }: CallRecord['context']) {
  return { result: toResult(call.reason), ...(milestones.length > 0 && { outcomes: milestones }) };
}
