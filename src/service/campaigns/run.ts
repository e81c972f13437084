/**
 * Runs one campaign on one node; several nodes may run it at once.
 *
 * Owns: no durable state. The state is in the queues; a recipient moves in one write, and if another node has moved it, that
 * node continues with it. Results of calls: outcomes.ts.
 */
import { retryOnConflict } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import type { Turn, Turns } from '../../engine/ports/index.ts';
import { CallingWindows } from './calling-window.ts';
import { Broadcasts } from './broadcasts.ts';
import { countPermittedCalls, computeBatchSize } from './campaign.ts';
import type { Calling, Campaign, CampaignRef, Waiting } from './campaign.ts';
import { Outcomes } from './outcomes.ts';
import type { OutcomesOptions } from './outcomes.ts';
import { toActiveId, parseDueId, toDueId, Move } from './queues.ts';
import type { Queues } from './queues.ts';
import { listZones } from './time-zones.ts';

export interface RunOptions extends OutcomesOptions {
  /** Shared by all nodes. */
  turns: Turns;
  newId: () => string;
  /** Interval at which campaigns and the results of their calls are polled, ms. */
  pollMs: number;
}

/** Every this many polls, from the first on, calls of other nodes are polled too, in case these nodes are gone. */
const LOOKS_AT_OTHERS = 5;
const PAGE = 100;
/** Maximum duration of placing a call, ms. */
const LONGEST_PLACING_MS = 10_000;

/** Time until which a recipient must wait, ms since the epoch; `Infinity`: forever. */
interface Deferral {
  waiting: Kept<Waiting>;
  until: number;
}

export class CampaignRun {
  readonly #options: RunOptions;
  readonly #ref: CampaignRef;
  readonly #queues: Queues;
  readonly #outcomes: Outcomes;
  readonly #broadcasts: Broadcasts;
  #windows: { of: string; windows: CallingWindows } | undefined;
  #lookedAt = -Infinity;
  #looks = 0;

  constructor(options: RunOptions, ref: CampaignRef) {
    this.#options = options;
    this.#ref = ref;
    this.#queues = options.documents.openQueues(ref);
    this.#outcomes = new Outcomes(options, ref);
    this.#broadcasts = new Broadcasts({ ...options, outcomes: this.#outcomes }, ref);
  }

  /** Works for a while. Returns the delay until more may be due, ms; undefined: the campaign has nothing in progress. */
  async runStep(): Promise<number | undefined> {
    const { documents, clock } = this.#options;
    if (this.#isPollDue()) {
      this.#lookedAt = clock.now();
      const withOthers = this.#looks % LOOKS_AT_OTHERS === 0;
      this.#looks += 1;
      await this.#outcomes.poll(withOthers);
      await this.#broadcasts.poll(withOthers);
    }
    const campaign = await documents.get(this.#ref);
    if (campaign === undefined || (await this.#isAtRest(campaign.value))) return undefined;
    return countPermittedCalls(campaign.value) > 0 ? this.#placeCalls(campaign.value) : this.#options.pollMs;
  }

  #isPollDue(): boolean {
    const since = this.#options.clock.now() - this.#lookedAt;
    return since >= this.#options.pollMs || since < 0;
  }

  /** Deactivates a campaign that places no calls and has none in progress. */
  async #isAtRest({ state, counts }: Campaign): Promise<boolean> {
    if (state === 'running' || counts.calling > 0) return false;
    const { documents } = this.#options;
    const [active, still] = [
      await documents.active.get(toActiveId(this.#ref)),
      await documents.get(this.#ref),
    ];
    if (active === undefined || still?.value.state === 'running') return false;
    // Written with its revision, so that a concurrent resume either sees the change or conflicts with it.
    const same = still && documents.change(this.#ref, still, still.value);
    await documents.registry.write([documents.active.toRemoval(active), ...(same ? [same] : [])]);
    return true;
  }

  /** Places calls until none may begin or a poll is due. Returns the delay until one may begin, ms. */
  async #placeCalls(campaign: Campaign): Promise<number> {
    while (!this.#isPollDue()) {
      const next = await this.#findNextDue(campaign);
      if (next === 'none') return this.#options.pollMs;
      if (next === 'deferred') continue;
      const turns = await this.#takeTurns(campaign, next.length);
      if ('waitMs' in turns) return Math.min(turns.waitMs, this.#options.pollMs);
      try {
        if ((await this.#requestCalls(next.slice(0, turns.length), campaign)) === 'not now')
          return this.#options.pollMs;
      } finally {
        // A turn that is not returned becomes free after its time (T2).
        for (const turn of turns) turn.giveBack().catch(() => undefined);
      }
    }
    return 0;
  }

  /** Takes the available turns; waits for one if there is none. */
  async #takeTurns({ settings: { pace } }: Campaign, most: number): Promise<Turn[] | { waitMs: number }> {
    const turns = Math.max(1, Math.floor(pace.perSecond));
    const restMs = Math.ceil((turns * 1_000) / pace.perSecond);
    const name = `campaign:${toActiveId(this.#ref)}`;
    const limit = { name, turns, restMs, longestMs: restMs + LONGEST_PLACING_MS };
    const taken: Turn[] = [];
    while (taken.length < most) {
      const turn = await this.#options.turns.take(limit);
      if (!('waitMs' in turn)) taken.push(turn);
      else if (taken.length === 0) return turn;
      else break;
    }
    return taken;
  }

  /** Returns due recipients that may be called now, at most a batch; defers earlier ones outside their window. */
  async #findNextDue(campaign: Campaign): Promise<Kept<Waiting>[] | 'none' | 'deferred'> {
    const now = this.#options.clock.now();
    const most = Math.min(computeBatchSize(campaign), countPermittedCalls(campaign));
    const page = await this.#queues.waiting.list({ limit: PAGE });
    const [early, ready]: [Deferral[], Kept<Waiting>[]] = [[], []];
    for (const waiting of page.filter(({ id }) => parseDueId(id) <= now)) {
      const until = this.#findOpening(campaign, waiting.value, now);
      if (until > now) early.push({ waiting, until });
      else ready.push(waiting);
      if (ready.length === most) break;
    }
    if (early.length > 0) await this.#deferRecipients(early);
    if (ready.length > 0) return ready;
    return early.length > 0 ? 'deferred' : 'none';
  }

  #findOpening({ settings: { windows } }: Campaign, waiting: Waiting, now: number): number {
    const of = JSON.stringify(windows ?? null);
    if (this.#windows?.of !== of) this.#windows = { of, windows: new CallingWindows(windows) };
    return this.#windows.windows.findNextOpening(listZones(waiting), now) ?? Infinity;
  }

  /** Defers all in one write; a conflict means that another node has done it. */
  async #deferRecipients(early: readonly Deferral[]): Promise<void> {
    const { waiting: queue } = this.#queues;
    const later = early.filter(({ until }) => until !== Infinity);
    if (later.length > 0)
      await this.#options.documents.registry.write(
        later.flatMap(({ waiting, until }) => [
          queue.toRemoval(waiting),
          queue.change(toDueId(waiting.value.row, until), undefined, waiting.value),
        ]),
      );
    for (const { waiting, until } of early)
      if (until === Infinity)
        await this.#outcomes.finishUncalled(
          waiting,
          'unfit',
          'no calling window is ever open in this time zone',
        );
  }

  /** Moves recipients to `calling` and requests their calls. */
  async #requestCalls(
    next: Kept<Waiting>[],
    { settings: { by } }: Campaign,
  ): Promise<'requested' | 'gone' | 'not now'> {
    const { documents, newId, watch, counter } = this.#options;
    const allowed: Kept<Waiting>[] = [];
    for (const waiting of next)
      if ((await documents.openDoNotCall(this.#ref.project).get(waiting.value.number)) === undefined)
        allowed.push(waiting);
      else await this.#outcomes.finishUncalled(waiting, 'do_not_call');
    if (allowed.length === 0) return 'gone';
    const broadcast = by === 'broadcast' ? newId() : undefined;
    const moved = await this.#moveToCalling(allowed, broadcast);
    if (typeof moved === 'string') return moved;
    watch?.placed(this.#ref.project, moved.length);
    counter?.countCampaign(this.#ref, 'attempts', moved.length);
    if (broadcast === undefined) for (const calling of moved) await this.#outcomes.requestCall(calling);
    else {
      const kept = await this.#queues.broadcasts.get(broadcast);
      if (kept !== undefined) await this.#broadcasts.send(kept);
    }
    return 'requested';
  }

  /** Moves those that no other node has moved, as many as may be called now. */
  #moveToCalling(
    some: readonly Kept<Waiting>[],
    broadcast?: string,
  ): Promise<Calling[] | 'gone' | 'not now'> {
    const { documents, clock, node } = this.#options;
    return retryOnConflict<Calling[] | 'gone' | 'not now'>(documents.registry, async () => {
      const at = clock.now();
      const campaign = await documents.get(this.#ref);
      const most = campaign === undefined ? 0 : countPermittedCalls(campaign.value);
      if (campaign === undefined || most === 0) return { changes: [], result: 'not now' };
      const current = await Promise.all(some.map(({ id }) => this.#queues.waiting.get(id)));
      const ours = current
        .filter((one, place) => one !== undefined && one.revision === some[place]?.revision)
        .flatMap((one) => one ?? [])
        .slice(0, most);
      if (ours.length === 0) return { changes: [], result: 'gone' };
      const move = new Move(documents, { ref: this.#ref, campaign, at });
      const asked = { node, ...(broadcast !== undefined && { broadcast }) };
      const result = ours.map(({ value }) => ({ ...value, at, ...asked }));
      return { changes: move.moveToCalling(ours, asked), result };
    });
  }
}
