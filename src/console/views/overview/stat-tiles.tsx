/** The four figures at the top of the overview. */
import type { ComponentChildren } from 'preact';
import type { GetProjectStatsResponse } from '../../api/generated/index.ts';
import { Spark } from '../../ui/spark.tsx';
import { formatCount, formatNumber, formatShare } from '../../ui/format.ts';

interface StatTilesProps {
  stats: GetProjectStatsResponse;
  /** Length of the period. */
  minutes: number;
  /** Live calls over the period. */
  liveBefore: readonly number[];
}

export function StatTiles({ stats: { calls, live, flows }, minutes, liveBefore }: StatTilesProps) {
  const { begun, ended, talked, failed, hungUp } = calls;
  const busiest = flows
    .filter((flow) => flow.live > 0)
    .toSorted((one, other) => other.live - one.live)
    .slice(0, 2)
    .map((flow) => `${flow.live} in ${flow.flow}`);
  const perMinute = begun / minutes;
  return (
    <div class="tiles">
      <Tile
        label="Calls now"
        figure={formatNumber(live)}
        spark={<Spark label="Calls at one time" values={liveBefore} />}
      >
        {busiest.length === 0 ? 'nobody is calling' : busiest.join(' · ')}
      </Tile>
      <Tile label="Calls begun" figure={formatNumber(begun)}>
        {perMinute >= 1 || begun === 0 ? Math.round(perMinute) : perMinute.toFixed(1)} a minute on average
      </Tile>
      <Tile label="Reached somebody" figure={formatShare(talked, ended)}>
        {formatNumber(talked)} of {formatCount(ended, 'call that is', 'calls that are')} over
      </Tile>
      <Tile label="Failed or hung up" figure={formatShare(failed + hungUp, ended)}>
        {formatNumber(failed)} failed · {formatNumber(hungUp)} hung up early
      </Tile>
    </div>
  );
}

interface TileProps {
  label: string;
  figure: string;
  spark?: ComponentChildren;
  children: ComponentChildren;
}

function Tile({ label, figure, spark, children }: TileProps) {
  return (
    <section class="card tile" aria-label={label}>
      <h2 class="muted">{label}</h2>
      <div class="row">
        <span class="figure">{figure}</span>
        <span class="end">{spark}</span>
      </div>
      <span class="small muted">{children}</span>
    </section>
  );
}
