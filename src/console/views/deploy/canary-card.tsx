/** A canary beside the live version: its share, its guard and the figures of both since it began. */
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getFlowStats } from '../../api/generated/index.ts';
import type { GetFlowStatsResponse } from '../../api/generated/index.ts';
import { isOffline } from '../../data/connection.ts';
import { deployVersion } from '../../data/deployments.ts';
import type { Deployment, FlowRef } from '../../data/deployments.ts';
import { useRefreshOnCalls } from '../../data/refresh-on-calls.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { Curve } from '../../ui/curve.tsx';
import type { CurveSeries } from '../../ui/curve.tsx';
import { formatCount, formatNumber, formatShare, shortenVersion } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pill } from '../../ui/pill.tsx';
import { accumulateShares } from '../../ui/plot.ts';
import { showFailure } from '../../ui/toasts.tsx';

const REFRESH_MS = 10_000;
const MINUTES_KEPT_MS = 6 * 3_600_000;

type Canary = NonNullable<Deployment['canary']>;

interface CanaryCardProps {
  project: string;
  flow: string;
  canary: Canary;
  deployment: Deployment;
  onChange: () => void;
}

export function CanaryCard({ project, flow, canary, deployment, onChange }: CanaryCardProps) {
  const { guard, live = '' } = deployment;
  const stats = useCanaryStats({ project, flow }, canary, live);
  const versions = stats.state.value.data?.versions;
  return (
    <section class="card" aria-labelledby="canary">
      <header>
        <h2 id="canary">Canary</h2>
        {guard !== undefined && versions !== undefined && (
          <GuardState guard={guard} ended={findCalls(versions, canary.version).ended} />
        )}
      </header>
      <Share project={project} flow={flow} canary={canary} guard={guard} onChange={onChange} />
      <div class="body ruled">
        <h3>Guard: rolls it back by itself</h3>
        {guard === undefined ? (
          <p class="warn">Without a guard: nobody takes it back but you.</p>
        ) : (
          <dl class="guard-limits">
            <Limit label="Failed more than" value={formatLimit(guard.maxErrorPercent)} />
            <Limit label="Hung up more than" value={formatLimit(guard.maxHangupPercent)} />
            <Limit label="Not before" value={formatCount(guard.minCalls, 'call')} />
          </dl>
        )}
      </div>
      <Loaded resource={stats} what="the figures">
        {(figures) => (
          <>
            <div class="scroll-x">
              <FiguresTable versions={figures.versions} canary={canary.version} live={live} />
            </div>
            <FailureCurve
              versions={figures.versions}
              canary={canary.version}
              live={live}
              maxPercent={guard?.maxErrorPercent}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Reads the figures of both versions since the canary began. */
function useCanaryStats({ project, flow }: FlowRef, { version, since }: Canary, live: string) {
  const stats = useResource(
    `canary ${project} ${flow} ${version} ${live} ${since}`,
    () => {
      const bucket = Date.now() - since < MINUTES_KEPT_MS ? ('minute' as const) : ('hour' as const);
      const query = { version, against: live, from: new Date(since).toISOString(), bucket };
      return unwrap(getFlowStats({ path: { project, flow }, query }));
    },
    { everyMs: REFRESH_MS },
  );
  useRefreshOnCalls(project, stats);
  return stats;
}

function formatLimit(percent: number | undefined): string {
  return percent === undefined ? 'no limit' : `${percent} of 100`;
}

function Limit({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt class="small muted">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface ShareProps extends Omit<CanaryCardProps, 'deployment'> {
  guard: Deployment['guard'];
}

/** Shows the share, and changes it at once for those who may; the message offers to undo it. */
function Share({ project, flow, canary, guard, onChange }: ShareProps) {
  const { version } = canary;
  const [chosen, setChosen] = useState<number>();
  const percent = chosen ?? canary.percent;
  const change = (value: number) => {
    deployVersion({ project, flow }, { version, percent: value, ...(guard && { guard }) }, onChange)
      .catch((error: unknown) => {
        showFailure('The share is not changed', error);
      })
      .finally(() => {
        setChosen(undefined);
      });
  };
  return (
    <div class="body">
      <div class="share-line">
        <h3 id="share">Share of new calls</h3>
        <span class="share">{percent} %</span>
      </div>
      {mayDo('deployments.write', project) && (
        <input
          type="range"
          class="slider"
          aria-labelledby="share"
          min="1"
          max="99"
          disabled={isOffline.value}
          value={percent}
          onInput={({ currentTarget }) => {
            setChosen(currentTarget.valueAsNumber);
          }}
          onChange={({ currentTarget }) => {
            change(currentTarget.valueAsNumber);
          }}
        />
      )}
      <p class="small muted">A caller who has this version keeps it when the share grows.</p>
    </div>
  );
}

type VersionStats = GetFlowStatsResponse['versions'][number];

const none = { ended: 0, failed: 0, hungUp: 0, talked: 0, served: 0 };

const rows = [
  { label: 'Failed', key: 'failed' },
  { label: 'Hung up', key: 'hungUp' },
  { label: 'Talked to somebody', key: 'talked' },
  { label: 'Served by the flow', key: 'served' },
] as const;

function findCalls(versions: readonly VersionStats[], wanted: string) {
  return versions.find(({ version }) => version === wanted)?.calls ?? none;
}

interface GuardStateProps {
  guard: NonNullable<Deployment['guard']>;
  /** Calls of the canary that are over. */
  ended: number;
}

/** Tells from when on the guard acts. A canary that exceeds a limit then is none any more. */
function GuardState({ guard: { minCalls }, ended }: GuardStateProps) {
  if (ended < minCalls)
    return <Pill>the guard waits for {formatCount(minCalls - ended, 'more call')} of the canary</Pill>;
  return (
    <Pill tone="ok" hasDot>
      within its guard
    </Pill>
  );
}

interface FiguresTableProps {
  versions: readonly VersionStats[];
  canary: string;
  live: string;
}

function FiguresTable({ versions, canary, live }: FiguresTableProps) {
  const [ofLive, ofCanary] = [findCalls(versions, live), findCalls(versions, canary)];
  return (
    <table>
      <caption class="visually-hidden">The canary beside the live version</caption>
      <thead>
        <tr>
          <th scope="col">Since the canary began</th>
          <th scope="col" class="number">
            {shortenVersion(live)} live
          </th>
          <th scope="col" class="number">
            {shortenVersion(canary)} canary
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Calls ended</th>
          <td class="number">{formatNumber(ofLive.ended)}</td>
          <td class="number">
            <strong>{formatNumber(ofCanary.ended)}</strong>
          </td>
        </tr>
        {rows.map(({ label, key }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td class="number muted">{formatShare(ofLive[key], ofLive.ended)}</td>
            <td class="number">
              <strong>{formatShare(ofCanary[key], ofCanary.ended)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FailureCurveProps extends FiguresTableProps {
  /** The guard's limit; absent: it has none. */
  maxPercent: number | undefined;
}

/** Shows how the shares of failed calls developed; nothing before a call has ended. */
function FailureCurve({ versions, canary, live, maxPercent }: FailureCurveProps) {
  const toSeries = (wanted: string, role: string): CurveSeries => {
    const { buckets = [] } = versions.find(({ version }) => version === wanted) ?? {};
    const portions = buckets.map(({ at, failed, ended }) => ({ at, part: failed, whole: ended }));
    return { name: `${shortenVersion(wanted)} ${role}`, points: accumulateShares(portions) };
  };
  const series = [toSeries(canary, 'canary'), toSeries(live, 'live')];
  if (series.every(({ points }) => points.length === 0)) return null;
  return (
    <div class="body failure-curve">
      <h3>Failed, so far</h3>
      <Curve
        label="Share of failed calls since the canary began"
        series={series}
        formatValue={(percent) => formatShare(percent, 100)}
        greatest={100}
        {...(maxPercent !== undefined && { limit: { name: 'guard', value: maxPercent } })}
      />
    </div>
  );
}
