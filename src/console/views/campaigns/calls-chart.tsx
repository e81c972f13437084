/** The calls of a campaign by time: those that it placed beside its limit, or those that ended. */
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getCampaignStats } from '../../api/generated/index.ts';
import type { GetCampaignStatsResponse } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import type { Period } from '../../data/periods.ts';
import { BarsChart, BarsLegend } from '../../ui/bars-chart.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import {
  computeBarLimit,
  countPlaced,
  countResults,
  findCampaignPeriod,
  nameWidth,
} from './calls-over-time.ts';
import type { Campaign } from './progress.ts';

const REFRESH_MS = 5_000;

interface CallsChartProps {
  project: string;
  campaign: Campaign;
}

export function CallsChart({ project, campaign }: CallsChartProps) {
  const { id, state, counts } = campaign;
  const isOver = (state === 'done' || state === 'stopped') && counts.calling === 0;
  const resource = useResource(
    `campaign stats ${project} ${id} ${isOver ? 'final' : 'open'}`,
    () => loadStats(project, campaign),
    isOver ? {} : { everyMs: REFRESH_MS },
  );
  return (
    <Loaded resource={resource} what="the calls by time">
      {(loaded) => loaded !== undefined && <Chart campaign={campaign} {...loaded} />}
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

const COUNTED = [
  { value: 'placed', label: 'Placed' },
  { value: 'ended', label: 'Ended' },
] as const;

function Chart({ campaign, period, stats }: LoadedStats & { campaign: Campaign }) {
  const [counted, setCounted] = useState<(typeof COUNTED)[number]['value']>('placed');
  const title = `Calls ${counted} per ${nameWidth(period)}`;
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <div class="row end">
          {counted === 'placed' ? (
            <span class="small muted">{describeLimit(campaign)}</span>
          ) : (
            <BarsLegend whole="ended" part="without an answer" />
          )}
          <Segmented label="Calls" options={COUNTED} value={counted} onChange={setCounted} />
        </div>
      </header>
      <div class="body">
        {counted === 'placed' ? (
          <BarsChart
            bars={countPlaced(period, stats)}
            caption={title}
            whole="Placed"
            limit={computeBarLimit(period, campaign)}
          />
        ) : (
          <BarsChart
            bars={countResults(period, stats)}
            caption={`${title}, and of them those without an answer`}
            whole="Ended"
            part="Without an answer"
          />
        )}
      </div>
    </section>
  );
}

/** Tells the limits, and that of calls at once where it is what slows the campaign down now. */
function describeLimit({ pace: { perSecond, atOnce }, counts, state }: Campaign): string {
  const limits = `limit: ${perSecond} a second, ${atOnce} at once`;
  const isFull = state === 'running' && counts.calling >= atOnce;
  return isFull ? `${limits} · the limit of ${atOnce} is what holds` : limits;
}
