/**
 * Removes campaigns with all data of their recipients.
 *
 * Owns: the order of removal. A campaign stays, marked, until all its data are gone. An interrupted removal, for instance by
 * a stop of the service, is resumed by the next request for it or by the nodes, which poll for marked and expired campaigns.
 */
import { Refusal, SYSTEM, retryOnConflict } from '../management/index.ts';
import type { AuditLog, Collection, Kept, Principal } from '../management/index.ts';
import type { Clock, Log } from '../../engine/ports/index.ts';
import type { Campaign, CampaignRef, CampaignState } from './campaign.ts';
import { toActiveId } from './queues.ts';
import type { CampaignDocuments } from './queues.ts';

/** Maximum number of documents per write. */
const BATCH = 500;
/** Poll interval for expired campaigns, ms. */
const LOOK_MS = 3_600_000;
const REMOVABLE: readonly CampaignState[] = ['draft', 'stopped', 'done'];

interface RemovalOptions {
  documents: CampaignDocuments;
  audit: AuditLog;
  clock: Clock;
  log: Log;
  /** Retention of ended campaigns, ms. */
  keptMs: number;
}

export class Removal {
  readonly #options: RemovalOptions;
  #cancel: () => void = () => undefined;
  #sweeping: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /**
   * Removes an inactive campaign. Throws a `Refusal`: `unknown_campaign`, `invalid_state`, and `service_stopping` if the
   * service stops before the removal is complete.
   */
  async remove(by: Principal, ref: CampaignRef): Promise<void> {
    await this.#mark(by, ref);
    await this.#emptyCampaign(ref);
    if (this.#isStopped)
      throw new Refusal('service_stopping', 'the service is stopping; the removal continues later');
  }

  async #mark(by: Principal, ref: CampaignRef): Promise<void> {
    const { documents, audit, clock } = this.#options;
    await retryOnConflict(documents.registry, async () => {
      const found = await documents.expect(ref);
      const { value } = found;
      if (value.removing === true) return { changes: [], result: undefined };
      if (!REMOVABLE.includes(value.state) || value.counts.calling > 0 || value.loading !== undefined)
        throw new Refusal(
          'invalid_state',
          `campaign "${ref.id}" is active: stop it and wait for its calls to end`,
        );
      const marked: Campaign = { ...value, state: 'stopped', removing: true };
      const at = clock.now();
      const entry = { at, project: ref.project, action: 'campaign.remove', subject: ref.id, detail: {} };
      return {
        changes: [documents.change(ref, found, marked), audit.entry(by, entry)],
        result: undefined,
      };
    });
  }

  /** Starts polling. */
  start(): void {
    this.#cancel = this.#options.clock.after(LOOK_MS, () => {
      this.#sweeping = this.removeExpired()
        .catch((error: unknown) => {
          this.#options.log.warn({ err: error }, 'cannot remove expired campaigns');
        })
        .finally(() => {
          if (!this.#isStopped) this.start();
        });
    });
  }

  /** Stops polling and interrupts the current removal. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#sweeping;
  }

  /** Removes marked and expired campaigns. */
  async removeExpired(): Promise<void> {
    const { documents, clock, keptMs } = this.#options;
    for await (const { value: ref } of documents.known.iterate()) {
      if (this.#isStopped) return;
      const found = await documents.get(ref);
      if (found === undefined || !isDue(found, clock.now() - keptMs)) continue;
      await this.#mark(SYSTEM, ref);
      await this.#emptyCampaign(ref);
    }
  }

  /** Removes all data of a campaign, the campaign itself last. */
  async #emptyCampaign(ref: CampaignRef): Promise<void> {
    const { documents } = this.#options;
    const { waiting, calling, done, broadcasts } = documents.openQueues(ref);
    const { registry } = documents;
    for (const queue of [waiting, calling, done, broadcasts]) await this.#emptyQueue(queue);
    if (this.#isStopped) return;
    const [campaign, known] = [await documents.get(ref), await documents.known.get(toActiveId(ref))];
    // If two nodes remove it, the second finds it gone.
    await registry.write([
      ...(campaign?.value.removing === true
        ? [documents.openCampaigns(ref.project).toRemoval(campaign)]
        : []),
      ...(known === undefined ? [] : [documents.known.toRemoval(known)]),
    ]);
  }

  /** Empties a queue, one page per write, until it is empty or the service stops. */
  async #emptyQueue(queue: Collection<unknown>): Promise<void> {
    while (!this.#isStopped) {
      const page = await queue.list({ limit: BATCH });
      if (page.length === 0) return;
      await this.#options.documents.registry.write(page.map((kept) => queue.toRemoval(kept)));
    }
  }
}

/** True when it is marked or ended before the time. */
function isDue({ value: { state, endedAt, counts, removing } }: Kept<Campaign>, before: number): boolean {
  const isEnded = state === 'done' || state === 'stopped';
  return removing === true || (isEnded && counts.calling === 0 && (endedAt ?? before) < before);
}
