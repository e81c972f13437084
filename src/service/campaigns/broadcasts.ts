/**
 * Calls of a campaign that are asked for together, as one node sees to it.
 *
 * S1 Who is in a broadcast is written down before anything is asked, in the write that moves them, and never grows.
 * S2 Whoever finds a broadcast goes on with it under the same key until the platform has answered; the engine asks for
 *    each call in one broadcast only, so nobody is called twice.
 * S3 One that the platform may have forgotten is not asked for again; what is known of its calls stands in their records.
 * S4 While the campaign does not run nothing is asked for; what was not begun by then waits again (outcomes.ts).
 */
import type { Kept } from '../management/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { activeId, rowId } from './queues.ts';
import type { Queues } from './queues.ts';
import { callKey } from './campaign.ts';
import type { Calling, Campaign, CampaignBroadcast, CampaignRef } from './campaign.ts';
import { ASKED_AFTER_MS } from './outcomes.ts';
import type { Outcomes, OutcomesOptions } from './outcomes.ts';

/** The platform knows a key for 24 hours (voice.md 4.5); an hour less, since its clock may be another. */
const KEY_LIVES_MS = 23 * 3_600_000;

interface BroadcastsOptions extends Pick<OutcomesOptions, 'documents' | 'broadcast' | 'clock' | 'node'> {
  outcomes: Pick<Outcomes, 'unfit' | 'pause'>;
}

export class Broadcasts {
  readonly #options: BroadcastsOptions;
  readonly #ref: CampaignRef;
  readonly #queues: Queues;

  constructor(options: BroadcastsOptions, ref: CampaignRef) {
    this.#options = options;
    this.#ref = ref;
    this.#queues = options.documents.queues(ref);
  }

  /** Goes on with broadcasts of which nobody knows that they were asked for, if told so with those of other nodes too. */
  async look(withOthers: boolean): Promise<void> {
    const { node, clock } = this.#options;
    for await (const kept of this.#queues.broadcasts.all()) {
      const isLeft = withOthers && clock.now() - kept.value.at >= ASKED_AFTER_MS;
      if (kept.value.node === node || isLeft) await this.ask(kept);
    }
  }

  /** Asks for its calls (S2). What cannot be had for now is asked for again at a later look. */
  async ask(kept: Kept<CampaignBroadcast>): Promise<void> {
    const { documents, clock } = this.#options;
    const campaign = await documents.get(this.#ref);
    if (campaign?.value.state !== 'running') return;
    const members = await this.#members(kept);
    if (clock.now() - kept.value.at < KEY_LIVES_MS && members.length > 0)
      if (!(await this.#place(kept.id, members, campaign.value))) return;
    await documents.registry.write([this.#queues.broadcasts.removal(kept)]);
  }

  /** False: it was refused, and the campaign has paused. */
  async #place(id: string, members: readonly Calling[], campaign: Campaign): Promise<boolean> {
    const { broadcast, outcomes } = this.#options;
    const { flow, from, params } = campaign.settings;
    const byKey = new Map(members.map((calling) => [callKey(this.#ref, campaign, calling), calling]));
    const calls = [...byKey].map(([key, { number: to, params: own }]) => ({
      key,
      to,
      params: { ...params, ...own },
    }));
    const key = `broadcast ${activeId(this.#ref)} ${id}`;
    try {
      const unfit = await broadcast({ project: this.#ref.project, flow, from, key, calls });
      for (const { key: ofCall, problem } of unfit) {
        const calling = byKey.get(ofCall);
        if (calling !== undefined) await outcomes.unfit(calling, problem);
      }
      return true;
    } catch (error) {
      if (!(error instanceof OperationalError) || error.retryable) throw error;
      await outcomes.pause(error.message);
      return false;
    }
  }

  /** Those who are still called in it. */
  async #members({ id, value }: Kept<CampaignBroadcast>): Promise<Calling[]> {
    const found = await Promise.all(value.rows.map((row) => this.#queues.calling.get(rowId(row))));
    return found.flatMap((kept) => (kept?.value.broadcast === id ? [kept.value] : []));
  }
}
