/**
 * Runs the active campaigns on this node. Owns: the poll schedule and the runs. Does not own: the state of campaigns, which
 * is in the registry.
 */
import { toActiveId } from './queues.ts';
import type { CampaignRef } from './campaign.ts';
import { CampaignRun } from './run.ts';
import type { RunOptions } from './run.ts';

export class CampaignRunner {
  readonly #options: RunOptions;
  /** Runs by campaign id. */
  readonly #runs = new Map<string, Promise<void>>();
  readonly #sleepers = new Set<() => void>();
  #looking: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** Starts polling; continues what an earlier process left. */
  start(): void {
    this.#looking = this.#pollCampaigns();
  }

  /** Stops placing calls; resolves when the work in flight is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const wake of this.#sleepers) wake();
    await this.#looking;
    await Promise.all(this.#runs.values());
  }

  async #pollCampaigns(): Promise<void> {
    while (!this.#isStopped) {
      await this.#startRun().catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'cannot list active campaigns');
      });
      await this.#sleep(this.#options.pollMs);
    }
  }

  async #startRun(): Promise<void> {
    for await (const { value } of this.#options.documents.active.iterate()) {
      const id = toActiveId(value);
      if (this.#runs.has(id) || this.#isStopped) continue;
      this.#runs.set(
        id,
        this.#driveRun(value).finally(() => this.#runs.delete(id)),
      );
    }
  }

  async #driveRun(ref: CampaignRef): Promise<void> {
    const run = new CampaignRun(this.#options, ref);
    while (!this.#isStopped) {
      const waitMs = await run.runStep().catch((error: unknown) => {
        this.#options.log.warn({ ...ref, err: error }, 'campaign step failed; it will be retried');
        return this.#options.pollMs;
      });
      if (waitMs === undefined) return;
      await this.#sleep(waitMs);
    }
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#options.clock.after(ms, () => {
        wakeSleeper();
      });
      const wakeSleeper = () => {
        cancel();
        this.#sleepers.delete(wakeSleeper);
        resolve();
      };
      this.#sleepers.add(wakeSleeper);
    });
  }
}
