/**
 * Rolls back canaries that exceed their guards.
 *
 * Owns: the poll schedule. Does not own: the criteria (`findBreach`), the counts, the deployments.
 *
 * GUARD-1 Every node checks; of those that find the same breach one rolls the canary back and reports it.
 * GUARD-2 A canary is judged by the calls that ended since its last change, from the beginning of that minute; if minutes
 *         have expired, of that hour.
 */
import { findBreach } from '../management/index.ts';
import type { Deployments, FlowRef, GuardedDeployment } from '../management/index.ts';
import type { Clock, Counts, Log } from '../../engine/ports/index.ts';
import { readTallies } from './read-tallies.ts';

/** Poll interval, ms. */
const LOOK_MS = 2_000;

export interface GuardsOptions {
  deployments: Pick<Deployments, 'listGuarded' | 'rollBackCanary'>;
  counts: Pick<Counts, 'sum'>;
  clock: Clock;
  log: Log;
  /** Receives every canary that this node rolls back. */
  onRollback?: () => void;
}

export class Guards {
  readonly #options: GuardsOptions;
  #cancel: () => void = () => undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: GuardsOptions) {
    this.#options = options;
  }

  /** Starts polling. */
  start(): void {
    this.#cancel = this.#options.clock.after(LOOK_MS, () => {
      this.#looking = this.poll().finally(() => {
        if (!this.#isStopped) this.start();
      });
    });
  }

  /** Stops polling; resolves when the work in flight is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#looking;
  }

  /** Checks every guarded canary now. Never rejects: a failed check is repeated at the next poll. */
  async poll(): Promise<void> {
    try {
      for await (const one of this.#options.deployments.listGuarded())
        await this.#judgeCanary(one, one.deployment);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'cannot check canaries; it will be retried');
    }
  }

  async #judgeCanary(ref: FlowRef, deployment: GuardedDeployment): Promise<void> {
    const { canary, live } = deployment;
    const { counts, clock } = this.#options;
    const readTally = await readTallies(counts, ref, { since: canary.since, now: clock.now() });
    const [tried, stable] = [readTally(canary.version), readTally(live)];
    const reason = findBreach(deployment, tried, stable);
    if (reason === undefined) return;
    const { project, flow } = ref;
    const after = await this.#options.deployments.rollBackCanary({ project, flow }, canary, {
      reason,
      ...tried,
      liveEnded: stable.ended,
      liveFailed: stable.failed,
      liveHungUp: stable.hungUp,
    });
    if (after === undefined) return;
    this.#options.log.error(
      { project, flow, version: canary.version, live, reason, canary: tried, stable },
      'canary rolled back',
    );
    this.#options.onRollback?.();
  }
}
