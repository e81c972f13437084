/**
 * What becomes of the calls of a campaign, as one node sees to it.
 *
 * R1 Each attempt is one call: it is asked for under a key made of campaign, row and attempt, after the recipient was
 *    moved to `calling`. Whoever finds a recipient there asks again under the same key until there is a record of the
 *    call, so neither a crash before nor one after it loses or doubles the call.
 * R2 Where the record may have been forgotten already, nobody is called again: the result is `unknown`.
 * R3 What a call came to is read off its record once it is over.
 * R4 A campaign whose flow cannot take calls pauses by itself, and loses no recipient by that.
 */
import type { CallId, CallRecord } from '../../call/index.ts';
import { retryOnConflict } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { CallStore, Clock, Log } from '../../engine/ports/index.ts';
import { callKey, retryAfter } from './campaign.ts';
import type { Calling, Campaign, CampaignRef, Done, Result, Waiting } from './campaign.ts';
import type { CampaignWatch } from './overview.ts';
import type { CampaignDocuments, Queues } from './queues.ts';
import { Move, rowId } from './queues.ts';

/** A call as a campaign asks for it. */
export interface WantedCall {
  project: string;
  flow: string;
  from: string;
  to: string;
  params: Record<string, unknown>;
  key: string;
}

/** Calls as a campaign asks for them together. */
interface WantedBroadcast extends Pick<WantedCall, 'project' | 'flow' | 'from' | 'key'> {
  calls: Pick<WantedCall, 'to' | 'params' | 'key'>[];
}

export interface OutcomesOptions {
  documents: CampaignDocuments;
  calls: Pick<CallStore, 'load'>;
  /** Places a call, once for each key. Throws an `OperationalError`, such as `unknown_flow` or `bad_params`. */
  dial: (call: WantedCall) => Promise<CallId>;
  /** Places calls with one request, once for each key; gives those that do not fit the flow. Throws as `dial` does. */
  broadcast: (wanted: WantedBroadcast) => Promise<{ key: string; problem: string }[]>;
  /** The id of the call that is placed under a key. */
  callOf: (project: string, key: string) => CallId;
  clock: Clock;
  log: Log;
  /** Names this node; another one after every start. */
  node: string;
  /** So long at least the record of a call is kept after its end, ms. */
  retentionMs: number;
  watch?: CampaignWatch;
}

/** A node that lives has asked for a call so long after the move, ms. */
export const ASKED_AFTER_MS = 10_000;

/** What is decided of a recipient whose call was asked for. */
type Verdict = { done: Done } | { again: { attempt: number; dueAt: number } };

export class Outcomes {
  readonly #options: OutcomesOptions;
  readonly #ref: CampaignRef;
  readonly #queues: Queues;

  constructor(options: OutcomesOptions, ref: CampaignRef) {
    this.#options = options;
    this.#ref = ref;
    this.#queues = options.documents.queues(ref);
  }

  /** Looks what has become of the calls of this node, if told so of those of others too. */
  async look(withOthers: boolean): Promise<void> {
    const campaign = await this.#options.documents.get(this.#ref);
    if (campaign === undefined) return;
    for await (const { value } of this.#queues.calling.all())
      if (withOthers || value.node === this.#options.node) await this.#judge(value, campaign.value);
  }

  /** Asks for a call (R1). What is only away for now is asked again at a later look. */
  async ask(calling: Calling): Promise<void> {
    const { dial, documents } = this.#options;
    const campaign = await documents.get(this.#ref);
    if (campaign === undefined) return;
    const { flow, from, params } = campaign.value.settings;
    const { project } = this.#ref;
    const { number: to, params: own } = calling;
    try {
      await dial({
        project,
        flow,
        from,
        to,
        params: { ...params, ...own },
        key: callKey(this.#ref, campaign.value, calling),
      });
    } catch (error) {
      if (!(error instanceof OperationalError) || error.retryable) throw error;
      if (error.code === 'bad_params') await this.unfit(calling, error.message);
      else {
        await this.#settle(calling, ({ value }) => ({ again: { attempt: value.attempt, dueAt: 0 } }));
        await this.pause(error.message);
      }
    }
  }

  /** Ends with somebody who does not fit the flow, and was not called this time. */
  unfit(calling: Calling, detail: string): Promise<void> {
    return this.#settle(calling, ({ value }) => ({
      done: this.#done(value, 'unfit', { detail, attempts: value.attempt - 1 }),
    }));
  }

  /** Ends with somebody who was not called this time. */
  async finishUncalled(waiting: Kept<Waiting>, result: Result, detail?: string): Promise<void> {
    const { documents, clock } = this.#options;
    const concluded = await retryOnConflict<Result | undefined>(documents.registry, async () => {
      const campaign = await documents.get(this.#ref);
      const current = await this.#queues.waiting.get(waiting.id);
      if (campaign === undefined || current?.revision !== waiting.revision)
        return { changes: [], result: undefined };
      const attempts = waiting.value.attempt - 1;
      const done = this.#done(waiting.value, result, { attempts, ...(detail && { detail }) });
      const move = new Move(documents, { ref: this.#ref, campaign, at: clock.now() });
      return { changes: move.uncalledToDone(current, done), result };
    });
    this.#reportConcluded(concluded);
  }

  async #judge(calling: Calling, campaign: Campaign): Promise<void> {
    const { calls, callOf, clock, retentionMs, documents } = this.#options;
    const call = callOf(this.#ref.project, callKey(this.#ref, campaign, calling));
    const stored = await calls.load(call);
    if (stored !== undefined) {
      if (stored.record.endedAt !== undefined) await this.#conclude(calling, stored.record, call);
      return;
    }
    const age = clock.now() - calling.at;
    if (age >= retentionMs)
      await this.#settle(calling, ({ value }) => ({ done: this.#done(value, 'unknown', { call }) }));
    else if ((await documents.get(this.#ref))?.value.state === 'running') {
      // Those of a broadcast are asked for together, or not at all.
      if (calling.broadcast === undefined) await this.ask(calling);
    } else if (age >= ASKED_AFTER_MS)
      await this.#settle(calling, ({ value }) => ({ again: { attempt: value.attempt, dueAt: 0 } }));
  }

  /** R3. */
  async #conclude(calling: Calling, { context, endedAt = 0 }: CallRecord, call: CallId): Promise<void> {
    const result = resultOf(context.call.reason);
    const { milestones: outcomes } = context;
    await this.#settle(calling, ({ value }, campaign) => {
      const waitMs =
        campaign.state === 'stopped' ? undefined : retryAfter(campaign.settings, value.attempt, result);
      if (waitMs !== undefined) return { again: { attempt: value.attempt + 1, dueAt: endedAt + waitMs } };
      const more = { call, endedAt, ...(outcomes.length > 0 && { outcomes }) };
      return { done: this.#done(value, result, more) };
    });
  }

  /** Moves somebody whose call was asked for, unless another node has. */
  async #settle(
    { row, attempt }: Calling,
    decide: (calling: Kept<Calling>, campaign: Campaign) => Verdict,
  ): Promise<void> {
    const { documents, clock } = this.#options;
    const concluded = await retryOnConflict<Result | undefined>(documents.registry, async () => {
      const campaign = await documents.get(this.#ref);
      const calling = await this.#queues.calling.get(rowId(row));
      if (campaign === undefined || calling?.value.attempt !== attempt)
        return { changes: [], result: undefined };
      const move = new Move(documents, { ref: this.#ref, campaign, at: clock.now() });
      const verdict = decide(calling, campaign.value);
      return 'done' in verdict
        ? { changes: move.calledToDone(calling, verdict.done), result: verdict.done.result }
        : { changes: move.toWaiting(calling, verdict.again), result: undefined };
    });
    this.#reportConcluded(concluded);
  }

  /** R4. */
  async pause(problem: string): Promise<void> {
    const { documents, log, watch } = this.#options;
    const hasPaused = await retryOnConflict(documents.registry, async () => {
      const found = await documents.get(this.#ref);
      if (found?.value.state !== 'running') return { changes: [], result: false };
      const paused: Campaign = { ...found.value, state: 'paused', problem };
      const change = documents.campaigns(this.#ref.project).change(this.#ref.id, found, paused);
      return { changes: [change], result: true };
    });
    if (hasPaused) watch?.paused(this.#ref.project);
    log.error(
      { campaign: this.#ref.id, project: this.#ref.project, problem },
      'campaign paused because of a problem',
    );
  }

  #reportConcluded(result: Result | undefined): void {
    if (result !== undefined) this.#options.watch?.concluded(this.#ref.project, result);
  }

  #done(
    { row, number, params, zone, country, attempt, ...rest }: Waiting & Partial<Calling>,
    result: Result,
    more: Partial<Done>,
  ): Done {
    return {
      row,
      number,
      ...(params && { params }),
      ...(zone !== undefined && { zone }),
      ...(country !== undefined && { country }),
      result,
      attempts: attempt,
      ...(rest.at !== undefined && { calledAt: rest.at }),
      endedAt: this.#options.clock.now(),
      ...more,
    };
  }
}

/** A call that ended of itself was one; of one whose end nobody told it is not known. */
export function resultOf(reason: CallRecord['context']['call']['reason']): Result {
  if (reason === 'normal') return 'answered';
  return reason === '' ? 'unknown' : reason;
}
