/** Statistics of a service: call counts by flow version, and the canary guards that use them. */
import type { Observed } from './observability.ts';
import type { Config } from '../config/config.ts';
import { RETENTION_MS } from '../../engine/index.ts';
import type { Management } from '../management/index.ts';
import type { Clock, Log, Store } from '../../engine/ports/index.ts';
import { openStats } from '../stats/index.ts';
import type { OpenedStats } from '../stats/index.ts';

/** Parts of the service that statistics need. */
interface StatsNeeds {
  store: Store;
  clock: Clock;
  log: Log;
  /** Identifies this process; different after every start. */
  node: string;
  management: Pick<Management, 'deployments'>;
  observed: Pick<Observed, 'counts'>;
}

/** Creates the statistics; nothing is started. */
export function openServiceStats(
  { retentionMs = RETENTION_MS }: Pick<Config, 'retentionMs'>,
  { store, management, observed, ...shared }: StatsNeeds,
): OpenedStats {
  return openStats({
    ...shared,
    deployments: management.deployments,
    counts: store.counts,
    flows: store,
    retentionMs,
    takenBack: () => {
      observed.counts?.countRollback();
    },
  });
}
