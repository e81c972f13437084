/** The results of a campaign by time. */
import { unwrap } from '../../api/client.ts';
import { getCampaignStats } from '../../api/generated/index.ts';
import type { GetCampaignStatsResponse } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import type { Period } from '../../data/periods.ts';
import { BarsChart, BarsLegend } from '../../ui/bars-chart.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { Campaign } from './progress.ts';
import { countResults, findCampaignPeriod, nameWidth } from './results-over-time.ts';

const REFRESH_MS = 5_000;

interface ResultsChartProps {
  project: string;
  campaign: Campaign;
}

export function ResultsChart({ project, campaign }: ResultsChartProps) {
  const { id, state, counts } = campaign;
  const isOver = (state === 'done' || state === 'stopped') && counts.calling === 0;
  const resource = useResource(
    `campaign stats ${project} ${id} ${isOver ? 'final' : 'open'}`,
    () => loadStats(project, campaign),
    isOver ? {} : { everyMs: REFRESH_MS },
  );
  return (
    <Loaded resource={resource} what="the results by time">
      {(loaded) => loaded !== undefined && <Chart {...loaded} />}
    </Loaded>
  );
}

interface LoadedStats {
  period: Period;
  stats: GetCampaignStatsResponse;
}

async function loadStats(project: string, campaign: Campaign): Promise<LoadedStats | undefined> {
  const period = findCampaignPeriod(campaign, Date.now());
  if (period === undefined) return undefined;
  const { from, bucket, barMs, bars } = period;
  const query = {
    ...{ from: new Date(from).toISOString(), bucket },
    to: new Date(Math.min(from + bars * barMs, Date.now())).toISOString(),
  };
  return { period, stats: await unwrap(getCampaignStats({ path: { project, id: campaign.id }, query })) };
}

function Chart({ period, stats }: LoadedStats) {
  const title = `Calls ended per ${nameWidth(period)}`;
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <BarsLegend whole="ended" part="without an answer" />
      </header>
      <div class="body">
        <BarsChart
          bars={countResults(period, stats)}
          caption={`${title}, and of them those without an answer`}
          whole="Ended"
          part="Without an answer"
        />
      </div>
    </section>
  );
}
