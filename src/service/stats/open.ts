/** Call statistics and canary guards of one node. */
import { Attention } from './attention.ts';
import { readCampaignStats } from './campaign-stats.ts';
import type { CampaignStats } from './campaign-stats.ts';
import { CallCounter } from './counter.ts';
import type { CounterOptions } from './counter.ts';
import { Guards } from './guards.ts';
import type { GuardsOptions } from './guards.ts';
import { ProjectStatistics } from './project-stats.ts';
import type { ProjectStatisticsOptions } from './project-stats.ts';
import { Stats } from './stats.ts';
import type { StatsOptions } from './stats.ts';
import type { Counts } from '../../engine/ports/index.ts';

interface StatsParts
  extends
    Omit<CounterOptions, 'counts'>,
    Omit<GuardsOptions, 'counts' | 'deployments'>,
    Pick<StatsOptions, 'flows'>,
    Pick<ProjectStatisticsOptions, 'calls'> {
  counts: Counts;
  deployments: GuardsOptions['deployments'] & ProjectStatisticsOptions['deployments'];
}

export interface OpenedStats {
  /** Receives events. */
  counter: CallCounter;
  /** Reads the statistics of a flow. */
  stats: Stats;
  /** Reads those of all flows of a project. */
  projectStats: ProjectStatistics;
  /** Reads those of a campaign. */
  readCampaign: (query: Parameters<typeof readCampaignStats>[1]) => Promise<CampaignStats>;
  /** Finds what needs attention about flows. */
  attention: Attention;
  /** Starts flushing and checking canaries. */
  start(): void;
  /** Stops both and writes the remaining counts. */
  stop(): Promise<void>;
}

/** Connects the parts; nothing is read or started. */
export function openStats(parts: StatsParts): OpenedStats {
  const counter = new CallCounter(parts);
  const guards = new Guards(parts);
  const { counts, flows, clock, calls, deployments } = parts;
  const now = () => clock.now();
  const stats = new Stats({ counts, flows, now });
  const projectStats = new ProjectStatistics({ counts, calls, deployments, now });
  return {
    counter,
    stats,
    projectStats,
    readCampaign: (query) => readCampaignStats(counts, query, now()),
    attention: new Attention({ counts, stats, projectStats, deployments, now }),
    start() {
      counter.start();
      guards.start();
    },
    async stop() {
      await guards.stop();
      await counter.stop();
    },
  };
}
