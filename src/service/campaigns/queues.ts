/**
 * Stores campaigns and recipients as documents of the registry, with one queue per state of a recipient. A recipient is in
 * one queue at a time, since a move is one write (CAMPAIGN-1).
 *
 * `waiting` is ordered by due time, `calling` and `done` by row. `broadcasts` holds those that are not known to have reached
 * the platform.
 */
import { Collection, Refusal } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import type { Change, Registry } from '../../engine/ports/index.ts';
import { applyMove } from './campaign.ts';
import type { Calling, Campaign, CampaignBroadcast, CampaignRef, Done, Waiting } from './campaign.ts';

/** Digits of a time in a sortable id. */
const TIME_DIGITS = 14;
const ROW_DIGITS = 7;

const DO_NOT_CALL = 'do-not-call';

/** True when the ids of a collection are telephone numbers. */
export function hasPrivateIds(kind: string): boolean {
  return kind.startsWith(`${DO_NOT_CALL}/`);
}

/** The collections of one campaign. */
export interface Queues {
  waiting: Collection<Waiting>;
  calling: Collection<Calling>;
  done: Collection<Done>;
  broadcasts: Collection<CampaignBroadcast>;
}

export class CampaignDocuments {
  readonly registry: Registry;
  /** Active campaigns, which nodes poll. Ids are made by `toActiveId`. */
  readonly active: Collection<CampaignRef>;
  /** All campaigns of all projects. Ids are made by `toActiveId`. */
  readonly known: Collection<CampaignRef>;

  constructor(registry: Registry) {
    this.registry = registry;
    this.active = new Collection(registry, 'campaigns-active');
    this.known = new Collection(registry, 'campaigns-known');
  }

  openCampaigns(project: string): Collection<Campaign> {
    return new Collection(this.registry, 'campaigns', project);
  }

  get({ project, id }: CampaignRef): Promise<Kept<Campaign> | undefined> {
    return this.openCampaigns(project).get(id);
  }

  /** Throws a `Refusal`: `unknown_campaign`. */
  async expect(ref: CampaignRef): Promise<Kept<Campaign>> {
    const found = await this.get(ref);
    if (found === undefined) throw new Refusal('unknown_campaign', `there is no campaign "${ref.id}"`);
    return found;
  }

  /** Returns the change that creates or replaces a campaign. */
  change({ project, id }: CampaignRef, was: Kept<Campaign> | undefined, campaign: Campaign): Change {
    return this.openCampaigns(project).change(id, was, campaign);
  }

  /** A running campaign of a project; undefined: there is none. */
  async findRunning(project: string): Promise<CampaignRef | undefined> {
    for await (const { id, value } of this.openCampaigns(project).iterate())
      if (value.state === 'running') return { project, id };
    return undefined;
  }

  /** The do-not-call list; the ids are the numbers. */
  openDoNotCall(project: string): Collection<{ at: number; by: string }> {
    return new Collection(this.registry, DO_NOT_CALL, project);
  }

  openQueues(campaign: CampaignRef): Queues {
    const openQueue = <Value>(name: string) =>
      new Collection<Value>(this.registry, `campaign/${toActiveId(campaign)}`, name);
    return {
      waiting: openQueue('waiting'),
      calling: openQueue('calling'),
      done: openQueue('done'),
      broadcasts: openQueue('broadcasts'),
    };
  }
}

export function toActiveId({ project, id }: CampaignRef): string {
  return `${project}/${id}`;
}

/** Id that orders recipients by due time. */
export function toDueId(row: number, dueAt: number): string {
  return `${String(dueAt).padStart(TIME_DIGITS, '0')}-${toRowId(row)}`;
}

/** Due time of a recipient, ms since the epoch; 0: at once. */
export function parseDueId(id: string): number {
  return Number(id.slice(0, TIME_DIGITS));
}

export function toRowId(row: number): string {
  return String(row).padStart(ROW_DIGITS, '0');
}

/** A move of a recipient, with its campaign: the changes of one write. */
export class Move {
  readonly #queues: Queues;
  readonly #campaigns: Collection<Campaign>;
  readonly #campaign: Kept<Campaign>;
  readonly #at: number;

  constructor(
    documents: CampaignDocuments,
    { ref, campaign, at }: { ref: CampaignRef; campaign: Kept<Campaign>; at: number },
  ) {
    this.#queues = documents.openQueues(ref);
    this.#campaigns = documents.openCampaigns(ref.project);
    this.#campaign = campaign;
    this.#at = at;
  }

  /** Moves to `calling`: all with one request if it has an id, otherwise one request each. */
  moveToCalling(
    some: readonly Kept<Waiting>[],
    { node, broadcast }: { node: string; broadcast?: string },
  ): Change[] {
    const asked = { at: this.#at, node };
    const together = { ...asked, ...(broadcast !== undefined && { broadcast }) };
    const rows = some.map(({ value }) => value.row);
    const { waiting, calling, broadcasts } = this.#queues;
    return [
      this.#changeCampaign({ waiting: -some.length, calling: some.length }),
      ...some.flatMap((one) => [
        waiting.toRemoval(one),
        calling.change(toRowId(one.value.row), undefined, { ...one.value, ...together }),
      ]),
      ...(broadcast === undefined ? [] : [broadcasts.change(broadcast, undefined, { ...asked, rows })]),
    ];
  }

  /** Moves back to the queue, for another attempt or because the call was not placed. */
  moveToWaiting(calling: Kept<Calling>, again: { attempt: number; dueAt: number }): Change[] {
    const { at: _at, node: _node, broadcast: _broadcast, ...recipient } = calling.value;
    const waiting = { ...recipient, attempt: again.attempt };
    return [
      this.#changeCampaign({ waiting: 1, calling: -1 }),
      this.#queues.calling.toRemoval(calling),
      this.#queues.waiting.change(toDueId(recipient.row, again.dueAt), undefined, waiting),
    ];
  }

  /** Finishes a recipient whose call has ended. */
  moveCalledToDone(calling: Kept<Calling>, done: Done): Change[] {
    return [
      this.#changeCampaign({ calling: -1, result: done.result }),
      this.#queues.calling.toRemoval(calling),
      this.#queues.done.change(toRowId(done.row), undefined, done),
    ];
  }

  /** Finishes a recipient who was not called. */
  moveUncalledToDone(waiting: Kept<Waiting>, done: Done): Change[] {
    return [
      this.#changeCampaign({ waiting: -1, result: done.result }),
      this.#queues.waiting.toRemoval(waiting),
      this.#queues.done.change(toRowId(done.row), undefined, done),
    ];
  }

  #changeCampaign(change: Parameters<typeof applyMove>[1]): Change {
    const { id, value } = this.#campaign;
    return this.#campaigns.change(id, this.#campaign, applyMove(value, change, this.#at));
  }
}
