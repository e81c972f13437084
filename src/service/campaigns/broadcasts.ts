/**
 * Places several calls of a campaign with one request to the platform (a broadcast).
 *
 * BROADCAST-1 The members of a broadcast are stored before the request is sent, in the write that moves them, and never
 *             grow.
 * BROADCAST-2 Any node that finds a broadcast retries it under the same key until the platform has answered. The engine
 *             requests each call in one broadcast only, so nobody is called twice.
 * BROADCAST-3 A broadcast that the platform may have forgotten is not sent again; the stored records tell which calls exist.
 * BROADCAST-4 Nothing is sent while the campaign is not running; members that were not called go back to the queue
 *             (outcomes.ts).
 */
import type { Kept } from '../management/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { toActiveId, toRowId } from './queues.ts';
import type { Queues } from './queues.ts';
import { toCallKey } from './campaign.ts';
import type { Calling, Campaign, CampaignBroadcast, CampaignRef } from './campaign.ts';
import { REQUEST_GRACE_MS } from './outcomes.ts';
import type { Outcomes, OutcomesOptions } from './outcomes.ts';

/** The platform remembers a key for 24 hours (voice.md 4.5); one hour is subtracted because clocks may differ. */
const KEY_LIVES_MS = 23 * 3_600_000;

interface BroadcastsOptions extends Pick<OutcomesOptions, 'documents' | 'broadcast' | 'clock' | 'node'> {
  outcomes: Pick<Outcomes, 'finishUnfit' | 'pause'>;
}

export class Broadcasts {
  readonly #options: BroadcastsOptions;
  readonly #ref: CampaignRef;
  readonly #queues: Queues;

  constructor(options: BroadcastsOptions, ref: CampaignRef) {
    this.#options = options;
    this.#ref = ref;
    this.#queues = options.documents.openQueues(ref);
  }

  /** Retries broadcasts that are not known to have been sent, on request also those of other nodes. */
  async poll(withOthers: boolean): Promise<void> {
    const { node, clock } = this.#options;
    for await (const kept of this.#queues.broadcasts.iterate()) {
      const isLeft = withOthers && clock.now() - kept.value.at >= REQUEST_GRACE_MS;
      if (kept.value.node === node || isLeft) await this.send(kept);
    }
  }

  /** Sends the broadcast (BROADCAST-2). A temporary failure is retried at a later poll. */
  async send(kept: Kept<CampaignBroadcast>): Promise<void> {
    const { documents, clock } = this.#options;
    const campaign = await documents.get(this.#ref);
    if (campaign?.value.state !== 'running') return;
    const members = await this.#listMembers(kept);
    if (clock.now() - kept.value.at < KEY_LIVES_MS && members.length > 0)
      if (!(await this.#placeBroadcast(kept.id, members, campaign.value))) return;
    await documents.registry.write([this.#queues.broadcasts.toRemoval(kept)]);
  }

  /** Returns false when the platform refused it and the campaign was paused. */
  async #placeBroadcast(id: string, members: readonly Calling[], campaign: Campaign): Promise<boolean> {
    const { broadcast, outcomes } = this.#options;
    const { flow, from, params } = campaign.settings;
    const byKey = new Map(members.map((calling) => [toCallKey(this.#ref, campaign, calling), calling]));
    const calls = [...byKey].map(([key, { number: to, params: own }]) => ({
      key,
      to,
      params: { ...params, ...own },
    }));
    const key = `broadcast ${toActiveId(this.#ref)} ${id}`;
    try {
      const { project, id: name } = this.#ref;
      const unfit = await broadcast({ project, flow, from, key, calls, campaign: name });
      for (const { key: ofCall, problem } of unfit) {
        const calling = byKey.get(ofCall);
        if (calling !== undefined) await outcomes.finishUnfit(calling, problem);
      }
      return true;
    } catch (error) {
      if (!(error instanceof OperationalError) || error.retryable) throw error;
      await outcomes.pause(error.message);
      return false;
    }
  }

  /** The members that are still being called. */
  async #listMembers({ id, value }: Kept<CampaignBroadcast>): Promise<Calling[]> {
    const found = await Promise.all(value.rows.map((row) => this.#queues.calling.get(toRowId(row))));
    return found.flatMap((kept) => (kept?.value.broadcast === id ? [kept.value] : []));
  }
}
