/**
 * Follows the calls of a campaign to their results, on one node.
 *
 * OUTCOME-1 Each attempt is one call. It is requested under a key made of campaign, row and attempt, after the recipient was
 *           moved to `calling`. Any node that finds a recipient there repeats the request under the same key until the call
 *           has a record, so a crash neither loses nor doubles the call.
 * OUTCOME-2 If the record may already have expired, the recipient is not called again: the result is `unknown`.
 * OUTCOME-3 The result of a call is derived from its record once it has ended.
 * OUTCOME-4 A campaign whose flow cannot take calls is paused, and keeps all recipients.
 */
import type { CallId, CallRecord } from '../../call/index.ts';
import { retryOnConflict } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { CallStore, Clock, Log } from '../../engine/ports/index.ts';
import { toCallKey, computeRetryDelay } from './campaign.ts';
import type { Calling, Campaign, CampaignRef, Done, Result, Waiting } from './campaign.ts';
import type { CampaignCounter, CampaignWatch } from './overview.ts';
import type { CampaignDocuments, Queues } from './queues.ts';
import { Move, toRowId } from './queues.ts';

/** A call that a campaign requests. */
export interface WantedCall {
  project: string;
  flow: string;
  from: string;
  to: string;
  params: Record<string, unknown>;
  key: string;
  /** Id of the campaign; absent: the call is a planned one. */
  campaign?: string;
  /** Name of a carrier of the project; absent: its default one. */
  carrier?: string;
}

/** Calls that a campaign requests together. */
interface WantedBroadcast extends Pick<WantedCall, 'project' | 'flow' | 'from' | 'key' | 'campaign'> {
  calls: Pick<WantedCall, 'to' | 'params' | 'key'>[];
}

export interface OutcomesOptions {
  documents: CampaignDocuments;
  calls: Pick<CallStore, 'load'>;
  /** Places a call, once per key. Throws an `OperationalError`, such as `unknown_flow` or `bad_params`. */
  dial: (call: WantedCall) => Promise<CallId>;
  /** Places calls with one request, once per key; returns those that do not match the flow. Throws like `dial`. */
  broadcast: (wanted: WantedBroadcast) => Promise<{ key: string; problem: string }[]>;
  /** Returns the id of the call with this key. */
  callOf: (project: string, key: string) => CallId;
  clock: Clock;
  log: Log;
  /** Identifies this process; different after every start. */
  node: string;
  /** Minimum retention of call records after the end, ms. */
  retentionMs: number;
  watch?: CampaignWatch;
  counter?: CampaignCounter;
}

/** Time within which a running node requests a call after the move, ms. */
export const REQUEST_GRACE_MS = 10_000;

/** The next state of a called recipient; `ended`: the result of the call, if one was made. */
type Verdict = ({ done: Done } | { again: { attempt: number; dueAt: number } }) & { ended?: Result };

export class Outcomes {
  readonly #options: OutcomesOptions;
  readonly #ref: CampaignRef;
  readonly #queues: Queues;

  constructor(options: OutcomesOptions, ref: CampaignRef) {
    this.#options = options;
    this.#ref = ref;
    this.#queues = options.documents.openQueues(ref);
  }

  /** Checks the calls of this node, on request also those of others. */
  async poll(withOthers: boolean): Promise<void> {
    const campaign = await this.#options.documents.get(this.#ref);
    if (campaign === undefined) return;
    for await (const { value } of this.#queues.calling.iterate())
      if (withOthers || value.node === this.#options.node) await this.#judge(value, campaign.value);
  }

  /** Requests a call (OUTCOME-1). A temporary failure is retried at a later poll. */
  async requestCall(calling: Calling): Promise<void> {
    const { dial, documents } = this.#options;
    const campaign = await documents.get(this.#ref);
    if (campaign === undefined) return;
    const { flow, from, params } = campaign.value.settings;
    const { project, id } = this.#ref;
    const { number: to, params: own } = calling;
    try {
      await dial({
        project,
        flow,
        from,
        to,
        params: { ...params, ...own },
        key: toCallKey(this.#ref, campaign.value, calling),
        campaign: id,
      });
    } catch (error) {
      if (!(error instanceof OperationalError) || error.retryable) throw error;
      if (error.code === 'bad_params') await this.finishUnfit(calling, error.message);
      else {
        await this.#moveCalled(calling, ({ value }) => ({ again: { attempt: value.attempt, dueAt: 0 } }));
        await this.pause(error.message);
      }
    }
  }

  /** Finishes a recipient whose data do not match the flow and who was not called this time. */
  finishUnfit(calling: Calling, detail: string): Promise<void> {
    return this.#moveCalled(calling, ({ value }) => ({
      done: this.#toDone(value, 'unfit', { detail, attempts: value.attempt - 1 }),
    }));
  }

  /** Finishes a recipient who was not called this time. */
  async finishUncalled(waiting: Kept<Waiting>, result: Result, detail?: string): Promise<void> {
    const { documents, clock } = this.#options;
    const concluded = await retryOnConflict<Result | undefined>(documents.registry, async () => {
      const campaign = await documents.get(this.#ref);
      const current = await this.#queues.waiting.get(waiting.id);
      if (campaign === undefined || current?.revision !== waiting.revision)
        return { changes: [], result: undefined };
      const attempts = waiting.value.attempt - 1;
      const done = this.#toDone(waiting.value, result, { attempts, ...(detail && { detail }) });
      const move = new Move(documents, { ref: this.#ref, campaign, at: clock.now() });
      return { changes: move.moveUncalledToDone(current, done), result };
    });
    this.#reportConcluded(concluded);
  }

  async #judge(calling: Calling, campaign: Campaign): Promise<void> {
    const { calls, callOf, clock, retentionMs, documents } = this.#options;
    const call = callOf(this.#ref.project, toCallKey(this.#ref, campaign, calling));
    const stored = await calls.load(call);
    if (stored !== undefined) {
      if (stored.record.endedAt !== undefined) await this.#concludeCall(calling, stored.record, call);
      return;
    }
    const age = clock.now() - calling.at;
    if (age >= retentionMs)
      await this.#moveCalled(calling, ({ value }) => ({ done: this.#toDone(value, 'unknown', { call }) }));
    else if ((await documents.get(this.#ref))?.value.state === 'running') {
      // Members of a broadcast are requested together or not at all.
      if (calling.broadcast === undefined) await this.requestCall(calling);
    } else if (age >= REQUEST_GRACE_MS)
      await this.#moveCalled(calling, ({ value }) => ({ again: { attempt: value.attempt, dueAt: 0 } }));
  }

  /** OUTCOME-3. */
  async #concludeCall(calling: Calling, { context, endedAt = 0 }: CallRecord, call: CallId): Promise<void> {
    const result = toResult(context.call.reason);
    const { milestones: outcomes } = context;
    await this.#moveCalled(calling, ({ value }, campaign) => {
      const waitMs =
        campaign.state === 'stopped'
          ? undefined
          : computeRetryDelay(campaign.settings, value.attempt, result);
      if (waitMs !== undefined)
        return { again: { attempt: value.attempt + 1, dueAt: endedAt + waitMs }, ended: result };
      const more = { call, endedAt, ...(outcomes.length > 0 && { outcomes }) };
      return { done: this.#toDone(value, result, more), ended: result };
    });
  }

  /** Moves a recipient with a requested call, unless another node has moved it. */
  async #moveCalled(
    { row, attempt }: Calling,
    decide: (calling: Kept<Calling>, campaign: Campaign) => Verdict,
  ): Promise<void> {
    const { documents, clock } = this.#options;
    const verdict = await retryOnConflict<Verdict | undefined>(documents.registry, async () => {
      const campaign = await documents.get(this.#ref);
      const calling = await this.#queues.calling.get(toRowId(row));
      if (campaign === undefined || calling?.value.attempt !== attempt)
        return { changes: [], result: undefined };
      const move = new Move(documents, { ref: this.#ref, campaign, at: clock.now() });
      const result = decide(calling, campaign.value);
      const changes =
        'done' in result
          ? move.moveCalledToDone(calling, result.done)
          : move.moveToWaiting(calling, result.again);
      return { changes, result };
    });
    if (verdict?.ended !== undefined)
      this.#options.counter?.countCampaign(this.#ref, `ended ${verdict.ended}`, 1);
    this.#reportConcluded(verdict !== undefined && 'done' in verdict ? verdict.done.result : undefined);
  }

  /** OUTCOME-4. */
  async pause(problem: string): Promise<void> {
    const { documents, log, watch, clock } = this.#options;
    const hasPaused = await retryOnConflict(documents.registry, async () => {
      const found = await documents.get(this.#ref);
      if (found?.value.state !== 'running') return { changes: [], result: false };
      const paused: Campaign = { ...found.value, state: 'paused', problem, problemAt: clock.now() };
      const change = documents.change(this.#ref, found, paused);
      return { changes: [change], result: true };
    });
    if (hasPaused) watch?.paused(this.#ref.project);
    log.error(
      { campaign: this.#ref.id, project: this.#ref.project, problem },
      'campaign paused because of a problem',
    );
  }

  #reportConcluded(result: Result | undefined): void {
    if (result === undefined) return;
    this.#options.watch?.concluded(this.#ref.project, result);
    this.#options.counter?.countCampaign(this.#ref, 'finished', 1);
  }

  #toDone(followed: Waiting & Partial<Calling>, result: Result, more: Partial<Done>): Done {
    const { attempt: attempts, at: calledAt, node: _node, broadcast: _broadcast, ...recipient } = followed;
    const endedAt = this.#options.clock.now();
    return { ...recipient, result, attempts, ...(calledAt !== undefined && { calledAt }), endedAt, ...more };
  }
}

/** Derives the result: a call that ended by itself is one; a call whose end was not reported is `unknown`. */
export function toResult(reason: CallRecord['context']['call']['reason']): Result {
  if (reason === 'normal') return 'answered';
  return reason === '' ? 'unknown' : reason;
}
