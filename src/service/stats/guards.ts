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
import type { Deployments, FlowRef, GuardedDeployment, Tally } from '../management/index.ts';
import { getBucketStart } from '../../engine/ports/index.ts';
import type { Clock, Counts, Log } from '../../engine/ports/index.ts';
import { ENDED, FAILED, HUNG_UP } from './counted.ts';
import { MINUTES_KEPT_MS } from './tally.ts';

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

/** Counts by version and name. */
type Seen = (version: string, name: string) => number;

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
    const seen = await this.#readCountsSince(ref, canary.since);
    const [tried, stable] = [toTally(canary.version, seen), toTally(live, seen)];
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

  async #readCountsSince({ project, flow }: FlowRef, since: number): Promise<Seen> {
    const { counts, clock } = this.#options;
    const now = clock.now();
    const width = now - since < MINUTES_KEPT_MS ? 'minute' : 'hour';
    const span = { from: getBucketStart(width, since), until: now + 1 };
    const found = await counts.sum({ project, flow, sheet: 'calls', width }, span);
    const sums = new Map(found.map(({ version, name, count }) => [`${version} ${name}`, count]));
    return (version, name) => sums.get(`${version} ${name}`) ?? 0;
  }
}

function toTally(version: string, seen: Seen): Tally {
  return {
    ended: seen(version, ENDED),
    failed: seen(version, FAILED),
    hungUp: seen(version, HUNG_UP),
  };
}
