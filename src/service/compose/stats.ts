/** What counts calls by the versions of their flows, and what goes by those counts: from the parts of a service. */
import type { Observed } from './observability.ts';
import type { Config } from '../config/config.ts';
import { RETENTION_MS } from '../../engine/index.ts';
import type { Management } from '../management/index.ts';
import type { Clock, Log, Store } from '../../engine/ports/index.ts';
import { openStats } from '../stats/index.ts';
import type { OpenedStats } from '../stats/index.ts';

/** What it needs of a service. */
interface StatsNeeds {
  store: Store;
  clock: Clock;
  log: Log;
  /** Names this process; another one after every start. */
  node: string;
  management: Pick<Management, 'deployments'>;
  observed: Pick<Observed, 'counts'>;
}

/** Opens it; nothing is begun. */
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
      observed.counts?.canaryTakenBack();
    },
  });
}
