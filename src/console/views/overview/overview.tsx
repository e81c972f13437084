/** The state of the project at a glance: calls now, how calls end, and what needs attention. */
import { useRoute } from 'preact-iso';
import { unwrap } from '../../api/client.ts';
import { getAttention, getProjectStats } from '../../api/generated/index.ts';
import type { GetProjectStatsResponse } from '../../api/generated/index.ts';
import { fillBars, findPeriod, parseRange, toPeriodQuery, traceLive } from '../../data/periods.ts';
import type { Period } from '../../data/periods.ts';
import { useRefreshOnCalls } from '../../data/refresh-on-calls.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { BarsChart, BarsLegend } from '../../ui/bars-chart.tsx';
import { Empty } from '../../ui/empty.tsx';
import { EndingsBar, EndingsLegend } from '../../ui/endings-bar.tsx';
import { formatCount, formatNumber, formatShare } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PeriodChoice } from '../../ui/period-choice.tsx';
import { AttentionList } from './attention.tsx';
import { StatTiles } from './stat-tiles.tsx';
import './overview.css';

const REFRESH_MS = 10_000;

export function OverviewView(_: { path: string }) {
  const { params, query } = useRoute();
  const { project = '' } = params;
  const range = parseRange(query.range, '20m');
  const stats = useResource(
    `stats ${project} ${range}`,
    () => loadStats(project, findPeriod(range, Date.now())),
    { everyMs: REFRESH_MS },
  );
  const attention = useResource(`attention ${project}`, () => unwrap(getAttention({ path: { project } })), {
    everyMs: REFRESH_MS,
  });
  useRefreshOnCalls(project, stats);
  return (
    <Page title="Overview" actions={<PeriodChoice value={range} />}>
      <div class="overview">
        <Loaded resource={stats} what="the statistics" height="page">
          {(loaded) => <Statistics project={project} {...loaded} />}
        </Loaded>
        <Loaded resource={attention} what="what needs attention" height="page">
          {(found) => <AttentionList project={project} found={found} />}
        </Loaded>
      </div>
    </Page>
  );
}

interface LoadedStats {
  period: Period;
  stats: GetProjectStatsResponse;
}

async function loadStats(project: string, period: Period): Promise<LoadedStats> {
  const query = toPeriodQuery(period);
  return { period, stats: await unwrap(getProjectStats({ path: { project }, query })) };
}

const BAR_TITLES: Readonly<Record<number, string>> = {
  60_000: 'Calls begun per minute',
  600_000: 'Calls begun per ten minutes',
  3_600_000: 'Calls begun per hour',
  21_600_000: 'Calls begun per six hours',
};

function Statistics({ project, period, stats }: LoadedStats & { project: string }) {
  const bars = fillBars(period, stats.buckets, ({ begun, failed, hungUp }) => ({
    whole: begun,
    part: failed + hungUp,
  }));
  const minutes = (Date.now() - period.from) / 60_000;
  return (
    <>
      <StatTiles stats={stats} minutes={minutes} liveBefore={traceLive(stats.live, period, stats.buckets)} />
      <section class="card" aria-labelledby="calls-begun">
        <header>
          <h2 id="calls-begun">{BAR_TITLES[period.barMs]}</h2>
          <BarsLegend whole="begun" part="failed or hung up" />
        </header>
        <div class="body">
          <BarsChart
            bars={bars}
            caption="Calls begun, and of them failed or hung up"
            whole="Begun"
            part="Failed or hung up"
          />
        </div>
      </section>
      <section class="card">
        <header>
          <h2 id="how-ended">How calls ended</h2>
          <div class="end">
            <EndingsLegend />
          </div>
        </header>
        {stats.flows.length === 0 ? (
          <Empty command="ringflow deploy flows" needs="deployments.write" project={project}>
            No flow is in service in this project.
          </Empty>
        ) : (
          <EndingsTable project={project} stats={stats} />
        )}
      </section>
    </>
  );
}

function EndingsTable({
  project,
  stats: { flows, flowsLeftOut },
}: {
  project: string;
  stats: GetProjectStatsResponse;
}) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-labelledby="how-ended">
      <table class="endings-table">
        <caption class="visually-hidden">How calls ended, by flow</caption>
        <thead>
          <tr>
            <th scope="col">Flow</th>
            <th scope="col">Endings</th>
            <th scope="col" class="number">
              Calls over
            </th>
            <th scope="col" class="number">
              Talked
            </th>
            <th scope="col" class="number">
              Hung up
            </th>
            <th scope="col" class="number">
              Failed
            </th>
            <th scope="col" class="number">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {flows.map(({ flow, calls, live }) => (
            <tr key={flow}>
              <th scope="row">
                <a class="plain-link" href={`/console/${project}/flows/${flow}`}>
                  {flow}
                </a>
              </th>
              <td>
                <EndingsBar calls={calls} />
              </td>
              <td class="number">{formatNumber(calls.ended)}</td>
              <td class="number">{formatShare(calls.talked, calls.ended)}</td>
              <td class={calls.hungUp > 0 ? 'number warn' : 'number faint'}>{calls.hungUp || '–'}</td>
              <td class={calls.failed > 0 ? 'number bad' : 'number faint'}>
                {calls.failed > 0 && mayDo('calls.read', project) ? (
                  <a href={`/console/${project}/flows/${flow}/calls?result=failed`}>{calls.failed}</a>
                ) : (
                  calls.failed || '–'
                )}
              </td>
              <td class="number">{live}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {flowsLeftOut > 0 && (
        <p class="table-note small muted">
          {formatCount(flowsLeftOut, 'flow with fewer calls is', 'flows with fewer calls are')} not listed.
        </p>
      )}
    </div>
  );
}
